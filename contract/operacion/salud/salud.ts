import { z } from 'zod'
import { empresaOpcional, Instante } from '../../comunes'
import { endpoint } from '../../endpoint'
import { GRUPOS_BASE, type GrupoBase, type NombreTrabajo, TRABAJOS_DICHOS } from './values'

const cuantos = z.number().int()
/** Milliseconds. */
const ms = z.number()
const bytes = z.number()

const Ingesta = z.object({
  /** Name of the process: its machine and process id. */
  proceso: z.string(),
  desde: Instante,
  /** Time of its last heartbeat. */
  visto: Instante,
  en_cola: cuantos,
  lecturas_minuto: z.number(),
  /** Messages of the last 15 seconds of which nothing could be committed; their senders got an error. */
  fallidos: cuantos,
  /** Time from arrival to commit over the last 15 seconds; null: nothing arrived. */
  retraso: z.object({ mediana: ms, p95: ms, peor: ms }).nullable(),
  /** Time of the last commit. */
  ultima: Instante.nullable(),
})

const Trabajo = z.object({
  nombre: z.enum(Object.keys(TRABAJOS_DICHOS) as [NombreTrabajo, ...NombreTrabajo[]]),
  esperan: cuantos,
  en_marcha: cuantos,
  /** Due time of the oldest waiting job. */
  espera_desde: Instante.nullable(),
  /** When a job last succeeded. */
  hecho: Instante.nullable(),
  /** How long that took. */
  ms: ms.nullable(),
  /** When a job last failed; kept after later successes. */
  fallado: Instante.nullable(),
  /** Reason of that failure. */
  error: z.string().nullable(),
  /** Failures since the last success. */
  fallos: cuantos,
})

const Base = z.object({
  /** Whether it is the embedded database. */
  integrada: z.boolean(),
  bytes,
  /** Growth in bytes a day; null: not enough samples yet. */
  al_dia: z.number().nullable(),
  /** Number of days that the growth is measured over. */
  dias: z.number().nullable(),
  grupos: z.array(
    z.object({
      grupo: z.enum(Object.keys(GRUPOS_BASE) as [GrupoBase, ...GrupoBase[]]),
      bytes,
      al_dia: z.number().nullable(),
    }),
  ),
  /** Disk of the database; null: on a machine that Retorna cannot see. */
  disco: z
    .object({
      libre: bytes,
      total: bytes,
      /** Days until the disk is full at the present growth; null: no growth, or unknown. */
      dias: z.number().nullable(),
    })
    .nullable(),
})

export const InstalacionSalud = z.object({
  ingesta: z.array(Ingesta),
  /** Sessions at the outside MQTT broker that it keeps messages for; null: none. */
  broker: z
    .object({
      sesiones: cuantos,
      /** Those that no process reads: what comes for them waits at the broker. */
      sin_leer: cuantos,
      /** Since when the first of those waits. */
      desde: Instante.nullable(),
    })
    .nullable(),
  trabajos: z.array(Trabajo),
  base: Base,
  copias: z.object({
    /** Number of copies that are kept; 0: none is made. */
    cuantas: cuantos,
    ultima: z.object({ archivo: z.string(), hecha: Instante, bytes }).nullable(),
  }),
  /** The clock of the machine has jumped and is not believed: since when, and how far it is ahead (negative: behind); null: it is believed. */
  reloj: z.object({ desde: Instante, adelanto_s: z.number() }).nullable(),
  /** What is held back since a copy was restored, until `npm run salidas` releases it; null: nothing. */
  retenidas: z.object({ desde: Instante, cuantas: cuantos }).nullable(),
  versiones: z.object({
    retorna: z.string(),
    postgres: z.string(),
    node: z.string(),
    /** Applied migrations. */
    migraciones: cuantos,
    /** Migrations that are not applied yet. */
    pendientes: cuantos,
  }),
})
export type InstalacionSalud = z.infer<typeof InstalacionSalud>

export const PlantaSalud = z.object({
  /** Activated readers: all, those never heard, and those with each class of open cause. */
  lectores: z.object({
    total: cuantos,
    nunca: cuantos,
    mudo: cuantos,
    sordo: cuantos,
    reloj: cuantos,
    clave: cuantos,
  }),
  /** Open causes that are not part of another one. */
  averias: cuantos,
  cuarentena: z.object({ mensajes: cuantos, ultima: Instante.nullable() }),
  entregas: z.object({
    pendientes: cuantos,
    /** Of these, those that failed at least once. */
    reintentos: cuantos,
    /** Given up within the last 24 hours. */
    rechazadas: cuantos,
  }),
})
export type PlantaSalud = z.infer<typeof PlantaSalud>

export const getSalud = endpoint('GET /api/salud', 'lectores:leer', {
  summary:
    'How readers, ingest, work, database, disk, copies and deliveries are doing. The installation is for administrators of all companies.',
  query: z.object(empresaOpcional),
  response: z.object({ planta: PlantaSalud, instalacion: InstalacionSalud.nullable() }),
})
export type Salud = z.infer<(typeof getSalud)['response']>
