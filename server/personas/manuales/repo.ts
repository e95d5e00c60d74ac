import { sql } from 'kysely'
import type { Db } from '../../platform/db/client'
import { ABRE, CIERRA, type Marca, readMarcas } from './fragmento'
import type { Word } from './words'

/** A reading that has not ended after this long is considered abandoned. */
const LECTURA_MAX = '2 minutes'

export type PorLeer = { huella: string; ruta: string; archivo: number; bytes: number }

/** Reserves an unread PDF for this process; undefined: there is none. */
export async function takePorLeer(db: Db): Promise<PorLeer | undefined> {
  const { rows } = await sql<PorLeer>`
    with libre as (
      select a.huella, d.ruta, a.id as archivo, a.bytes
      from manual_documento d join archivo a on a.id = d.archivo_id left join manual m on m.huella = a.huella
      where lower(right(d.ruta, 4)) = '.pdf'
        and (m.huella is null or (m.legible is null and m.tomado < now() - ${LECTURA_MAX}::interval))
      order by a.id limit 1
    ), tomada as (
      insert into manual as m (huella) select huella from libre
      on conflict (huella) do update set tomado = now()
        where m.legible is null and m.tomado < now() - ${LECTURA_MAX}::interval
      returning huella
    )
    select l.* from libre l join tomada t on t.huella = l.huella`.execute(db)
  return rows[0]
}

/** Releases it for another process. */
export async function leavePorLeer(db: Db, fingerprint: string): Promise<void> {
  await sql`delete from manual where huella = ${fingerprint} and legible is null`.execute(db)
}

/**
 * Saves the text of a file.
 * @param paginas null: it cannot be read
 */
export async function saveText(db: Db, fingerprint: string, pages: string[] | null): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql`update manual set legible = ${pages !== null}
      where huella = ${fingerprint} and legible is null returning 1`.execute(tx)
    if (!rows.length || !pages) return
    await sql`insert into manual_pagina (huella, pagina, texto)
      select ${fingerprint}, n, t from unnest(${pages}::text[]) with ordinality p (t, n) where t <> ''`.execute(
      tx,
    )
  })
}

/** Deletes texts of deleted documents, and files that never became documents. */
export async function forgetSobrantes(db: Db): Promise<void> {
  await sql`delete from manual m where not exists (
    select from manual_documento d join archivo a on a.id = d.archivo_id where a.huella = m.huella)`.execute(
    db,
  )
  await sql`delete from archivo a where creado < now() - interval '1 day'
    and not exists (select from manual_documento d where d.archivo_id = a.id)`.execute(db)
}

export type Hallada = { huella: string; pagina: number; texto: string; marcas: Marca[]; aciertos: number }

/**
 * Pages of these files with at least half of the words, in any inflected form and with or without accents: those with more words first,
 * then by relevance.
 */
export async function searchPages(
  db: Db,
  fingerprints: string[],
  words: Word[],
  limite: number,
): Promise<Hallada[]> {
  if (!words.length || !fingerprints.length) return []
  const marcado = (text: ReturnType<typeof sql>) =>
    sql<string>`ts_headline('spanish', ${text}, c.todas, ${`HighlightAll=true, StartSel=${ABRE}, StopSel=${CIERRA}`})`
  const { rows } = await sql<Omit<Hallada, 'marcas'> & { llano: string; acentuado: string }>`
    with palabra as materialized (
      select n, consulta from (
        select n, plainto_tsquery('spanish', a) || plainto_tsquery('spanish', b) || plainto_tsquery('spanish', c) as consulta
        from unnest(${words.map((p) => p.escrita)}::text[], ${words.map((p) => p.llana)}::text[],
          ${words.map((p) => p.acentuada)}::text[]) with ordinality t (a, b, c, n)
      ) q where numnode(consulta) > 0
    ), c as (
      select string_agg('(' || consulta::text || ')', ' | ')::tsquery as todas, count(*) as cuantas from palabra
    ), hallada as (
      select p.huella, p.pagina, count(*) as aciertos, sum(ts_rank(p.busqueda, w.consulta, 1)) as rango
      from manual_pagina p join palabra w on p.busqueda @@ w.consulta
      where p.huella = any(${fingerprints})
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
