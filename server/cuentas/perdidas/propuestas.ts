import { MAX_JUNTOS } from '#contract/avisos/avisos/values'
import { type Hecho, notifyAll, takeNew } from '../../avisos/avisos/notify'
import type { Db } from '../../platform/db/client'
import { notifyBuscados } from './busca/notify'
import { assignCallados } from './busca/repo'
import { keepDeclaradas } from './merma/repo-declaradas'
import { keepPerdida, type Scope } from './repo-keep'
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
async function notifyPropuestas(tx: Db, ids: readonly number[]): Promise<void> {
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
 * @param scope a whole company: who searches for it gets what silence put into search
 */
export async function keepLadder(tx: Db, scope: Scope, zona: string): Promise<void> {
  const { empresa, ids } = scope
  const { propuestas, buscados, fuera } = await keepPerdida(tx, scope, zona)
  // Of the others nothing that is known of their declared losses has changed.
  await keepDeclaradas(tx, { empresa, ids: ids ?? fuera }, zona)
  await askLibro(tx, fuera)
  await notifyPropuestas(tx, propuestas)
  await notifyBuscados(tx, ids === null ? [...buscados, ...(await assignCallados(tx, empresa))] : buscados)
}
