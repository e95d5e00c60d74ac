import { sql } from 'kysely'
import type { ClaseEtiquetas, Plazos } from '#contract/parque/ajustes/ajustes'
import { type AjustesEmpresa, MAX_CLASES, type Umbral } from '#contract/parque/ajustes/umbrales-values'
import { type Ajustes, NOMBRES_DE_AJUSTE } from '#contract/parque/ajustes/values'
import type { Db } from '../../platform/db/client'
import { MUESTRAS, PICOS } from '../dispositivos/mide'

const columnOf = (k: keyof Ajustes) => k.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)
const COLUMNS = sql.raw(NOMBRES_DE_AJUSTE.map((k) => `${columnOf(k)} as "${k}"`).join(', '))

/** Settings of these companies, by company id; unknown companies are left out. */
export async function listAjustes(db: Db, empresas: number[]): Promise<Map<number, AjustesEmpresa>> {
  const { rows } = await sql<AjustesEmpresa & { empresa: number }>`
    select empresa_id as empresa, umbrales, ${COLUMNS} from ajuste where empresa_id = any(${empresas})`.execute(
    db,
  )
  return new Map(rows.map(({ empresa, ...a }) => [empresa, a]))
}

/** @param umbrales null: unchanged. @returns the saved settings; undefined: there is no such company */
export async function saveAjustes(
  tx: Db,
  empresa: number,
  a: Ajustes,
  umbrales: readonly Umbral[] | null,
): Promise<AjustesEmpresa | undefined> {
  const { rows } = await sql<AjustesEmpresa>`
    update ajuste set umbrales = coalesce(${umbrales && JSON.stringify(umbrales)}::jsonb, umbrales), ${sql.join(
      NOMBRES_DE_AJUSTE.map((k) => sql`${sql.ref(columnOf(k))} = ${a[k]}`),
    )} where empresa_id = ${empresa} returning umbrales, ${COLUMNS}`.execute(tx)
  return rows[0]
}

/** Containers of a company by family and tag manufacturer, largest groups first, with what the tags measure. */
export async function listKinds(db: Db, empresa: number): Promise<ClaseEtiquetas[]> {
  const { rows } = await sql<ClaseEtiquetas>`
    select d.familia, case when d.mac ~ '^[0-9A-F]{12}$' then left(d.mac, 6) else '' end as fabricante, count(*)::int as contenedores,
      (count(*) filter (where e.acel_dice & ${PICOS} <> 0))::int as picos,
      (count(*) filter (where e.acel_dice & ${PICOS} = 0 and e.acel_dice & ${MUESTRAS} <> 0))::int as muestras
    from dispositivo d left join dispositivo_estado e on e.dispositivo_id = d.id
    where d.empresa_id = ${empresa} and d.tipo <> 'Reader' and d.eliminado is null
    group by 1, 2 order by 3 desc, 1, 2 limit ${MAX_CLASES}`.execute(db)
  return rows
}

/** The limits after which a last record is stale and a container lost; of one company, or of all (null). */
export async function listPlazos(db: Db, empresa: number | null): Promise<Plazos[]> {
  const { rows } = await sql<Plazos>`
    select empresa_id as empresa, minutos_viejo as "minutosViejo", minutos_perdido as "minutosPerdido"
    from ajuste where ${empresa}::int is null or empresa_id = ${empresa} order by 1 limit 10000`.execute(db)
  return rows
}
