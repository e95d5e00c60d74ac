import type { Modo, Rol } from '#contract/sesion'
import type { Inicio } from '#contract/valores/hoy'

/**
 * Who calls, however that was proved. Today a session does; an API key or single sign-on will lead to the same, so
 * that no call has to know which it was.
 */
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
  /** An admin without a second factor where the installation asks for one: only their profile is open. */
  pendiente: boolean
  /** Hash of the token of the session that proved it. */
  tokenHash: Buffer
}

/** Whether somebody administers their own company, or all. */
export const administra = (rol: Rol): boolean => rol === 'empresa' || rol === 'admin'
