import { z } from 'zod'
import {
  Archivo,
  Dia,
  empresaOpcional,
  Id,
  Instante,
  porEmpresa,
  porId,
  SinContenido,
  texto,
} from '../../comunes'
import { endpoint } from '../../endpoint'
import { ConsultaGuardada } from './epcis'
import {
  MAX_SUSCRIPCIONES_EPCIS,
  MESES_EPCIS,
  MINUTOS_REPOSO,
  NOMBRES_PASO,
  reviewDominio,
  reviewExtension,
  reviewGln,
  reviewPrefijo,
  reviewTipo,
} from './values'

/** An optional text, validated if it is present. */
const quizas = (max: number, review: (s: string) => string | null) =>
  texto(max)
    .transform((s) => s || null)
    .nullable()
    .superRefine((s, c) => {
      const wrong = s === null ? null : review(s)
      if (wrong) c.addIssue({ code: 'custom', message: wrong })
    })

export const LugarEpcis = z.object({
  ubicacion: Id,
  /** Null: the company's GLN, extended by the id of the place. */
  gln: quizas(13, reviewGln),
  extension: quizas(20, reviewExtension),
  paso: z.enum(NOMBRES_PASO, { error: 'Ese paso no existe.' }),
})

const umbral = 'El umbral va de 0 a 1.'
const reposo = `El reposo va de ${MINUTOS_REPOSO.min} a ${MINUTOS_REPOSO.max} minutos.`
const meses = `Los eventos se guardan de ${MESES_EPCIS.min} a ${MESES_EPCIS.max} meses.`
export const Datos = z.object({
  activo: z.boolean({ error: 'Debe ser verdadero o falso.' }),
  /** First plant day that is published. */
  desde: Dia,
  umbral: z.number({ error: umbral }).min(0, { error: umbral }).max(1, { error: umbral }),
  minutos_reposo: z
    .number({ error: reposo })
    .int({ error: reposo })
    .min(MINUTOS_REPOSO.min, { error: reposo })
    .max(MINUTOS_REPOSO.max, { error: reposo }),
  /** Whole months, besides the present one, for which published events are kept; absent: not changed. */
  meses: z
    .number({ error: meses })
    .int({ error: meses })
    .min(MESES_EPCIS.min, { error: meses })
    .max(MESES_EPCIS.max, { error: meses })
    .optional(),
  prefijo: quizas(12, reviewPrefijo),
  dominio: quizas(60, reviewDominio),
  gln: quizas(13, reviewGln),
  /** Asset type by family. */
  familias: z
    .array(z.object({ familia: texto(60), tipo: texto(6).regex(/^\d*$/, { error: 'Solo cifras.' }) }), {
      error: 'Faltan las familias.',
    })
    .max(1000, { error: 'Son demasiadas familias.' }),
  lugares: z
    .array(LugarEpcis, { error: 'Faltan los lugares.' })
    .max(5000, { error: 'Son demasiados lugares.' }),
})
export type AjustesEpcis = z.infer<typeof Datos>

/** Checks across fields. */
export const AjustesQueCasan = Datos.superRefine((a, c) => {
  a.familias.forEach(({ tipo }, i) => {
    const wrong = a.prefijo ? reviewTipo(tipo, a.prefijo) : 'Antes hace falta el prefijo de empresa GS1.'
    if (wrong) c.addIssue({ code: 'custom', path: ['familias', i, 'tipo'], message: wrong })
  })
})

/** Identifiers of an example. */
const Ejemplo = z.object({
  contenedor: z.string().nullable(),
  lugar: z.string().nullable(),
  /** GRAI and GLN, digits only; null: none. */
  grai: z.string().nullable(),
  gln: z.string().nullable(),
  /** The same as they appear in events. */
  epc: z.string().nullable(),
  etiqueta: z.string().nullable(),
  sgln: z.string().nullable(),
  /** The same container as an EPC URN and as a Digital Link; null: it has no GRAI. */
  urn: z.string().nullable(),
  digital_link: z.string().nullable(),
})
export type EjemploEpcis = z.infer<typeof Ejemplo>

