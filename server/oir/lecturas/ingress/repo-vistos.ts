import { type RawBuilder, sql } from 'kysely'
import type { CualesVistos } from '#contract/oir/lecturas/values'
import type { Db } from '../../../platform/db/client'

/** A tag whose fabricante the company does not have is reported only after this time: trucks bring tags of other companies along. */
const SE_QUEDA = '1 hour'
/** Most tags that are kept of each company, and how long after they were last heard. */
const GUARDADAS = { etiquetas: { max: 5000, tiempo: '30 days' }, paso: { max: 2000, tiempo: '1 day' } }

/** The company has a tag of the fabricante of `v` (the first six digits of the mac). */
const DE_FABRICANTE = sql`exists (
  select from dispositivo d where d.empresa_id = v.empresa_id and d.tipo <> 'Reader' and d.eliminado is null
    and d.mac >= left(v.mac, 6) and d.mac < left(v.mac, 6) || 'G' and length(v.mac) = 12
  offset 0)`
/** Evaluated once for each company, not for each tag. */
const SIN_CONTENEDORES = sql`v.empresa_id <> all(array(
  select e.id from empresa e where exists (
    select from dispositivo d where d.empresa_id = e.id and d.tipo <> 'Reader' and d.eliminado is null)))`
/**
 * The address is neither assigned by a maker (second lowest bit of the first byte is 0) nor static (highest two bits are 1), so that it may
 * rotate: a telephone.
 */
const PUEDE_ROTAR = sql`v.mac ~ '^[0-7][2367ABEF]'`
const ES_ROTA = sql<boolean>`exists (select 1 from etiqueta_rota r where r.empresa_id = v.empresa_id and r.mac = v.mac)`

/**
 * An unregistered tag `v` looks like the company's if its address does not rotate and one of these holds: the company has its fabricante;
 * it was on one of the company's containers; it sends what only tags send, and stays. A company without containers has no fabricante yet:
 * there any address that cannot rotate will do.
 */
const PARECE = sql<boolean>`(not v.aleatoria and (${DE_FABRICANTE} or ${ES_ROTA}
  or v.formato_conocido and v.ultima - v.primera >= ${SE_QUEDA}::interval
  or not ${PUEDE_ROTAR} and ${SIN_CONTENEDORES}))`

const CUALES: Record<CualesVistos, RawBuilder<boolean>> = { etiquetas: PARECE, paso: sql`not ${PARECE}` }

export type VistosFilter = { empresa: number | null; cuales?: CualesVistos | undefined; limite: number }

/** Tags that belong to no device in use, the last heard first. */
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
            // Forces a look-up for each tag up to the limit: a join would read all devices for a few tags.
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

/** Number of these tags by the reader that heard each last. */
export async function countVistos(db: Db, f: VistosFilter): Promise<{ lector: string | null; n: number }[]> {
  return db
    .selectFrom(selectVistos(db, f).as('v'))
    .select(['v.lector', sql<number>`count(*)::int`.as('n')])
    .groupBy('v.lector')
    .execute()
}

/** Keep only the newest tags of each company. Passing tags have a limit of their own, and are deleted a day after they were heard. */
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
