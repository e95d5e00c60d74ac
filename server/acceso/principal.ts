import type { Modo } from '#contract/sesion'

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
  is_admin: boolean
  segundo_factor: boolean
  /** An admin without a second factor where the installation asks for one: only their profile is open. */
  pendiente: boolean
  /** Hash of the token of the session that proved it. */
  tokenHash: Buffer
}
