import { sql } from 'kysely'
import type { FilaCiclo } from '#contract/flujo/ciclos/cuadro'
import type { ListaCiclo, OrdenCiclo } from '#contract/flujo/ciclos/cuadro-values'
import { formatLugar, type LugarEstimado } from '#contract/parque/ubicaciones/lugar-values'
import type { Db } from '../../platform/db/client'
import { walkQuery } from '../../platform/db/queries/cursor'
import { isoPlanta } from '../../platform/time/time'
import {
  countInside,
  countMedidas,
  type Donde,
  isAcabada,
  listOf,
  listVistas,
  PASADAS,
  type Slice,
  type TimeRange,
} from './repo-contenedores'
import { countPasadas } from './vivas/repo-counts'

export type List = {
  que: ListaCiclo
  donde: Donde
  timeRange: TimeRange
  /** Only containers that this user is in charge of; null: all. */
  de: number | null
  orden: OrdenCiclo
  sentido: 'asc' | 'desc'
}

type Row = {
  mac: string
  apodo: string | null
  familia: string
  empresa: number
  ciclo: number
  etapa_id: number
  etapa: string
  de_id: number | null
  de: string | null
  lugar: string | null
  desde: Date
  hasta: Date | null
  dura_s: number
  limite_s: number | null
  limite_de: FilaCiclo['limite_de']
  exceso_s: number | null
  euros: number | null
  motivo: FilaCiclo['motivo']
  causa: number | null
  retenido: number | null
  persona_id: number | null
  persona: string | null
  nota: string | null
  callado_hasta: Date | null
  /** Where it is now; null: it has left. */
  ahora: LugarEstimado | null
}

const DAY_S = 86_400

/**
 * For containers still in the stage: the open seconds over their limit, and the cost since the limit was passed, day and night. `offset 0`: the
 * arrays of the clocks go no further.
 */
const EXCESO = sql`(
  select f.*, x.exceso_s, case when x.exceso_s is not null
    then f.euros_dia * (date_part('epoch', now()) - r.cerrado[i.n] - x.limite) / ${DAY_S}::float8 end as euros
  from fila f
  cross join lateral (
    select case when f.dura_s > f.limite_s then f.dura_s - f.limite_s end as exceso_s, f.reloj_desde + f.limite_s as limite
  ) x
  left join relojes r on r.empresa_id = f.empresa_id and r.planta = f.planta
  cross join lateral (select width_bucket(x.limite, r.antes) as n) i
  offset 0
)`
const SIN_EXCESO = sql`(select *, null::float8 as exceso_s, null::float8 as euros from fila)`
const VIVAS: readonly ListaCiclo[] = ['dentro', 'atascados', 'aparte']

const ORDER: Record<OrdenCiclo, string[]> = {
  coste: ['euros', 'exceso_s', 'dura_s'],
  horas: ['dura_s'],
  desde: ['desde'],
  apodo: ['apodo'],
}

const AHORA_EN = sql`jsonb_build_object('ubicacion', n.ubicacion, 'situacion', n.situacion, 'certeza', n.certeza, 'segunda', n.segunda)`

/** For all rows of the page at once: the causes are computed once. */
const ACTUALES = sql`select id, ubicacion, situacion, certeza, segunda from dispositivo_actual
  where id = any(array(select dispositivo_id from pagina))`

const ofPersona = (l: List) => sql`(${l.de}::bigint is null or f.persona_id = ${l.de})`

/** What to read for a page of a list; null: all of it. No index gives the order by nickname. */
function sliceOf(l: List, page: { desde: number; cuantas: number } | null): Slice {
  if (page === null || l.de !== null) return null
  const { orden: por, sentido } = l
  if (por === 'apodo' || por === (VIVAS.includes(l.que) ? 'desde' : 'coste')) return null
  return { por, sentido, desde: page.desde, hasta: page.desde + page.cuantas }
}

