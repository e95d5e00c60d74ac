import { z } from 'zod'
import {
  Archivo,
  empresaOpcional,
  entero,
  enteroOpcional,
  filtro,
  Instante,
  MacSerie,
  opcional,
  texto,
} from '../../comunes'
import { endpoint } from '../../endpoint'
import { columnasOpcional, Formato, seguimientoOpcional } from '../../exportar'
import {
  LARGO_NOTA_ATASCO,
  LIMITES_DE,
  LISTAS_CICLO,
  MAX_ATASCOS_LOTE,
  MOTIVOS_APARTE,
  ORDENES_CICLO,
  reviewMeta,
} from './cuadro-values'
import { CLASES } from './values'

const MAX_ID = 2 ** 53 - 1
const horas = z.number().nullable()
const cuantos = (nombre: string) =>
  z
    .number({ error: `${nombre} debe ser un número.` })
    .int({ error: `${nombre} debe ser un número entero.` })
    .min(0, { error: `${nombre} no puede ser negativo.` })
    .max(1_000_000, { error: `${nombre} es demasiado grande.` })
    .nullable()

const Meta = z.object({
  /** Open hours that a container may stay. */
  plazo_h: z
    .number({ error: 'El plazo debe ser un número.' })
    .positive({ error: 'El plazo debe ser mayor que 0.' })
    .max(100_000, { error: 'El plazo es demasiado largo.' })
    .nullable(),
  minimo: cuantos('El mínimo'),
  objetivo: cuantos('El objetivo'),
  maximo: cuantos('El máximo'),
})

const Cifras = {
  /** Number that ended in the window. */
  n: z.number().int(),
  /** Null: too few ended, or readers miss too many. */
  mediana_h: horas,
  p90_h: horas,
}

const EtapaCuadro = z.object({
  id: z.number().int(),
  nombre: z.string(),
  clase: z.enum(CLASES),
  ancla: z.boolean(),
  /** Containers in the stage now. */
  dentro: z.number().int(),
  /** Those that are no longer heard. */
  callan: z.number().int(),
  /** Those over their limit without a known reason. */
  atascados: z.number().int(),
  /** Those over their limit for a known reason. */
  aparte: z.number().int(),
  /** Finished stays, in open hours. */
  ...Cifras,
  q95_h: horas,
  /** Age from which the requested family is stuck, and the origin of that limit; null: no limit, or no family was requested. */
  limite_h: horas,
  limite_de: z.enum(LIMITES_DE).nullable(),
  /** Containers in the stage whose family has no limit. */
  sin_limite: z.number().int(),
  /** Targets of the requested family. */
  meta: Meta,
  /** Targets of all families. */
  general: Meta,
  /** Targets suggested by its history. */
  propuesta: Meta,
  /** Where readers miss containers: the mean number seen, the expected number, and the likely readers. */
  cobertura: z
    .object({
      se_ven: z.number(),
      deberian: z.number(),
      lectores: z.array(z.object({ mac: z.string(), Apodo: z.string().nullable() })),
    })
    .nullable(),
})
export type EtapaCuadro = z.infer<typeof EtapaCuadro>

const PasoCuadro = z.object({
  de: z.number().int(),
  a: z.number().int(),
  /** In hours of wall-clock time. */
  ...Cifras,
  /** Probability that a container that leaves goes there. */
  parte: z.number(),
})
export type PasoCuadro = z.infer<typeof PasoCuadro>

const CuadroCiclo = z.object({
  id: z.number().int(),
  nombre: z.string(),
  empresa: z.number().int(),
  /** Families with figures. */
  familias: z.array(z.string()),
  /** When its figures were computed; null: not yet. */
  medido: Instante.nullable(),
  /** The window: stays that began in it; legs and rounds that ended in it. */
  desde: Instante.nullable(),
  etapas: z.array(EtapaCuadro),
  pasos: z.array(PasoCuadro),
  vueltas: z.object({
    n: z.number().int(),
    mediana_d: horas,
    p90_d: horas,
    /** Rounds per year: 365 divided by the mean days of a round. */
    al_anno: horas,
  }),
  /** The last week is not over. */
  semanas: z.array(
    z.object({
      desde: Instante,
      hasta: Instante,
      vueltas: z.number().int(),
      mediana_d: horas,
      etapas: z.array(z.object({ id: z.number().int(), n: z.number().int(), mediana_h: horas })),
    }),
  ),
  /** Cost per day of a standing container of the requested family, or of all. */
  euros_dia: z.number().nullable(),
  /** Version of the targets and cost of that family. */
  version: z.string(),
})
export type CuadroCiclo = z.infer<typeof CuadroCiclo>

const deCiclo = {
  ciclo: enteroOpcional('ciclo', MAX_ID),
  familia: filtro(64),
  ...empresaOpcional,
}

const CicloVisible = z.object({
  id: z.number().int(),
  nombre: z.string(),
  empresa: z.number().int(),
  empresa_nombre: z.string(),
})

export const getCuadro = endpoint('GET /api/ciclo', 'ciclo:leer', {
  summary:
    'A loop with what is in its stages now and how long its stays, legs and rounds take. Without one: the first.',
  query: z.object(deCiclo),
  response: z.object({
    ciclos: z.array(CicloVisible),
    /** Null: there is no loop. */
    ciclo: CuadroCiclo.nullable(),
  }),
})
export type Cuadro = z.infer<(typeof getCuadro)['response']>

