import { useSyncExternalStore } from 'react'

/** An observable value outside React that components can subscribe to. */
export type Almacen<T> = { get: () => T; set: (valor: T) => void; subscribe: (fn: () => void) => () => void }

export function createAlmacen<T>(inicial: T): Almacen<T> {
  let actual = inicial
  const oyentes = new Set<() => void>()
  return {
    get: () => actual,
    set: (valor) => {
      if (Object.is(valor, actual)) return
      actual = valor
      for (const fn of oyentes) fn()
    },
    subscribe: (fn) => {
      oyentes.add(fn)
      return () => oyentes.delete(fn)
    },
  }
}

export function useAlmacen<T>(almacen: Almacen<T>): T {
  return useSyncExternalStore(almacen.subscribe, almacen.get)
}
