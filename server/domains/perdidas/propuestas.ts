import { MAX_JUNTOS } from '#contract/valores/avisos/avisos'
import type { Db } from '../../platform/db/client'
import { type Hecho, notifyAll, takeNew } from '../avisos/notify'
import { assignCallados } from './busca/repo'
import { tellBuscados } from './busca/tell'
import { keepDeclaradas } from './merma/repo-declaradas'
import { keepPerdida } from './repo-keep'
import { listPropuestas, type Propuesta } from './repo-propuestas'
import { askLibro } from './repo-write'

type Nueva = Propuesta & { clave: string }

/** Groups proposals by company, family and proposing user (or none). */
const groupOf = (p: Propuesta) => JSON.stringify([p.empresa, p.familia, p.persona])

function hechoOf(suyas: readonly [Nueva, ...Nueva[]]): Hecho {
  // Ordered by length of silence.
  const [{ clave, empresa, familia, persona, quien, desde }] = suyas
  return {
    empresa,
    tipo: 'propuesta',
    clave: `con ${clave}`,
    datos: {
      contenedores: suyas.slice(0, MAX_JUNTOS).map((p) => p.contenedor),
      n: suyas.length,
      familia,
      quien,
      desde: desde.toISOString(),
    },
    enlace: `/perdidas?${new URLSearchParams({ peldano: 'propuesta', ...(familia !== null && { familia }) })}`,
    lugares: [...new Set(suyas.flatMap((p) => p.lugar ?? []))],
    familias: familia === null ? [] : [familia],
    menos: persona === null ? [] : [persona],
    grupo: groupOf(suyas[0]),
  }
}

/** Notifies the users who may decide about these: each silence once, many containers of a family in one notice. */
async function tellPropuestas(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const propuestas = (await listPropuestas(tx, ids)).map(
    (p): Nueva => ({ ...p, clave: `propuesta:${p.id}:${p.desde.toISOString()}` }),
  )
  const groups = new Map<string, [Nueva, ...Nueva[]]>()
  for (const p of await takeNew(tx, propuestas)) {
    const suyas = groups.get(groupOf(p))
    if (suyas) suyas.push(p)
    else groups.set(groupOf(p), [p])
  }
  await notifyAll(tx, [...groups.values()].map(hechoOf))
}

/**
 * Updates the ladder and what is known of declared losses within a transaction that has the lock, and notifies the users who may decide of
 * containers that are newly proposed as lost, and those who are to search for some. The book gets back what was written off and is heard.
 * @param ids only these; null: all, and who searches for each company gets what silence put into search
 */
export async function keepLadder(tx: Db, ids: readonly number[] | null, zona: string): Promise<void> {
  const { propuestas, buscados, fuera } = await keepPerdida(tx, ids, zona)
  // Of the others nothing that is known of their declared losses has changed.
  await keepDeclaradas(tx, ids ?? fuera, zona)
  await askLibro(tx, fuera)
  await tellPropuestas(tx, propuestas)
  await tellBuscados(tx, ids === null ? [...buscados, ...(await assignCallados(tx))] : buscados)
}
