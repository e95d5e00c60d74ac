import { sql } from 'kysely'
import type { FilaCiclo } from '#contract/ciclos/cuadro'
import type { ListaCiclo, OrdenCiclo } from '#contract/valores/ciclos/cuadro'
import { type LugarEstimado, tellLugar } from '#contract/valores/dispositivos/lugar'
import type { Db } from '../../platform/db/client'
import { walkQuery } from '../../platform/db/cursor'
import { isoPlanta } from '../../platform/time/time'
import {
  countInside,
  countMedidas,
  type Donde,
  isAcabada,
  type LifeTableRow,
  listOf,
  listVistas,
  PASADAS,
  type TimeRange,
} from './repo-contenedores'

export type List = {
  que: ListaCiclo
  donde: Donde
  timeRange: TimeRange
  /** Those that this user is on; null: all. */
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

/** What those that are still there are over their limit, and what that has cost: from when it began on, day and night. */
const EXCESO = sql`cross join lateral (
  select case when f.hasta is null and f.dura_s > f.limite_s then f.dura_s - f.limite_s end as exceso_s
) x left join lateral (
  select c.euros_dia from familia_coste c where c.empresa_id = f.empresa_id and c.familia in (f.familia, '')
  order by c.familia = '' limit 1
) c on true cross join lateral (
  -- The way back of the clock is slow: nobody waits for it where nobody said what a day costs.
  select case when x.exceso_s is not null and c.euros_dia is not null then c.euros_dia
    * extract(epoch from now() - momento_abierto(f.empresa_id, f.planta, f.reloj_desde + f.limite_s))::float8 / ${DAY_S} end as euros
) y`
const SIN_EXCESO = sql`cross join (select null::float8 as exceso_s, null::float8 as euros) x`
const VIVAS: readonly ListaCiclo[] = ['dentro', 'atascados', 'aparte']

const ORDER: Record<OrdenCiclo, string[]> = {
  coste: ['euros', 'exceso_s', 'dura_s'],
  horas: ['dura_s'],
  desde: ['desde'],
  apodo: ['apodo'],
}

const AHORA_EN = sql`jsonb_build_object('ubicacion', n.ubicacion, 'situacion', n.situacion, 'certeza', n.certeza, 'segunda', n.segunda)`

/** Of all rows of the page at once: what is known of causes is made once. */
const ACTUALES = sql`select id, ubicacion, situacion, certeza, segunda from dispositivo_actual
  where id = any(array(select dispositivo_id from pagina))`

const ofPersona = (l: List) => sql`(${l.de}::bigint is null or f.persona_id = ${l.de})`

/**
 * What of a list need be read for its first `hasta` rows; null: all of it. Those within their limit stand behind those over it by what they cost; by
 * nickname nothing is in order beforehand.
 */
function lifeTableRowOf(l: List, hasta: number | null): LifeTableRow {
  if (hasta === null || l.de !== null) return null
  const { orden, sentido } = l
  if (l.que === 'dentro') return orden === 'coste' ? { por: 'horas', sentido, hasta } : null
  return orden === 'desde' || orden === 'horas' ? { por: orden, sentido, hasta } : null
}

/** @param pagina null: all of it */
async function queryOf(db: Db, l: List, page: { desde: number; cuantas: number } | null) {
  const vivas = VIVAS.includes(l.que)
  const sentido = l.sentido === 'asc' ? sql`asc` : sql`desc`
  const orden = [
    ...ORDER[l.orden].map((o) => sql`${sql.ref(o)} ${sentido} nulls last`),
    sql`dispositivo_id`,
    sql`desde`,
  ]
  const lifeTableRow = page ? sql`limit ${page.cuantas} offset ${page.desde}` : sql``
  const vistas = await listVistas(db, l.que, l.donde, l.timeRange)
  const list = listOf(
    l.que,
    vistas,
    l.donde,
    l.timeRange,
    lifeTableRowOf(l, page && page.desde + page.cuantas),
  )
  const dispositivo = sql`join dispositivo d on d.id = f.dispositivo_id`
  const porApodo = l.orden === 'apodo'
  return sql<Row>`with ${list}, pagina as (
      select f.*, exceso_s, euros ${porApodo ? sql`, d.apodo` : sql``} from fila f ${porApodo ? dispositivo : sql``}
      ${vivas ? EXCESO : SIN_EXCESO} where ${ofPersona(l)} order by ${sql.join(orden)} ${lifeTableRow}
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

/** While it is still there, with the doubt that the container itself is shown with. */
const tellEnCurso = ({ lugar, ahora }: Row) => (ahora?.ubicacion === lugar ? tellLugar(ahora) : lugar)

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
  Lugar: tellEnCurso(f),
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

/** Up to this many rows are counted at each look; of more than that the last measure's count is shown. */
const CONTADAS = 20_000

/** How many rows a list has. */
export async function countList(db: Db, l: List): Promise<number> {
  const { que, donde, timeRange } = l
  if (que === 'dentro' && l.de === null) return (await countInside(donde).execute(db)).rows[0]?.n ?? 0
  if (isAcabada(que) && !timeRange.desde && !timeRange.hasta && l.de === null) {
    const n = (await countMedidas(que, donde, timeRange).execute(db)).rows[0]?.n ?? 0
    if (n > CONTADAS) return n
  }
  const vistas = await listVistas(db, que, donde, timeRange)
  const { rows } = await sql<{ n: number }>`with ${listOf(que, vistas, donde, timeRange)}
    select count(*)::int as n from fila f where ${ofPersona(l)}`.execute(db)
  return rows[0]?.n ?? 0
}

export async function findList(
  db: Db,
  l: List,
  desde: number,
  cuantas: number,
  zona: string,
): Promise<FilaCiclo[]> {
  const { rows } = await (await queryOf(db, l, { desde, cuantas })).execute(db)
  return rows.map((f) => presentRow(f, zona))
}

export const walkList = (db: Db, l: List, zona: string): AsyncGenerator<FilaCiclo[]> =>
  walkQuery(
    db,
    (foto) => queryOf(foto, l, null),
    (f: Row) => presentRow(f, zona),
  )

/** Containers of each company and family (null: of none) that are stuck; those without any are left out. */
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
