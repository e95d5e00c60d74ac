import { sql } from 'kysely'
import type { Db } from '../db/cliente'
import { ABRE, CIERRA, type Marca, readMarcas } from './fragmento'
import type { Palabra } from './palabras'

/** One change of the folder at a time, whichever process makes it; held until the transaction ends. */
export async function lockManuales(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('retorna.manuales'))`.execute(tx)
}

/** What was read of each file, by its path. */
export async function listHuellas(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ ruta: string; huella: string }>`select ruta, huella from manual`.execute(db)
  return new Map(rows.map((r) => [r.ruta, r.huella]))
}

/** Keep the text of a file, in place of what was known of it. */
export async function saveTexto(db: Db, ruta: string, huella: string, paginas: string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`delete from manual where ruta = ${ruta}`.execute(tx)
    await sql`insert into manual (ruta, huella) values (${ruta}, ${huella}) on conflict do nothing`.execute(
      tx,
    )
    await sql`insert into manual_pagina (ruta, pagina, texto)
      select ${ruta}, n, t from unnest(${paginas}::text[]) with ordinality p (t, n) where t <> ''
      on conflict do nothing`.execute(tx)
  })
}

export async function forgetTextos(db: Db, rutas: string[]): Promise<void> {
  await sql`delete from manual where ruta = any(${rutas})`.execute(db)
}

export type Hallada = { ruta: string; pagina: number; texto: string; marcas: Marca[]; aciertos: number }

/**
 * Pages that hold at least half of the words, in any form of theirs and whatever the accents: those with more of them
 * first, then those where they say more.
 */
export async function searchPaginas(db: Db, palabras: Palabra[], limite: number): Promise<Hallada[]> {
  if (!palabras.length) return []
  const marcado = (texto: ReturnType<typeof sql>) =>
    sql<string>`ts_headline('spanish', ${texto}, c.todas, ${`HighlightAll=true, StartSel=${ABRE}, StopSel=${CIERRA}`})`
  const { rows } = await sql<Omit<Hallada, 'marcas'> & { llano: string; acentuado: string }>`
    with palabra as materialized (
      select n, consulta from (
        select n, plainto_tsquery('spanish', a) || plainto_tsquery('spanish', b) || plainto_tsquery('spanish', c) as consulta
        from unnest(${palabras.map((p) => p.escrita)}::text[], ${palabras.map((p) => p.llana)}::text[],
          ${palabras.map((p) => p.acentuada)}::text[]) with ordinality t (a, b, c, n)
      ) q where numnode(consulta) > 0
    ), c as (
      select string_agg('(' || consulta::text || ')', ' | ')::tsquery as todas, count(*) as cuantas from palabra
    ), hallada as (
      select p.ruta, p.pagina, count(*) as aciertos, sum(ts_rank(p.busqueda, w.consulta, 1)) as rango
      from manual_pagina p join palabra w on p.busqueda @@ w.consulta
      group by p.ruta, p.pagina
      having count(*) * 2 >= (select cuantas from c)
      order by 3 desc, 4 desc, 1, 2 limit ${limite}
    )
    select h.ruta, h.pagina, h.aciertos, p.texto,
      ${marcado(sql`lower(p.texto)`)} as acentuado, ${marcado(sql`sin_acentos(p.texto)`)} as llano
    from hallada h join manual_pagina p on p.ruta = h.ruta and p.pagina = h.pagina cross join c
    order by h.aciertos desc, h.rango desc, h.ruta, h.pagina`.execute(db)
  return rows.map(({ llano, acentuado, ...h }) => ({
    ...h,
    marcas: [...readMarcas(acentuado), ...readMarcas(llano)],
  }))
}
