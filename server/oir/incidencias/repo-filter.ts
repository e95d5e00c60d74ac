import { type RawBuilder, sql } from 'kysely'
import { type PENDIENTES, SIN_LECTOR } from '#contract/oir/incidencias/values'
import { SIN_UBICACION } from '#contract/parque/dispositivos/inventario-values'
import { CON_LUGAR } from './repo-lugar'

export type Filter = {
  empresa: number | null
  /** Null: no limit. `hasta` is exclusive. */
  desde: Date | null
  hasta: Date | null
  /** Substring of the nickname. */
  search?: string
  revisado?: boolean
  danio?: boolean
  ubicacion?: string
  lector?: string
  /** Family of the container. */
  pieza?: string
  /** The user in charge of it. */
  lleva?: number
  pendientes?: (typeof PENDIENTES)[number]
}

export type Row = {
  id: number
  empresa_id: number
  dispositivo_id: number
  mac: string
  apodo: string | null
  lector: string | null
  lector_apodo: string | null
  ubicacion: string | null
  tiempo: Date
  hasta: Date
  impactos: number
  pico_g: number | null
  accelxmax: number | null
  accelxmin: number | null
  accelymax: number | null
  accelymin: number | null
  accelzmax: number | null
  accelzmin: number | null
  revisado: boolean
  hubo_golpe_real: boolean
  hubo_danio: boolean
  mirado: boolean
  cerrada: Date | null
  cerrada_por: string | null
  lleva_id: number | null
  lleva_nombre: string | null
  nota: string | null
}

/** Somebody has said what it was: by a mark too, as one who does not know of `mirado` makes it. */
export const MIRADO = sql`(i.mirado or i.hubo_golpe_real or i.hubo_danio)`

export const WORDS = {
  ApodoDispositivo: sql`coalesce(d.apodo, d.mac)`,
  ApodoLector: sql`coalesce(l.apodo, l.mac)`,
  Ubicacion: sql`u.nombre`,
  cerrada_por: sql`coalesce(q.nombre, i.cerrada_por_nombre)`,
  lleva: sql`k.nombre`,
  nota: sql`n.texto`,
}

export const SIN_NOTA = sql`i.id, i.empresa_id, i.dispositivo_id, d.mac, d.apodo, l.mac as lector,
  ${WORDS.ApodoLector} as lector_apodo, ${WORDS.Ubicacion} as ubicacion, i.tiempo, i.hasta, i.impactos, i.pico_g,
  i.accelxmax, i.accelxmin, i.accelymax, i.accelymin, i.accelzmax, i.accelzmin, i.revisado, i.hubo_golpe_real,
  i.hubo_danio, ${MIRADO} as mirado, i.cerrada, ${WORDS.cerrada_por} as cerrada_por, k.id as lleva_id, ${WORDS.lleva} as lleva_nombre`
export const COLUMNS = sql`${SIN_NOTA}, ${WORDS.nota} as nota`

/** Tables for filters and groups: enough to count. */
export const CONTADAS = sql`incidencia i
  join dispositivo d on d.id = i.dispositivo_id
  ${CON_LUGAR}`

/** Tables for `SIN_NOTA`. */
export const CON_PERSONAS = sql`${CONTADAS}
  left join usuario q on q.id = i.cerrada_por
  left join usuario k on k.id = i.lleva`

export const TABLAS = sql`${CON_PERSONAS}
  left join lateral (
    select texto from incidencia_nota where incidencia_id = i.id order by momento desc, id desc limit 1
  ) n on true`

/** Grouping columns of incidents, with a label for missing values. */
export const GROUPS = {
  ubicacion: sql`coalesce(${WORDS.Ubicacion}, ${SIN_UBICACION})`,
  lector: sql`coalesce(${WORDS.ApodoLector}, ${SIN_LECTOR})`,
}

/** Nobody is in charge of incident `i`, or it happened more than a day ago. */
export const DE_PENDIENTES = {
  nadie: sql<boolean>`i.lleva is null`,
  antiguas: sql<boolean>`i.tiempo < now() - interval '1 day'`,
} as const

/** The conditions of a filter on `CONTADAS`. */
export function ofFilter(f: Filter): RawBuilder<unknown> {
  const pide = [
    f.desde && sql`i.tiempo >= ${f.desde}`,
    f.hasta && sql`i.tiempo < ${f.hasta}`,
    f.empresa !== null && sql`i.empresa_id = ${f.empresa}`,
    f.search !== undefined && sql`strpos(lower(d.apodo), lower(${f.search})) > 0`,
    f.revisado !== undefined && sql`i.revisado = ${f.revisado}`,
    f.danio !== undefined && sql`i.hubo_danio = ${f.danio}`,
    f.ubicacion !== undefined && sql`${GROUPS.ubicacion} = ${f.ubicacion}`,
    f.lector !== undefined && sql`${GROUPS.lector} = ${f.lector}`,
    f.pieza !== undefined && sql`d.familia = ${f.pieza}`,
    f.lleva !== undefined && sql`i.lleva = ${f.lleva}`,
    f.pendientes !== undefined && DE_PENDIENTES[f.pendientes],
  ].filter((p) => p !== false && p !== null)
  return pide.length ? sql.join(pide, sql` and `) : sql`true`
}
