import { v4 as uuid } from 'uuid'
import type { z } from 'zod'
import type { updateDeviceDetails } from '#contract/dispositivos'
import { createAlmacen } from '../lib/almacen'
import type { Sesion } from '../lib/sesion'

export type Registro = z.input<NonNullable<(typeof updateDeviceDetails)['body']>>

/** Whose a registration is: it is sent into no other company, nor in the name of anybody else. */
export type Autor = Pick<Sesion, 'username' | 'empresa'>

/** A registration that has not reached the server; `error` where the server refused it. */
export type Pendiente = { id: string; cuando: number; autor: Autor; registro: Registro; error?: string }

/** Where this device keeps what waits, of everybody who registers with it. */
export const CLAVE_PENDIENTES = 'retorna.registro.pendientes'
const MAX_PENDIENTES = 200

export function leerPendientes(): Pendiente[] {
  try {
    const guardado = JSON.parse(localStorage.getItem(CLAVE_PENDIENTES) ?? '[]')
    return Array.isArray(guardado) ? guardado.filter((p) => p?.id && p?.registro?.mac_serie) : []
  } catch {
    return []
  }
}

export const pendientes = createAlmacen<Pendiente[]>(leerPendientes())

export function guardarPendientes(lista: Pendiente[]): void {
  localStorage.setItem(CLAVE_PENDIENTES, JSON.stringify(lista))
  pendientes.set(lista)
}

/** What of a list is of somebody; what says no author is nobody's, and stays where it is. */
export function pendientesDe(lista: Pendiente[], autor: Autor | null): Pendiente[] {
  if (!autor) return []
  return lista.filter((p) => p.autor?.username === autor.username && p.autor.empresa === autor.empresa)
}

/** Keep a registration on this device until its author can send it; false where too many of theirs wait already. */
export function encolar(registro: Registro, { username, empresa }: Autor): boolean {
  const lista = leerPendientes()
  if (pendientesDe(lista, { username, empresa }).length >= MAX_PENDIENTES) return false
  const nuevo = { id: uuid(), cuando: Date.now(), autor: { username, empresa }, registro }
  guardarPendientes([...lista, nuevo])
  return true
}

export function descartar(id: string): void {
  guardarPendientes(leerPendientes().filter((p) => p.id !== id))
}
