import { z } from 'zod'
import { SinContenido, texto } from '../../comunes'
import { endpoint } from '../../endpoint'
import { INICIOS } from './values'

/**
 * Rights by role. `lectura`: read. `operario`: also register, rename, activate and review. `empresa`: also administer their own company.
 * `admin`: everything, in all companies.
 */
export const ROLES_PROPIOS = ['lectura', 'operario', 'empresa', 'admin'] as const
/** Roles of a company's own people, which can be assigned. */
export const RolPropio = z.enum(ROLES_PROPIOS, { error: 'El rol no es válido.' })
export type RolPropio = z.infer<typeof RolPropio>
/** All roles: also `tercero`, for the people of a partner, who see only its balance and its statement. */
export const Rol = z.enum([...ROLES_PROPIOS, 'tercero'])
export type Rol = z.infer<typeof Rol>

export const UsuarioSesion = z.object({
  id: z.number().int(),
  username: z.string(),
  nombre: z.string(),
  foto_perfil: z.string().nullable(),
  /** Whether they administer all companies. */
  is_admin: z.boolean(),
  rol: Rol,
  /** They log in by single sign-on and have no password here. */
  sso: z.literal(true).optional(),
})
export type UsuarioSesion = z.infer<typeof UsuarioSesion>

/**
 * What the people of a company see. `completo`: the whole application. `panel`: only their panel, profile and public view. `solo_panel`:
 * the same without links to the other screens.
 */
export const Modo = z.enum(['completo', 'panel', 'solo_panel'], {
  error: 'El modo de la empresa no es válido.',
})
export type Modo = z.infer<typeof Modo>

/** What the caller must do in their profile before any other screen is open. */
const pendiente = z.literal('segundo_factor').optional()

/** The screen that Retorna opens for the caller. */
const inicio = z.enum(INICIOS)

export const login = endpoint('POST /api/login', null, {
  summary: 'Open a session (cookie).',
  body: z.object({
    username: texto(120),
    password: z.string().max(1024),
    /** Code of the second factor, or a recovery code; needed after 401 `segundo_factor`. */
    codigo: texto(40).optional(),
  }),
  response: z.object({
    user: UsuarioSesion,
    empresa: z.number().int(),
    modo: Modo,
    inicio,
    /** Valid for change_password only, together with the cookie. */
    token: z.string(),
    pendiente,
  }),
})

export const validateToken = endpoint('GET /api/validate_token', null, {
  summary: 'Tell whether the session cookie is good; 401 when it is not.',
  response: z.object({
    ok: z.literal(true),
    status: z.literal('ok'),
    empresa: z.number().int(),
    modo: Modo,
    inicio,
    user: UsuarioSesion,
    pendiente,
  }),
})

export const logout = endpoint('POST /api/logout', null, {
  summary: 'End the session.',
  response: SinContenido.extend({
    /** Address that the browser opens to end the session at the identity provider too. */
    salida: z.string().optional(),
  }),
})

export const isAdmin = endpoint('GET /api/is_admin', null, {
  summary: 'Tell whether the user of the session is an administrator of all companies.',
  response: z.object({ is_admin: z.boolean() }),
})

export const getUser = endpoint('GET /api/get_user', null, {
  summary: 'The user of the session.',
  response: z.object({ user: UsuarioSesion, empresa: z.number().int() }),
})

export const Empresa = z.object({
  id: z.number().int(),
  nombre: z.string(),
  modo: Modo,
  /** Its people can log in by single sign-on only. */
  exigir_sso: z.boolean(),
})
export type Empresa = z.infer<typeof Empresa>

export const listEmpresas = endpoint('GET /api/empresas', 'inventario:leer', {
  summary: 'Companies that the user may choose between: all for an admin, their own for anybody else.',
  response: z.array(Empresa).max(10_000),
})
