import { sql } from 'kysely'
import type { GrupoBase } from '#contract/operacion/salud/values'
import type { Db } from '../../platform/db/client'

/** Growth is computed over the last days only: older growth says little about the future. */
const DIAS_MIRADOS = 14

/** The group of a table by the beginning of its name; the first match counts. */
const GROUPS: [RegExp, GrupoBase][] = [
  [/^evento/, 'eventos'],
  [
    /^(transicion|estancia|creencia|lector_lugar|aprendido|descanso|confirmacion|paseo|ciclo|etapa_|etapa$|visita|reloj$|prevision|atasco|familia_coste|familia_precio|perdida|silencio|parque|exposicion|recuento(?!_foto)|tercero|movimiento|saldo$|en_cuenta|custodia)/,
    'lugares',
  ],
  [/^(dispositivo|dicho$|lector_|credencial|etiqueta_rota|ubicacion|lt$|incidencia|pila)/, 'dispositivos'],
  [/^(cambio|causa|aviso|entrega|suscripcion|webhook|vigilancia|epcis)/, 'cambios'],
  [/^(cuarentena|visto_sin)/, 'entrada'],
  [/^(usuario|sesion|auditoria|empresa|cuenta_nueva|ajuste|calendario)/, 'personas'],
  [/^(archivo|manual|foto|plano|recuento_foto)/, 'archivos'],
]

const groupOf = (schema: string, tabla: string): GrupoBase =>
  schema === 'jobs' ? 'cola' : (GROUPS.find(([forma]) => forma.test(tabla))?.[1] ?? 'resto')

/** Bytes of each group of tables, with indexes; the remainder of the database is its own group. Reads only file sizes, no rows. */
export async function measureBase(db: Db): Promise<Map<GrupoBase, number>> {
  const { rows } = await sql<{ esquema: string; tabla: string; bytes: number }>`
    select n.nspname as esquema, c.relname as tabla, pg_total_relation_size(c.oid) as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'jobs')`.execute(db)
  const groups = new Map<GrupoBase, number>()
  const add = (g: GrupoBase, bytes: number) => groups.set(g, (groups.get(g) ?? 0) + bytes)
  let suma = 0
  for (const r of rows) {
    add(groupOf(r.esquema, r.tabla), r.bytes)
    suma += r.bytes
  }
  const todo = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
  add('resto', Math.max(0, (todo.rows[0]?.bytes ?? suma) - suma))
  return groups
}

/** Saves today's sizes unless they exist, and deletes those of over a year ago. @param zona the plant's time zone, for its day */
export async function saveSizeSample(db: Db, groups: Map<GrupoBase, number>, zona: string): Promise<void> {
  await sql`
    with viejas as (delete from medida where dia < current_date - 400)
    insert into medida (dia, grupo, bytes)
    select (now() at time zone ${zona})::date, g, b
    from unnest(${[...groups.keys()]}::text[], ${[...groups.values()]}::bigint[]) as x (g, b)
    on conflict do nothing`.execute(db)
}

/** The oldest sizes within the last days, and their age in days; null: there are none. */
export async function findSizeSample(db: Db): Promise<{ dias: number; grupos: Map<string, number> } | null> {
  const { rows } = await sql<{ grupo: string; bytes: number; dias: number }>`
    select grupo, bytes, extract(epoch from now() - tomada)::float8 / 86400 as dias from medida
    where dia = (select min(dia) from medida where tomada > now() - make_interval(days => ${DIAS_MIRADOS}))`.execute(
    db,
  )
  if (!rows[0]) return null
  return { dias: rows[0].dias, grupos: new Map(rows.map((r) => [r.grupo, r.bytes])) }
}

export async function readVersionBase(db: Db): Promise<{ postgres: string; migraciones: string[] }> {
  const { rows } = await sql<{ postgres: string; migraciones: string[] }>`
    select current_setting('server_version') as postgres,
      (select coalesce(json_agg(nombre), '[]') from migracion) as migraciones`.execute(db)
  return rows[0] as { postgres: string; migraciones: string[] }
}
