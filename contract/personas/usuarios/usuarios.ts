import { z } from 'zod'

import {
  DireccionCorreo,
  enteroOpcional,
  filtro,
  Instante,
  NumeroEmpresa,
  porEmpresa,
  porId,
  SinContenido,
  texto,
} from '../../comunes'
import { endpoint } from '../../endpoint'
import { Empresa, Modo, Rol, RolPropio } from '../acceso/sesion'

/** Letters up to Latin Extended-B and Vietnamese ones. Phonetic letters beyond are excluded: they look like others. */
const LETRAS_LATINAS = /^[A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ0-9._@-]*$/

/** A user name that a person chooses. Equivalent forms of a letter (NFKC) are stored as one. */
export const Username = z
  .string({ error: 'Falta el usuario.' })
  .transform((s) => s.normalize('NFKC').trim())
  .refine((s) => LETRAS_LATINAS.test(s), {
    error: 'El usuario solo puede llevar letras latinas, cifras y los signos . _ - @.',
  })
  .refine((s) => s.length >= 2 && s.length <= 60, { error: 'El usuario debe tener de 2 a 60 caracteres.' })

export const Nombre = texto(120, 'Falta el nombre.').min(1, { error: 'Falta el nombre.' })
/** A password, to check or to set. */
export const Clave = z.string({ error: 'Falta la contraseña.' }).max(1024, {
  error: 'Como mucho 1024 caracteres.',
})

const si = z.boolean({ error: 'Debe ser verdadero o falso.' })
/** Given by role, or only as whether it is an administrator of all companies. */
const permisos = { rol: RolPropio.optional(), is_admin: si.optional() }
export const Usuario = z.object({
  id: z.number().int(),
  username: z.string(),
  nombre: z.string(),
  foto_perfil: z.string().nullable(),
  empresa: z.number().int(),
  is_admin: z.boolean(),
  rol: Rol,
  activo: z.boolean(),
  segundo_factor: z.boolean(),
  ultimo_acceso: Instante.nullable(),
  /** They log in by single sign-on: their groups give role and company, and there is no password here. */
  sso: z.boolean(),
  /** Mail address. */
  correo: z.string().nullable(),
  /** New mail address that is not confirmed yet. */
  correo_pendiente: z.string().nullable(),
})
export type Usuario = z.infer<typeof Usuario>

/** Maximum number of listed users. */
export const MAX_USUARIOS = 5000

export const listUsuarios = endpoint('GET /api/usuarios', null, {
  summary: 'Users by name, at most 5,000.',
  query: z.object({
    /** Substring of name or user name. */
    search: filtro(200),
    empresa: enteroOpcional('empresa', 1_000_000),
  }),
  response: z.array(Usuario),
})

export const createUsuario = endpoint('POST /api/usuarios', null, {
  summary: 'Make a user; an `operario` where nothing else is said.',
  body: z.object({
    username: Username,
    nombre: Nombre,
    password: Clave,
    empresa: NumeroEmpresa,
    /** A confirmation link is sent to this address. */
    correo: DireccionCorreo.optional(),
    ...permisos,
  }),
  response: Usuario,
})

export const updateUsuario = endpoint('PUT /api/usuarios/{id}', null, {
  summary: 'Change what is given of a user. Deactivating ends their sessions.',
  ...porId,
  body: z.object({
    username: Username.optional(),
    nombre: Nombre.optional(),
    empresa: NumeroEmpresa.optional(),
    correo: DireccionCorreo.optional(),
    ...permisos,
    activo: si.optional(),
    /** False: removes the second factor of a user who lost it. Only the user can add one. */
    segundo_factor: z.literal(false, { error: 'Solo se puede quitar.' }).optional(),
  }),
  response: Usuario,
})

export const removeUsuario = endpoint('DELETE /api/usuarios/{id}', null, {
  summary: 'Remove a user with their sessions and photo.',
  ...porId,
  response: SinContenido,
})

export const issueRestablecimiento = endpoint('POST /api/usuarios/{id}/restablecer', null, {
  summary: 'A one-time code with which the user sets a new password; shown once, good for 24 hours.',
  ...porId,
  response: z.object({ codigo: z.string(), caduca: Instante }),
})

export const resetClave = endpoint('POST /api/restablecer_clave', null, {
  summary: 'Set a new password with a one-time code; ends all sessions of the account.',
  body: z.object({
    username: texto(120, 'Falta el usuario.'),
    codigo: texto(60, 'Falta el código.'),
    password: Clave,
  }),
  response: SinContenido,
})

export const createEmpresa = endpoint('POST /api/empresas', null, {
  summary: 'Make a company.',
  /** Without `modo`: `solo_panel` for id 4, `panel` for 5 and 6, else `completo`. */
  body: z.object({ id: NumeroEmpresa, nombre: Nombre, modo: Modo.optional() }),
  response: Empresa,
})

export const updateEmpresa = endpoint('PUT /api/empresas/{id}', null, {
  summary: 'Change the name of a company, or what its people see.',
  ...porEmpresa,
  body: z.object({ nombre: Nombre, modo: Modo.optional(), exigir_sso: si.optional() }),
  response: Empresa,
})

export const removeEmpresa = endpoint('DELETE /api/empresas/{id}', null, {
  summary: 'Remove a company that holds nothing; else 409, which says what it holds.',
  ...porEmpresa,
  response: SinContenido,
})

export const Seguridad = z.object({
  /** Administrators without a second factor can only open their profile. */
  exigir_segundo_factor: si,
})

export const getSeguridad = endpoint('GET /api/seguridad', null, {
  summary: 'Rules of access of the whole installation.',
  response: Seguridad,
})

export const setSeguridad = endpoint('PUT /api/seguridad', null, {
  summary: 'Change the rules of access; by an administrator who has a second factor.',
  body: Seguridad,
  response: Seguridad,
})
