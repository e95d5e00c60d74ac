import { v4 as uuid } from 'uuid'
import type { z } from 'zod'
import type { updateDeviceDetails } from '#contract/dispositivos/dispositivos'
import { createAlmacen } from '../lib/session/almacen'
import type { Sesion } from '../lib/session/sesion'

export type Registro = z.input<NonNullable<(typeof updateDeviceDetails)['body']>>

/** Whose a registration is: it is sent into no other company, nor in the name of anybody else. Names change, ids do not. */
export type Autor = Pick<Sesion, 'id' | 'username' | 'empresa'>

/** A registration that has not reached the server; `error` where the server refused it. */
export type Pendiente = { id: string; cuando: number; autor: Autor; registro: Registro; error?: string }

/** Where this device keeps what waits, of everybody who registers with it. */
export const CLAVE_PENDIENTES = 'retorna.registro.pendientes'
const MAX_PENDIENTES = 200

export function readPendientes(): Pendiente[] {
  try {
    const guardado = JSON.parse(localStorage.getItem(CLAVE_PENDIENTES) ?? '[]')
    return Array.isArray(guardado) ? guardado.filter((p) => p?.id && p?.registro?.mac_serie) : []
  } catch {
    return []
  }
}

export const pendientes = createAlmacen<Pendiente[]>(readPendientes())

/** @returns false where the browser has no room for it: then nothing has changed */
export function savePendientes(lista: Pendiente[]): boolean {
  try {
    localStorage.setItem(CLAVE_PENDIENTES, JSON.stringify(lista))
  } catch {
    return false
  }
  pendientes.set(lista)
  return true
}

/** What of a list is of somebody; what says no author is nobody's, and stays where it is. */
export function pendientesOf(lista: Pendiente[], autor: Autor | null): Pendiente[] {
  if (!autor) return []
  const suyo = (a: Partial<Autor>) =>
    a.empresa === autor.empresa && (a.id === undefined ? a.username === autor.username : a.id === autor.id)
  return lista.filter((p) => p.autor && suyo(p.autor))
}

/** Keep a registration on this device until its author can send it, where too many do not wait already and there is room. */
export function enqueue(
  registro: Registro,
  { id, username, empresa }: Autor,
): 'guardado' | 'demasiados' | 'lleno' {
  const lista = readPendientes()
  const autor = { id, username, empresa }
  if (pendientesOf(lista, autor).length >= MAX_PENDIENTES) return 'demasiados'
  const nuevo = { id: uuid(), cuando: Date.now(), autor, registro }
  return savePendientes([...lista, nuevo]) ? 'guardado' : 'lleno'
}

export function discard(id: string): void {
  savePendientes(readPendientes().filter((p) => p.id !== id))
}
