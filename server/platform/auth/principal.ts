import type { Modo, Rol } from '#contract/personas/acceso/sesion'
import type { Inicio } from '#contract/personas/acceso/values'
import type { Ambito } from '#contract/personas/claves-api/values'

/** The API key of a call. */
export type ApiKey = {
  id: number
  /** Name that its owner gave it. */
  nombre: string
  ambitos: readonly Ambito[]
}

/** The caller, authenticated by a session or by an API key; handlers need not know which. */
export type Principal = {
  usuarioId: number
  username: string
  nombre: string
  foto_perfil: string | null
  empresa: number
  /** Which screens the people of the company see. */
  modo: Modo
  rol: Rol
  /** Their partner, if the role is `tercero`; else null. */
  tercero: number | null
  /** Whether they administer all companies. */
  is_admin: boolean
  /** The screen that Retorna opens for them. */
  inicio: Inicio
  segundo_factor: boolean
  /** They log in by single sign-on and have no password here. */
  sso: boolean
  /** An admin without a second factor where the installation requires one: only their profile is open. */
  pendiente: boolean
  /** Hash of the session's token; empty without a session. */
  tokenHash: Buffer
  /** The API key of the call; null with a session. A key belongs to its owner, within one company. */
  clave: ApiKey | null
}

/** Whether the role administers a company, or all. */
export const administra = (rol: Rol): boolean => rol === 'empresa' || rol === 'admin'