export const getAjustesEpcis = endpoint('GET /api/empresas/{id}/epcis', 'ajustes:leer', {
  summary: 'What a company publishes in EPCIS 2.0 and by which identifiers; what it may choose from.',
  ...porEmpresa,
  response: z.object({
    ajustes: Datos,
    /** Base of our own URIs. */
    base: z.string(),
    familias: z.array(z.string()),
    lugares: z.array(z.object({ id: z.number().int(), nombre: z.string(), planta: z.string() })),
    /** Number of published events. */
    eventos: z.number().int(),
    /** The last published event. */
    ultimo: Instante.nullable(),
    /** Containers that are still to be processed. */
    pendientes: z.number().int(),
    /** Events recorded before this moment were removed; null: none were. */
    podado: Instante.nullable(),
  }),
})

export const setAjustesEpcis = endpoint('PUT /api/empresas/{id}/epcis', 'ajustes:escribir', {
  summary: 'Set what a company publishes in EPCIS 2.0 and by which identifiers.',
  ...porEmpresa,
  body: AjustesQueCasan,
  response: SinContenido,
})

export const tryAjustesEpcis = endpoint('POST /api/empresas/{id}/epcis/ensayo', 'ajustes:leer', {
  summary: 'What an example container and an example place are named with these settings; nothing is kept.',
  params: porEmpresa.params,
  body: z.object({ ajustes: AjustesQueCasan, familia: texto(60).optional(), ubicacion: Id.optional() }),
  response: Ejemplo,
})

export const exportEpcis = endpoint('GET /api/export_epcis', 'epcis:leer', {
  summary: 'The events of a period as one EPCISDocument, in the order of publishing.',
  query: z.object({
    ...empresaOpcional,
    /** Plant days, both included. */
    desde: Dia,
    hasta: Dia,
    exportacion: z.uuid().optional(),
  }),
  response: Archivo,
})

export const SuscripcionEpcis = z.object({
  id: z.number().int(),
  empresa: z.number().int(),
  nombre: z.string(),
  webhook: z.number().int(),
  webhook_nombre: z.string(),
  consulta: ConsultaGuardada,
  activa: z.boolean(),
  /** Why it was paused automatically. */
  apagada: z.string().nullable(),
  /** When events were last delivered. */
  enviada: Instante.nullable(),
  /** Time of the next retry, if the last try failed. */
  siguiente: Instante.nullable(),
  /** Why the last try failed. */
  error: z.string().nullable(),
  creada: Instante,
})
export type SuscripcionEpcis = z.infer<typeof SuscripcionEpcis>

const datosSuscripcion = {
  nombre: texto(80, 'Falta el nombre.').min(1, { error: 'Falta el nombre.' }),
  webhook: z.number({ error: 'Elija un webhook.' }).int({ error: 'Elija un webhook.' }),
  consulta: ConsultaGuardada,
}

export const listSuscripcionesEpcis = endpoint('GET /api/suscripciones_epcis', null, {
  summary: 'Standard queries whose events go to a webhook as they are published.',
  query: z.object(empresaOpcional),
  response: z.object({ data: z.array(SuscripcionEpcis) }),
})

export const createSuscripcionEpcis = endpoint('POST /api/empresas/{id}/suscripciones_epcis', null, {
  summary: `Have the events of a standard query sent to a webhook from now on; up to ${MAX_SUSCRIPCIONES_EPCIS} of a company.`,
  ...porEmpresa,
  body: z.object({
    ...datosSuscripcion,
    /** Begin with the first published event instead of now. */
    desde_el_principio: z.boolean().default(false),
  }),
  response: SuscripcionEpcis,
})

export const updateSuscripcionEpcis = endpoint('PUT /api/suscripciones_epcis/{id}', null, {
  summary: 'Change a subscription, pause it, or go on with it where it stood.',
  ...porId,
  body: z
    .object({ ...datosSuscripcion, activa: z.boolean({ error: 'Debe ser verdadero o falso.' }) })
    .partial(),
  response: SuscripcionEpcis,
})

export const removeSuscripcionEpcis = endpoint('DELETE /api/suscripciones_epcis/{id}', null, {
  summary: 'End a subscription.',
  ...porId,
  response: SinContenido,
})