/** @param page null: all of it */
async function queryOf(db: Db, l: List, page: { desde: number; cuantas: number } | null) {
  const vivas = VIVAS.includes(l.que)
  const sentido = l.sentido === 'asc' ? sql`asc` : sql`desc`
  // Without `nulls last` an index gives the order; these columns are never null.
  const nulls = isAcabada(l.que) && l.orden !== 'apodo' ? sql`` : sql`nulls last`
  const orden = [
    ...ORDER[l.orden].map((o) => sql`${sql.ref(o)} ${sentido} ${nulls}`),
    sql`dispositivo_id`,
    sql`desde`,
  ]
  const vistas = await listVistas(db, l.que, l.donde, l.timeRange)
  const slice = sliceOf(l, page)
  // Of finished visits `listOf` reads the page alone.
  const limit = !page || (slice && isAcabada(l.que)) ? sql`` : sql`limit ${page.cuantas} offset ${page.desde}`
  const list = listOf(l.que, vistas, l.donde, l.timeRange, slice)
  const dispositivo = sql`join dispositivo d on d.id = f.dispositivo_id`
  const porApodo = l.orden === 'apodo'
  return sql<Row>`with ${list}, pagina as (
      select f.* ${porApodo ? sql`, d.apodo` : sql``}
      from ${vivas ? EXCESO : SIN_EXCESO} f ${porApodo ? dispositivo : sql``} where ${ofPersona(l)} order by ${sql.join(orden)} ${limit}
    )${vivas ? sql`, actual as materialized (${ACTUALES})` : sql``}
    select d.mac, d.apodo, f.familia, f.empresa_id as empresa, f.ciclo_id as ciclo, f.etapa_id, t.nombre as etapa, f.de_id, o.nombre as de,
      u.nombre as lugar, f.desde, f.hasta, f.dura_s, f.limite_s, f.limite_de, f.exceso_s, f.euros, f.motivo, f.causa_id as causa,
      case when f.exceso_s is not null then (
        select i.id from incidencia i where i.dispositivo_id = f.dispositivo_id and i.hubo_danio and not i.revisado order by i.tiempo limit 1
      ) end as retenido,
      f.persona_id, p.nombre as persona, f.nota, f.callado_hasta,
      ${vivas ? AHORA_EN : sql`null`} as ahora
    from pagina f ${dispositivo} join etapa t on t.id = f.etapa_id left join etapa o on o.id = f.de_id
    left join ubicacion u on u.id = coalesce(f.ubicacion_id, (
      select v.ubicacion_id from visita v where v.dispositivo_id = f.dispositivo_id and v.desde = f.desde
    ))
    left join usuario p on p.id = f.persona_id
    ${vivas ? sql`left join actual n on n.id = f.dispositivo_id` : sql``}
    order by ${sql.join(orden.map((o) => sql`f.${o}`))}`
}

/** While it is still there, the place is shown with the same certainty as on the container's own page. */
const formatEnCurso = ({ lugar, ahora }: Row) => (ahora?.ubicacion === lugar ? formatLugar(ahora) : lugar)

const HOUR_S = 3600
const presentRow = (f: Row, zona: string): FilaCiclo => ({
  mac: f.mac,
  Apodo: f.apodo,
  Familia: f.familia,
  empresa: f.empresa,
  ciclo: f.ciclo,
  etapa: { id: f.etapa_id, nombre: f.etapa },
  de: f.de_id === null ? null : { id: f.de_id, nombre: f.de ?? '' },
  Ubicacion: f.lugar,
  Lugar: formatEnCurso(f),
  desde: isoPlanta(f.desde, zona),
  hasta: isoPlanta(f.hasta, zona),
  horas: f.dura_s / HOUR_S,
  limite_h: f.limite_s === null ? null : f.limite_s / HOUR_S,
  limite_de: f.limite_de,
  exceso_h: f.exceso_s === null ? null : f.exceso_s / HOUR_S,
  euros: f.euros,
  motivo: f.motivo,
  causa: f.causa,
  retenido: f.retenido,
  lleva: f.persona_id === null ? null : { id: f.persona_id, nombre: f.persona ?? '' },
  nota: f.nota,
  callado_hasta: isoPlanta(f.callado_hasta, zona),
})

/** Up to this many rows are counted on each request; above it, the count of the last measurement is shown. */
const CONTADAS = 20_000

export async function countList(db: Db, l: List): Promise<number> {
  const { que, donde, timeRange } = l
  if (que === 'dentro' && l.de === null) return (await countInside(donde).execute(db)).rows[0]?.n ?? 0
  if ((que === 'atascados' || que === 'aparte') && l.de === null)
    return (await countPasadas(que, donde).execute(db)).rows[0]?.n ?? 0
  if (isAcabada(que) && !timeRange.desde && !timeRange.hasta && l.de === null) {
    const n = (await countMedidas(que, donde, timeRange).execute(db)).rows[0]?.n ?? 0
    if (n > CONTADAS) return n
  }
  const vistas = await listVistas(db, que, donde, timeRange)
  const { rows } = await sql<{ n: number }>`with ${listOf(que, vistas, donde, timeRange)}
    select count(*)::int as n from fila f where ${ofPersona(l)}`.execute(db)
  return rows[0]?.n ?? 0
}

/** A page of a list, and how many rows it has in all. */
export async function findPage(
  db: Db,
  l: List,
  desde: number,
  cuantas: number,
  zona: string,
): Promise<{ data: FilaCiclo[]; total: number }> {
  const [total, { rows }] = await Promise.all([
    countList(db, l),
    queryOf(db, l, { desde, cuantas }).then((query) => query.execute(db)),
  ])
  return { data: rows.map((f) => presentRow(f, zona)), total }
}

export const walkList = (db: Db, l: List, zona: string): AsyncGenerator<FilaCiclo[]> =>
  walkQuery(
    db,
    (foto) => queryOf(foto, l, null),
    (f: Row) => presentRow(f, zona),
  )

/** Number of stuck containers of each company and family (null: without a family); those with none are left out. */
export async function countAtascados(
  db: Db,
  empresa: number | null,
): Promise<{ empresa: number; familia: string | null; n: number }[]> {
  const { rows } = await sql<{ empresa: number; familia: string | null; n: number }>`
    with ${PASADAS({ empresa, ciclo: null, etapa: null, familia: null })}
    select empresa_id as empresa, nullif(familia, '') as familia, count(*)::int as n from pasada where motivo is null
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}
