import type { z } from 'zod'
import { updateDeviceDetails } from '#contract/dispositivos'
import { createAlmacen } from '../lib/almacen'
import { type ErrorLlamada, llamar } from '../lib/api'

export type Registro = z.input<NonNullable<(typeof updateDeviceDetails)['body']>>

/** A registration that has not reached the server; `error` where the server refused it. */
export type Pendiente = { id: string; cuando: number; registro: Registro; error?: string }

const CLAVE = 'retorna.registro.pendientes'
const MAX_PENDIENTES = 200

function leer(): Pendiente[] {
  try {
    const guardado = JSON.parse(localStorage.getItem(CLAVE) ?? '[]')
    return Array.isArray(guardado) ? guardado.filter((p) => p?.id && p?.registro?.mac_serie) : []
  } catch {
    return []
  }
}

export const pendientes = createAlmacen<Pendiente[]>(leer())

function guardar(lista: Pendiente[]): void {
  localStorage.setItem(CLAVE, JSON.stringify(lista))
  pendientes.set(lista)
}

/** Keep a registration on this device until it can be sent; false where too many wait already. */
export function encolar(registro: Registro): boolean {
  const lista = leer()
  if (lista.length >= MAX_PENDIENTES) return false
  guardar([...lista, { id: crypto.randomUUID(), cuando: Date.now(), registro }])
  return true
}

export function descartar(id: string): void {
  guardar(leer().filter((p) => p.id !== id))
}

/** One tab at a time, so that each registration is sent once. */
const conTurno = <T>(hacer: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(CLAVE, hacer) : hacer()

/**
 * Send what waits, in order. Stops where there is still no connection or no session; what the server refuses stays
 * with its reason until somebody looks at it.
 * @returns how many were sent
 */
export async function enviarPendientes(): Promise<number> {
  if (!leer().some((p) => !p.error)) return 0
  return conTurno(async () => {
    let enviados = 0
    for (const p of leer().filter((x) => !x.error)) {
      try {
        await llamar(updateDeviceDetails, { body: p.registro })
        guardar(leer().filter((x) => x.id !== p.id))
        enviados++
      } catch (causa) {
        const fallo = causa as ErrorLlamada
        if (fallo.status === 0 || fallo.status === 401 || fallo.status === 429 || fallo.status >= 500) break
        guardar(leer().map((x) => (x.id === p.id ? { ...x, error: fallo.message } : x)))
      }
    }
    return enviados
  })
}
