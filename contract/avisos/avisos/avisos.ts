import { z } from 'zod'
import {
  Dia,
  empresaOpcional,
  entero,
  filtro,
  Id,
  Instante,
  opcional,
  porEmpresa,
  porId,
  SinContenido,
  texto,
} from '../../comunes'
import { endpoint } from '../../endpoint'
import {
  CANALES_ENTREGA,
  ESTADOS_ENTREGA,
  FRECUENCIAS,
  GRAVEDADES,
  TIPOS_AVISO,
  type TipoAviso,
} from './values'

const Tipo = z.enum(TIPOS_AVISO, { error: 'Ese tipo de aviso no existe.' })
const cuantas = z.number().int()

export const Aviso = z.object({
  id: z.number().int(),
  tipo: Tipo,
  gravedad: z.enum(GRAVEDADES),
  asunto: z.string(),
  /** One line: what, how many, why, since when. */
  texto: z.string(),
  /** Label of the button to `enlace`, a path of the application. */
  boton: z.string(),
  enlace: z.string(),
  tiempo: Instante,
  leido: z.boolean(),
})
export type Aviso = z.infer<typeof Aviso>

export const listAvisos = endpoint('GET /api/avisos', null, {
  summary: 'What the caller was told, newest first.',
  query: z.object({
    tipo: opcional(Tipo),
    gravedad: opcional(z.enum(GRAVEDADES, { error: 'La gravedad debe ser grave o normal.' })),
    leido: opcional(z.enum(['si', 'no'], { error: 'Debe ser si o no.' })),
    /** Plant days, both included. */
    desde: opcional(Dia),
    hasta: opcional(Dia),
    page: entero('page', 1_000_000, 1),
    per_page: entero('per_page', 200, 50),
  }),
  response: z.object({ data: z.array(Aviso), total: cuantas, sin_leer: cuantas }),
})

export const countAvisos = endpoint('GET /api/avisos/sin_leer', null, {
  summary: 'How many notices the caller has not read.',
  response: z.object({ sin_leer: cuantas }),
})

export const readAvisos = endpoint('POST /api/avisos/leer', null, {
  summary: 'Mark notices of the caller as read or not; all of them where none is named.',
  body: z.object({
    ids: z
      .array(Id)
      .min(1, { error: 'Falta qué avisos.' })
      .max(1000, { error: 'Como mucho 1000 avisos.' })
      .optional(),
    leido: z.boolean({ error: 'Debe ser verdadero o falso.' }),
  }),
  response: z.object({ sin_leer: cuantas }),
})

const siONo = z.enum(['no', 'ya'], { error: 'Debe ser no o ya.' })
const Vias = z.object({
  app: siONo,
  correo: z.enum(FRECUENCIAS, { error: 'Debe ser no, ya, dia o semana.' }),
  push: siONo,
})
const Hora = z
  .string({ error: 'Falta la hora.' })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'La hora debe tener el formato HH:MM.' })

const intereses = {
  familias: z
    .array(texto(64).min(1, { error: 'La familia está vacía.' }))
    .max(1000, { error: 'Como mucho 1000 familias.' }),
  ubicaciones: z.array(Id).max(1000, { error: 'Como mucho 1000 ubicaciones.' }),
}

export const PreferenciasAviso = z.object({
  canales: z.object(Object.fromEntries(TIPOS_AVISO.map((t) => [t, Vias])) as Record<TipoAviso, typeof Vias>),
  /** Quiet hours, plant time: only `grave` notices are sent then. */
  silencio: z.object({ desde: Hora, hasta: Hora }).nullable(),
  /** Restricts notices to these, and to those about none in particular; empty: all notices. */
  ...intereses,
})
export type PreferenciasAviso = z.infer<typeof PreferenciasAviso>

export const getPreferencias = endpoint('GET /api/avisos/preferencias', null, {
  summary: 'Of what the caller is told, and how; what fits their role until they choose.',
  response: PreferenciasAviso,
})

export const setPreferencias = endpoint('PUT /api/avisos/preferencias', null, {
  summary: 'Choose of what the caller is told, and how.',
  body: PreferenciasAviso,
  response: PreferenciasAviso,
})

export const Suscripcion = z.object({
  id: z.number().int(),
  aparato: z.string(),
  creada: Instante,
  direccion: z.string(),
})

export const listSuscripciones = endpoint('GET /api/avisos/dispositivos', null, {
  summary: 'Devices on which the caller is told, and the key that a new one subscribes with.',
  response: z.object({ clave: z.string(), data: z.array(Suscripcion) }),
})

const base64url = (nombre: string) =>
  z.string({ error: `Falta ${nombre}.` }).regex(/^[\w-]{16,120}={0,2}$/, { error: `${nombre} no es válido.` })

export const MAX_SUSCRIPCIONES = 20

export const createSuscripcion = endpoint('POST /api/avisos/dispositivos', null, {
  summary: 'Tell the caller on this device too.',
  body: z.object({
    direccion: z.string({ error: 'Falta la dirección.' }).max(2000, { error: 'Como mucho 2000 caracteres.' }),
    p256dh: base64url('p256dh'),
    auth: base64url('auth'),
    aparato: texto(80, 'Falta el nombre del dispositivo.').min(1, {
      error: 'Falta el nombre del dispositivo.',
    }),
  }),
  response: Suscripcion,
})