export const exportCuadro = endpoint('GET /api/export_ciclo', 'ciclo:leer', {
  summary: 'The stages of a loop with their figures as ciclo.xlsx or ciclo.pdf.',
  query: z.object({ ...deCiclo, formato: Formato, ...seguimientoOpcional }),
  response: Archivo,
})

const FiltrosLista = z.object({
  que: z.enum(LISTAS_CICLO, { error: 'Esa lista no existe.' }),
  ...deCiclo,
  /** For `pasos`: the stage that they come from. */
  etapa: enteroOpcional('etapa', MAX_ID),
  /** For `pasos`: the stage that they lead to. */
  a: enteroOpcional('a', MAX_ID),
  /** Window of finished ones: by their begin, or for legs and rounds by their end. Absent: the window of the figures. */
  desde: opcional(Instante),
  hasta: opcional(Instante),
  /** Only those that the caller works on. */
  mios: opcional(z.literal('true')),
  orden: z.enum(ORDENES_CICLO, { error: 'No se puede ordenar por esa columna.' }).optional(),
  sentido: z.enum(['asc', 'desc'], { error: 'El sentido debe ser asc o desc.' }).optional(),
})

export const FilaCiclo = z.object({
  mac: z.string(),
  Apodo: z.string().nullable(),
  Familia: z.string(),
  empresa: z.number().int(),
  ciclo: z.number().int(),
  etapa: z.object({ id: z.number().int(), nombre: z.string() }),
  /** Previous stage, for a leg. */
  de: z.object({ id: z.number().int(), nombre: z.string() }).nullable(),
  Ubicacion: z.string().nullable(),
  /** The place in words; for containers that are still there, with where they may be instead. */
  Lugar: z.string().nullable(),
  /** Begin of the leg or the round. */
  desde: Instante,
  /** Null: it goes on. */
  hasta: Instante.nullable(),
  /** Open hours of a stay; wall-clock hours of a leg or a round. */
  horas: z.number(),
  limite_h: horas,
  limite_de: z.enum(LIMITES_DE).nullable(),
  /** Open hours beyond its limit; null: within it. */
  exceso_h: horas,
  /** Cost since it exceeded its limit; null: no cost is set. */
  euros: z.number().nullable(),
  motivo: z.enum(MOTIVOS_APARTE).nullable(),
  causa: z.number().int().nullable(),
  /** Over its limit and held: the incident with damage that is not reviewed yet. It still counts as stuck. */
  retenido: z.number().int().nullable(),
  lleva: z.object({ id: z.number().int(), nombre: z.string() }).nullable(),
  nota: z.string().nullable(),
  callado_hasta: Instante.nullable(),
})
export type FilaCiclo = z.infer<typeof FilaCiclo>

export const listCiclo = endpoint('GET /api/ciclo/lista', 'ciclo:leer', {
  summary: 'The containers behind a figure of a loop, or those of all loops.',
  query: FiltrosLista.extend({
    page: entero('page', 1_000_000, 1),
    per_page: entero('per_page', 200, 50),
  }),
  response: z.object({ data: z.array(FilaCiclo), total: z.number().int() }),
})

export const exportListaCiclo = endpoint('GET /api/export_ciclo_lista', 'ciclo:leer', {
  summary: 'The same as contenedores_ciclo.xlsx or contenedores_ciclo.pdf.',
  query: FiltrosLista.extend({ formato: Formato, ...columnasOpcional, ...seguimientoOpcional }),
  response: Archivo,
})

const COSTE = 'El coste debe ser un número mayor que 0.'

export const setMetas = endpoint('PUT /api/ciclo/metas', 'ciclo:escribir', {
  summary:
    'Set the targets of all stages of a loop, for a family or (blank) for all that have none of their own. 409 where they are not the version named any more.',
  body: z.object({
    version: texto(64, 'Falta version.'),
    ciclo: z.number({ error: 'Falta ciclo.' }).int().min(1).max(MAX_ID),
    familia: texto(64, 'Falta familia.'),
    etapas: z
      .array(
        Meta.extend({ etapa: z.number({ error: 'Falta la etapa.' }).int().min(1).max(MAX_ID) }).superRefine(
          (m, ctx) => {
            const message = reviewMeta(m)
            if (message) ctx.addIssue({ code: 'custom', message })
          },
        ),
      )
      .max(100),
    euros_dia: z
      .number({ error: COSTE })
      .min(0.001, { error: COSTE })
      .max(1_000_000, { error: COSTE })
      .nullable(),
  }),
  response: z.object({ version: z.string() }),
})

export const setAtascos = endpoint('POST /api/ciclo/atascos', 'ciclo:escribir', {
  summary:
    'Of containers that are in a stage: who is on them, a note, and until when they are not counted as stuck. What is absent stays as it is.',
  body: z.object({
    contenedores: z
      .array(MacSerie, { error: 'Faltan los contenedores.' })
      .min(1, { error: 'Faltan los contenedores.' })
      .max(MAX_ATASCOS_LOTE, { error: `Como mucho ${MAX_ATASCOS_LOTE} contenedores de una vez.` }),
    lleva: z.number().int().min(1).max(MAX_ID).nullish(),
    nota: texto(LARGO_NOTA_ATASCO).nullish(),
    callado_hasta: Instante.nullish(),
  }),
  response: z.object({
    resultados: z.array(
      z.object({ mac: z.string(), status: z.enum(['success', 'error']), message: z.string() }),
    ),
  }),
})
