import type { Modo, Rol } from '#contract/usuarios/sesion'
import type { Inicio } from '#contract/valores/eventos/hoy'
import type { Ambito } from '#contract/valores/usuarios/claves-api'

/** The API key that somebody calls with. */
export type ApiKey = {
  id: number
  /** What people call it. */
  nombre: string
  ambitos: readonly Ambito[]
}

/** Who calls, however that was proved: by a session or by an API key, so that no call has to know which it was. */
export type Principal = {
  usuarioId: number
  username: string
  nombre: string
  foto_perfil: string | null
  empresa: number
  /** What the people of the company see. */
  modo: Modo
  rol: Rol
  /** Whether they administer all companies. */
  is_admin: boolean
  /** Where Retorna opens for them. */
  inicio: Inicio
  segundo_factor: boolean
  /** They come in by single sign-on: there is no password here. */
  sso: boolean
  /** An admin without a second factor where the installation asks for one: only their profile is open. */
  pendiente: boolean
  /** Hash of the token of the session that proved it; empty where none did. */
  tokenHash: Buffer
  /** The key that proved it; null where a session did. It is its owner's, within one company. */
  clave: ApiKey | null
}

/** Whether somebody administers their own company, or all. */
export const administra = (rol: Rol): boolean => rol === 'empresa' || rol === 'admin'
