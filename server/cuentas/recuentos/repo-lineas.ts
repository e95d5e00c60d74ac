import { type RawBuilder, sql } from 'kysely'
import type { LineaRecuento } from '#contract/cuentas/recuentos/reglas-values'
import type { ListaRecuento } from '#contract/cuentas/recuentos/values'
import type { Db } from '../../platform/db/client'

const OF_LISTA: Record<ListaRecuento, RawBuilder<unknown>> = {
  faltantes: sql`resultado = 'falta'`,
  sobrantes: sql`resultado in ('otro_sitio', 'no_esperado')`,
  desconocidos: sql`resultado = 'desconocido'`,
  encontrados: sql`resultado = 'correcto'`,
  repetidos: sql`veces > 1`,
}

type Page = { lista: ListaRecuento | null; desde: number; cuantas: number }

/** Rows of a closed count. */
export async function listLineas(db: Db, id: number, { lista, desde, cuantas }: Page) {
  const where = sql`recuento_id = ${id} ${lista ? sql`and ${OF_LISTA[lista]}` : sql``}`
  const { rows } = await sql<Omit<LineaRecuento, 'primero'> & { primero: Date | null }>`
    select mac, apodo, codigo, resultado, lugar, donde, veces, primero, personas, acuerda, foto from recuento_linea
    where ${where} order by n limit ${cuantas} offset ${desde}`.execute(db)
  const count = await sql<{
    n: number
  }>`select count(*)::int as n from recuento_linea where ${where}`.execute(db)
  return {
    lineas: rows.map((r): LineaRecuento => ({ ...r, primero: r.primero?.getTime() ?? null })),
    total: count.rows[0]?.n ?? 0,
  }
}

/** Writes the rows of a count when it is closed. */
export async function insertLineas(tx: Db, id: number, lineas: readonly LineaRecuento[]): Promise<void> {
  const rows = lineas.map((l, i) => ({
    ...l,
    n: i + 1,
    primero: l.primero === null ? null : new Date(l.primero),
  }))
  await sql`insert into recuento_linea (recuento_id, n, mac, apodo, codigo, resultado, lugar, donde, veces, primero, personas, acuerda, foto)
    select ${id}, n, mac, apodo, codigo, resultado, lugar, donde, veces, primero, personas, acuerda, foto
    from json_to_recordset(${JSON.stringify(rows)}::json) as x(n int, mac text, apodo text, codigo text, resultado text, lugar text,
      donde text, veces int, primero timestamptz, personas text[], acuerda boolean, foto uuid)`.execute(tx)
}