export const removeSuscripcion = endpoint('DELETE /api/avisos/dispositivos/{id}', null, {
  summary: 'Tell the caller no more on that device.',
  ...porId,
  response: SinContenido,
})

/** Result of a trial: null, or the reason of the failure, for people. */
export const Prueba = z.object({ error: z.string().nullable() })

export const tryCanal = endpoint('POST /api/avisos/prueba', null, {
  summary: 'Send a trial to the caller, by mail or to one of their devices.',
  body: z.object({
    canal: z.enum(['correo', 'push'], { error: 'El canal debe ser correo o push.' }),
    /** The device; absent: all. */
    suscripcion: Id.optional(),
  }),
  response: Prueba,
})

export const leaveCorreo = endpoint('POST /api/avisos/baja', null, {
  summary: 'Stop the mails of whoever the link was sent to. Needs no session.',
  query: z.object({ t: texto(200, 'Falta el enlace.') }),
  response: SinContenido,
})

export const Entrega = z.object({
  id: z.string(),
  empresa: z.number().int(),
  canal: z.enum(CANALES_ENTREGA),
  /** Name of the receiver. */
  nombre: z.string(),
  /** Null: a trial. */
  asunto: z.string().nullable(),
  resumen: z.boolean(),
  estado: z.enum(ESTADOS_ENTREGA),
  intentos: z.number().int(),
  creada: Instante,
  /** Time of the next try, if it is pending. */
  siguiente: Instante.nullable(),
  terminada: Instante.nullable(),
  /** Why the last try failed. */
  error: z.string().nullable(),
})
export type Entrega = z.infer<typeof Entrega>

export const listEntregas = endpoint('GET /api/avisos/entregas', 'auditoria:leer', {
  summary: 'What was sent to whom and what became of it, newest first.',
  query: z.object({
    /** Substring of the receiver's name or of the reason. */
    search: filtro(200),
    canal: opcional(z.enum(CANALES_ENTREGA, { error: 'Ese canal no existe.' })),
    estado: opcional(z.enum(ESTADOS_ENTREGA, { error: 'Ese estado no existe.' })),
    /** From this plant day on. */
    desde: opcional(Dia),
    ...empresaOpcional,
    page: entero('page', 1_000_000, 1),
    per_page: entero('per_page', 200, 50),
  }),
  response: z.object({ data: z.array(Entrega), total: cuantas }),
})

export const Webhook = z.object({
  id: z.number().int(),
  empresa: z.number().int(),
  nombre: z.string(),
  url: z.string(),
  tipos: z.array(Tipo),
  familias: z.array(z.string()),
  ubicaciones: z.array(z.number().int()),
  activo: z.boolean(),
  /** Why it was switched off automatically. */
  apagado: z.string().nullable(),
  /** Time until which the previous secret signs too. */
  previo_hasta: Instante.nullable(),
})
export type Webhook = z.infer<typeof Webhook>

const datosWebhook = {
  nombre: texto(80, 'Falta el nombre.').min(1, { error: 'Falta el nombre.' }),
  url: texto(2000, 'Falta la dirección.').min(1, { error: 'Falta la dirección.' }),
  tipos: z.array(Tipo).max(TIPOS_AVISO.length, { error: 'Hay tipos repetidos.' }),
  ...intereses,
}
export const MAX_WEBHOOKS = 20

export const listWebhooks = endpoint('GET /api/webhooks', null, {
  summary: 'Addresses of other systems that a company has its notices sent to.',
  query: z.object(empresaOpcional),
  response: z.object({ data: z.array(Webhook) }),
})

export const createWebhook = endpoint('POST /api/empresas/{id}/webhooks', null, {
  summary: 'Send the notices of a company to an address, signed with a secret that is shown once.',
  ...porEmpresa,
  body: z.object(datosWebhook),
  response: z.object({ webhook: Webhook, secreto: z.string() }),
})

export const updateWebhook = endpoint('PUT /api/webhooks/{id}', null, {
  summary: 'Change a webhook, or switch it on or off.',
  ...porId,
  body: z.object({ ...datosWebhook, activo: z.boolean({ error: 'Debe ser verdadero o falso.' }) }).partial(),
  response: Webhook,
})

export const removeWebhook = endpoint('DELETE /api/webhooks/{id}', null, {
  summary: 'Send nothing more to an address, and forget it.',
  ...porId,
  response: SinContenido,
})

export const changeSecreto = endpoint('POST /api/webhooks/{id}/secreto', null, {
  summary: 'A new secret, shown once; the one before signs too for 24 hours.',
  ...porId,
  response: z.object({ webhook: Webhook, secreto: z.string() }),
})

export const tryWebhook = endpoint('POST /api/webhooks/{id}/prueba', null, {
  summary: 'Send a trial to a webhook.',
  ...porId,
  response: Prueba,
})
