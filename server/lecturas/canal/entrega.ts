import type pg from 'pg'
import type { Rastro } from '../reglas/rastro'
import { doByHalves } from './aislar'
import type { Puesto } from './custodia'
import type { Plantas } from './plantas'
import type { Rastros } from './rastros'
import { sendCreencias } from './repo-creencias'
import { transactCarril } from './repo-custodia'
import { saveMemorias, saveMemoriasDePlanta } from './repo-memoria'

const RASTROS_POR_LOTE = 2000
/** What was heard of a device longer ago is in the database whole. */
const BREVE_MS = 15 * 60_000

/**
 * Write what is remembered of a carril and the database does not know: the next process goes on from it.
 * @param ahora Unix ms: up to when everything that was heard is applied
 * @param onFail told of what could not be written, without which the rest is
 */
export async function handOver(
  pool: pg.Pool,
  puesto: Puesto,
  memoria: Rastros,
  plantas: Plantas,
  ahora: number,
  onFail: (e: unknown) => void,
): Promise<void> {
  const run = (work: (cliente: pg.ClientBase) => Promise<unknown>) =>
    transactCarril(pool, async (cliente) => {
      await puesto.hold(cliente)
      await work(cliente)
    })
  const recientes = memoria.listRecientes(ahora - BREVE_MS)
  const creencias = [...new Set([...memoria.listSinGuardar(), ...recientes])]
  const runAll = async (
    rastros: readonly Rastro[],
    work: (cliente: pg.ClientBase, parte: readonly Rastro[]) => Promise<void>,
  ) => {
    for (let i = 0; i < rastros.length; i += RASTROS_POR_LOTE)
      await doByHalves(
        rastros.slice(i, i + RASTROS_POR_LOTE),
        (parte) => run((cliente) => work(cliente, parte)),
        (_, e) => onFail(e),
      )
  }
  await runAll(creencias, (cliente, parte) => sendCreencias(cliente, parte, plantas.lectoresOf))
  await runAll(recientes, saveMemorias)
  await run((cliente) => saveMemoriasDePlanta(cliente, puesto.concedido.numero, plantas.pack()))
}
