import { type RawBuilder, sql } from 'kysely'
import type { CualesVistos } from '#contract/valores/lecturas/lecturas'
import type { Db } from '../../../platform/db/client'

/** For this long a tag of a maker that the company has none of is heard before it is reported: trucks bring tags of others along. */
const SE_QUEDA = '1 hour'
/** What is kept of each company, and for how long after it was heard last. */
const GUARDADAS = { etiquetas: { max: 5000, tiempo: '30 days' }, paso: { max: 2000, tiempo: '1 day' } }

/** The company has a tag of the maker of `v`: the first six digits of its mac. */
const DE_FABRICANTE = sql`exists (
  select from dispositivo d where d.empresa_id = v.empresa_id and d.tipo <> 'Reader' and d.eliminado is null
    and d.mac >= left(v.mac, 6) and d.mac < left(v.mac, 6) || 'G' and length(v.mac) = 12
  offset 0)`
const SIN_CONTENEDORES = sql`not exists (
  select from dispositivo d where d.empresa_id = v.empresa_id and d.tipo <> 'Reader' and d.eliminado is null offset 0)`
/** Neither an address that a maker was given (second lowest bit of the first byte) nor a static one (highest two): a telephone's. */
const PUEDE_ROTAR = sql`v.mac ~ '^[0-7][2367ABEF]'`
const ES_ROTA = sql<boolean>`exists (select 1 from etiqueta_rota r where r.empresa_id = v.empresa_id and r.mac = v.mac)`

/**
 * An unregistered tag `v` looks like the company's: its address does not rotate, and it is of a maker that the company has, was on one of its containers,
 * or sends what only tags send and stays. A company without containers has no maker yet: there, whatever may keep its address.
 */
const PARECE = sql<boolean>`(not v.aleatoria and (${DE_FABRICANTE} or ${ES_ROTA}
  or v.formato_conocido and v.ultima - v.primera >= ${SE_QUEDA}::interval
  or not ${PUEDE_ROTAR} and ${SIN_CONTENEDORES}))`

const CUALES: Record<CualesVistos, RawBuilder<boolean>> = { etiquetas: PARECE, paso: sql`not ${PARECE}` }

export type VistosFilter = { empresa: number | null; cuales?: CualesVistos | undefined; limite: number }

/** Tags that no device in use has, the last heard first. */
function selectVistos(db: Db, { empresa, cuales, limite }: VistosFilter) {
  return db
    .selectFrom('visto_sin_registrar as v')
    .leftJoin('dispositivo as l', 'l.id', 'v.lector_id')
    .select(sql<string | null>`coalesce(l.apodo, l.mac)`.as('lector'))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('dispositivo as d')
            .select('d.id')
            .whereRef('d.mac', '=', 'v.mac')
            .where('d.eliminado', 'is', null)
            // One by one, as far as the limit: joined, all devices are read for a few tags.
            .offset(sql<number>`0`),
        ),
      ),
    )
    .$if(empresa !== null, (q) => q.where('v.empresa_id', '=', empresa as number))
    .$if(cuales !== undefined, (q) => q.where(CUALES[cuales as CualesVistos]))
    .orderBy('v.ultima', 'desc')
    .limit(limite)
}

export async function listVistos(db: Db, f: VistosFilter) {
  return selectVistos(db, f)
    .select(['v.mac', 'v.veces', 'v.primera', 'v.ultima', 'v.rssi', 'v.aleatoria'])
    .select([ES_ROTA.as('rota'), PARECE.as('parece_etiqueta')])
    .execute()
}

/** How many of them each reader heard last. */
export async function countVistos(db: Db, f: VistosFilter): Promise<{ lector: string | null; n: number }[]> {
  return db
    .selectFrom(selectVistos(db, f).as('v'))
    .select(['v.lector', sql<number>`count(*)::int`.as('n')])
    .groupBy('v.lector')
    .execute()
}

/** Keep the newest of each company. What passes by takes no place of what may be a tag, and goes a day after it was heard. */
export async function pruneVistos(db: Db): Promise<void> {
  const { etiquetas, paso } = GUARDADAS
  await sql`
    delete from visto_sin_registrar v using (
      select empresa_id, mac, parece, row_number() over (partition by empresa_id, parece order by ultima desc) as puesto
      from (select v.empresa_id, v.mac, v.ultima, ${PARECE} as parece from visto_sin_registrar v) p
    ) o
    where v.empresa_id = o.empresa_id and v.mac = o.mac and (
      o.parece and (o.puesto > ${etiquetas.max} or v.ultima < now() - ${etiquetas.tiempo}::interval)
      or not o.parece and (o.puesto > ${paso.max} or v.ultima < now() - ${paso.tiempo}::interval))`.execute(
    db,
  )
}
