import { z } from 'zod'
import { empresaOpcional, Instante } from './comunes'
import { endpoint } from './endpoint'
import { RUTAS } from './rutas'
import { GRUPOS_BASE, type GrupoBase, type NombreTrabajo, TRABAJOS_DICHOS } from './valores/salud'

const cuantos = z.number().int()
/** Milliseconds. */
const ms = z.number()
const bytes = z.number()

const Ingesta = z.object({
  /** Which process, as its machine knows it. */
  proceso: z.string(),
  desde: Instante,
  /** When it said so last. */
  visto: Instante,
  en_cola: cuantos,
  lecturas_minuto: z.number(),
  /** Messages of the last quarter of a minute of which nothing could be committed; their senders were told. */
  fallidos: cuantos,
  /** From arrival to commit, of the last quarter of a minute; null: nothing arrived. */
  retraso: z.object({ mediana: ms, p95: ms, peor: ms }).nullable(),
  /** When something was committed last. */
  ultima: Instante.nullable(),
})

const Trabajo = z.object({
  nombre: z.enum(Object.keys(TRABAJOS_DICHOS) as [NombreTrabajo, ...NombreTrabajo[]]),
  esperan: cuantos,
  en_marcha: cuantos,
  /** Since when the oldest one waits that is due. */
  espera_desde: Instante.nullable(),
  /** When it was done last, and how long that took. */
  hecho: Instante.nullable(),
  ms: ms.nullable(),
  /** When it failed last, and why; kept after it went well again. */
  fallado: Instante.nullable(),
  error: z.string().nullable(),
  /** Failures since it was done last. */
  fallos: cuantos,
})

const Base = z.object({
  /** Whether Retorna runs it itself. */
  integrada: z.boolean(),
  bytes,
  /** Bytes a day; null: too early to tell. */
  al_dia: z.number().nullable(),
  /** Over this many days. */
  dias: z.number().nullable(),
  grupos: z.array(
    z.object({
      grupo: z.enum(Object.keys(GRUPOS_BASE) as [GrupoBase, ...GrupoBase[]]),
      bytes,
      al_dia: z.number().nullable(),
    }),
  ),
  /** Where the database is; null: on a machine that Retorna does not see. */
  disco: z
    .object({
      libre: bytes,
      total: bytes,
      /** Days until it is full if the database grows on as it does; null: it does not, or nobody knows yet. */
      dias: z.number().nullable(),
    })
    .nullable(),
})

export const InstalacionSalud = z.object({
  ingesta: z.array(Ingesta),
  trabajos: z.array(Trabajo),
  base: Base,
  copias: z.object({
    /** How many are kept; 0: none is made. */
    cuantas: cuantos,
    ultima: z.object({ archivo: z.string(), hecha: Instante, bytes }).nullable(),
  }),
  /** What waits since a copy was restored, until `npm run salidas` lets it go; null: everything leaves. */
  retenidas: z.object({ desde: Instante, cuantas: cuantos }).nullable(),
  versiones: z.object({
    retorna: z.string(),
    postgres: z.string(),
    node: z.string(),
    /** Changes of the database's structure that are in place, and those that are not. */
    migraciones: cuantos,
    pendientes: cuantos,
  }),
})
export type InstalacionSalud = z.infer<typeof InstalacionSalud>

export const PlantaSalud = z.object({
  /** Readers that are switched on: all, those never heard, and those with each kind of open cause. */
  lectores: z.object({
    total: cuantos,
    nunca: cuantos,
    mudo: cuantos,
    sordo: cuantos,
    reloj: cuantos,
    clave: cuantos,
  }),
  /** Open ones that are part of no other. */
  averias: cuantos,
  cuarentena: z.object({ mensajes: cuantos, ultima: Instante.nullable() }),
  entregas: z.object({
    pendientes: cuantos,
    /** Of those, tried in vain. */
    reintentos: cuantos,
    /** Given up within the last 24 hours. */
    rechazadas: cuantos,
  }),
})
export type PlantaSalud = z.infer<typeof PlantaSalud>

export const getSalud = endpoint({
  ...RUTAS.getSalud,
  summary:
    'How readers, ingest, work, database, disk, copies and deliveries are doing. The installation is for administrators of all companies.',
  query: z.object(empresaOpcional),
  response: z.object({ planta: PlantaSalud, instalacion: InstalacionSalud.nullable() }),
})
export type Salud = z.infer<(typeof getSalud)['response']>
