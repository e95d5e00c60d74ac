import { sql } from 'kysely'
import type { ModeloPila } from '#contract/cuentas/pilas/pilas'
import { MAX_MODELOS_PILA, MIN_FINALES } from '#contract/cuentas/pilas/values'
import type { Db } from '../../platform/db/client'
import {
  estimateSurvivalCurve,
  type LifeTableRow,
  medianOf,
  type SurvivalCurve,
} from '../../platform/math/supervivencia'

/** Batteries of a model by their life in days; `tempranas`: those of the censored that were changed early. */
type Fila = LifeTableRow & { tempranas: number }
type DeModelo = { empresa: number; modelo: string; filas: Fila[] }

/** A company with at most this many learned batteries is learned anew with each exchange: that takes some 20 ms. */
const POCAS = 5000

export const curveKey = (empresa: number, modelo: string) => `${empresa} ${modelo}`

/**
 * Life of the batteries of each model in days, from one exchange to the next. Batteries that were changed early are censored at their
 * exchange, and batteries in use at the last reading of their tag.
 */
async function listTables(tx: Db, empresas: readonly number[]): Promise<DeModelo[]> {
  const { rows } = await sql<Fila & { empresa: number; modelo: string }>`
    with v as (
      select c.empresa_id, c.dispositivo_id, c.mac, c.cuando, lead(c.cuando) over w as fin, lead(c.acabada) over w as acabada
      from cambio_pila c
      where c.empresa_id = any(${empresas as number[]}::int[]) and c.clase = 'cambio'
        and not exists (select from cambio_pila x where x.anula = c.id)
      window w as (partition by c.dispositivo_id, c.mac order by c.cuando, c.id)
    )
    select v.empresa_id as empresa, modelo_etiqueta(v.mac, d.tipo) as modelo,
      greatest(0, floor(extract(epoch from coalesce(v.fin, case when d.mac = v.mac then e.ultimo_registro else d.mac_desde end, v.cuando)
        - v.cuando) / 86400))::int as t,
      (count(*) filter (where v.acabada))::int as salidas, (count(*) filter (where v.acabada is not true))::int as censuras,
      (count(*) filter (where v.fin is not null and v.acabada is not true))::int as tempranas
    from v join dispositivo d on d.id = v.dispositivo_id left join dispositivo_estado e on e.dispositivo_id = d.id
    group by 1, 2, 3 order by 1, 2, 3`.execute(tx)
  const tables = new Map<string, DeModelo>()
  for (const { empresa, modelo, ...r } of rows) {
    const key = curveKey(empresa, modelo)
    const de = tables.get(key)
    if (de) de.filas.push(r)
    else tables.set(key, { empresa, modelo, filas: [r] })
  }
  return [...tables.values()]
}

/** Companies whose exchanges were learned an hour ago or never. */
export async function listToLearn(tx: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select e.id from empresa e where (select true from cambio_pila c where c.empresa_id = e.id limit 1)
      and not exists (select from pila_aprendido p where p.empresa_id = e.id and p.momento > now() - interval '55 minutes')
    order by 1`.execute(tx)
  return rows.map((r) => r.id)
}

/** Those of these companies that are learned anew with each exchange. */
export async function listPocas(tx: Db, empresas: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select e as id from unnest(${empresas as number[]}::int[]) e
    where (select coalesce(sum(acabadas + tempranas + siguen), 0) from pila_aprendido where empresa_id = e) <= ${POCAS}`.execute(
    tx,
  )
  return rows.map((r) => r.id)
}

/** Learns what the exchanges of these companies teach, and saves it. */
export async function learnEmpresas(tx: Db, empresas: readonly number[]): Promise<void> {
  if (!empresas.length) return
  const learned = (await listTables(tx, empresas)).map(({ empresa, modelo, filas }) => ({
    empresa,
    modelo,
    ...sumFilas(filas),
    curva: estimateSurvivalCurve(filas),
  }))
  await sql`delete from pila_aprendido where empresa_id = any(${empresas as number[]}::int[])`.execute(tx)
  await sql`
    insert into pila_aprendido (empresa_id, modelo, acabadas, tempranas, siguen, mediana, bajo, alto, curva)
    select * from jsonb_to_recordset(${JSON.stringify(learned)}::jsonb) as x (empresa int, modelo text, acabadas int, tempranas int,
      siguen int, mediana int, bajo int, alto int, curva jsonb)`.execute(tx)
}

/** The survival curves, by company and model. */
export async function listCurves(tx: Db, empresas: readonly number[]): Promise<Map<string, SurvivalCurve>> {
  const { rows } = await sql<{ empresa: number; modelo: string; curva: SurvivalCurve }>`
    select empresa_id as empresa, modelo, curva from pila_aprendido
    where empresa_id = any(${empresas as number[]}::int[]) and modelo <> ''`.execute(tx)
  return new Map(rows.map((r) => [curveKey(r.empresa, r.modelo), r.curva]))
}

/** What is learned about each model, those with most tags first. @param empresa null: of all companies */
export async function listAprendido(db: Db, empresa: number | null): Promise<ModeloPila[]> {
  const suyas = sql`modelo <> '' and (${empresa}::int is null or empresa_id = ${empresa})`
  const { rows } = await sql<Omit<ModeloPila, 'sin_mediana'>>`
    select empresa_id as empresa, modelo, coalesce(t.etiquetas, 0) as etiquetas, coalesce(t.por_edad, 0) as por_edad,
      coalesce(acabadas, 0) as acabadas, coalesce(tempranas, 0) as tempranas, coalesce(siguen, 0) as siguen, mediana, bajo, alto
    from (select * from pila_aprendido where ${suyas}) a full join (
      select empresa_id, modelo, sum(n)::int as etiquetas,
        coalesce(sum(n) filter (where clase = 'este_mes' and motivo = 'edad'), 0)::int as por_edad
      from pila_cuenta where n > 0 and ${suyas} group by 1, 2
    ) t using (empresa_id, modelo)`.execute(db)
  return rows
    .map((r) => ({ ...r, sin_mediana: whyNoMedian(r) }))
    .toSorted(
      (a, b) => b.etiquetas - a.etiquetas || a.modelo.localeCompare(b.modelo) || a.empresa - b.empresa,
    )
    .slice(0, MAX_MODELOS_PILA)
}

const whyNoMedian = ({
  acabadas,
  mediana,
}: Pick<ModeloPila, 'acabadas' | 'mediana'>): ModeloPila['sin_mediana'] =>
  acabadas < MIN_FINALES ? 'pocas_acabadas' : mediana === null ? 'menos_de_la_mitad' : null

function sumFilas(filas: readonly Fila[]) {
  const sum = (of: (f: Fila) => number) => filas.reduce((n, f) => n + of(f), 0)
  const [acabadas, tempranas] = [sum((f) => f.salidas), sum((f) => f.tempranas)]
  const known = acabadas >= MIN_FINALES ? medianOf(filas) : null
  return {
    acabadas,
    tempranas,
    siguen: sum((f) => f.censuras) - tempranas,
    mediana: known?.mediana ?? null,
    bajo: known && known.mediana !== null ? known.bajo : null,
    alto: known && known.mediana !== null ? known.alto : null,
  }
}
