import { sql } from 'kysely'
import type { Db } from '../db/cliente'
import { ABRE, CIERRA, type Marca, readMarcas } from './fragmento'
import type { Palabra } from './palabras'

/** One change of the folder at a time, whichever process makes it; held until the transaction ends. */
export async function lockManuales(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('retorna.manuales'))`.execute(tx)
}

/** Texts of files that no process has had for so long are dropped. */
const SIN_VER = '30 days'

/** Say that these files are here, and learn which of their texts are kept: by their hash, whether they could be read. */
export async function touchTextos(db: Db, huellas: string[]): Promise<Map<string, boolean>> {
  const { rows } = await sql<{ huella: string; legible: boolean }>`update manual set visto = now()
    where huella = any(${huellas}) returning huella, legible`.execute(db)
  return new Map(rows.map((r) => [r.huella, r.legible]))
}

/**
 * Keep the text of a file, unless another process has done so.
 * @param paginas null where they could not be read
 */
export async function saveTexto(db: Db, huella: string, paginas: string[] | null): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql`insert into manual (huella, legible) values (${huella}, ${paginas !== null})
      on conflict do nothing returning 1`.execute(tx)
    if (!rows.length || !paginas) return
    await sql`insert into manual_pagina (huella, pagina, texto)
      select ${huella}, n, t from unnest(${paginas}::text[]) with ordinality p (t, n) where t <> ''`.execute(
      tx,
    )
  })
}

export async function forgetTextos(db: Db): Promise<void> {
  await sql`delete from manual where visto < now() - ${SIN_VER}::interval`.execute(db)
}

export type Hallada = { huella: string; pagina: number; texto: string; marcas: Marca[]; aciertos: number }

/**
 * Pages of these files that hold at least half of the words, in any form of theirs and whatever the accents: those with more of them
 * first, then those where they say more.
 */
export async function searchPaginas(
  db: Db,
  huellas: string[],
  palabras: Palabra[],
  limite: number,
): Promise<Hallada[]> {
  if (!palabras.length || !huellas.length) return []
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
      select p.huella, p.pagina, count(*) as aciertos, sum(ts_rank(p.busqueda, w.consulta, 1)) as rango
      from manual_pagina p join palabra w on p.busqueda @@ w.consulta
      where p.huella = any(${huellas})
      group by p.huella, p.pagina
      having count(*) * 2 >= (select cuantas from c)
      order by 3 desc, 4 desc, 1, 2 limit ${limite}
    )
    select h.huella, h.pagina, h.aciertos, p.texto,
      ${marcado(sql`lower(p.texto)`)} as acentuado, ${marcado(sql`sin_acentos(p.texto)`)} as llano
    from hallada h join manual_pagina p on p.huella = h.huella and p.pagina = h.pagina cross join c
    order by h.aciertos desc, h.rango desc, h.huella, h.pagina`.execute(db)
  return rows.map(({ llano, acentuado, ...h }) => ({
    ...h,
    marcas: [...readMarcas(acentuado), ...readMarcas(llano)],
  }))
}
