import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'

/** Timeout for loading the code of a screen. */
const LIMITE_MS = 120_000

/** The code of a screen could not be loaded. The error name keeps the router from reloading the page by itself. */
export class FalloCarga extends Error {
  override name = 'FalloCarga'
}

/** A screen whose code is loaded at its first visit; FalloCarga if it does not arrive within 120 s. */
export function pantalla<T extends Record<string, unknown>, K extends keyof T & string>(
  load: () => Promise<T>,
  nombre: T[K] extends ComponentType ? K : never,
) {
  return lazyRouteComponent(() => conLimite(load()) as Promise<Record<string, ComponentType>>, nombre)
}

/** The result of `carga`; FalloCarga if it fails or takes longer than 120 s. */
export async function conLimite<T>(carga: Promise<T>): Promise<T> {
  let reloj: ReturnType<typeof setTimeout> | undefined
  const limite = new Promise<never>((_, reject) => {
    reloj = setTimeout(() => reject(new FalloCarga('timeout')), LIMITE_MS)
  })
  try {
    return await Promise.race([carga, limite])
  } catch (causa) {
    throw causa instanceof FalloCarga ? causa : new FalloCarga('network', { cause: causa })
  } finally {
    clearTimeout(reloj)
  }
}
