import type pg from 'pg'
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
 */
export async function handOver(
  pool: pg.Pool,
  puesto: Puesto,
  memoria: Rastros,
  plantas: Plantas,
  ahora: number,
): Promise<void> {
  const run = (work: (cliente: pg.ClientBase) => Promise<unknown>) =>
    transactCarril(pool, async (cliente) => {
      await puesto.hold(cliente)
      await work(cliente)
    })
  const recientes = memoria.listRecientes(ahora - BREVE_MS)
  const creencias = [...new Set([...memoria.listSinGuardar(), ...recientes])]
  for (let i = 0; i < creencias.length; i += RASTROS_POR_LOTE)
    await run((cliente) =>
      sendCreencias(cliente, creencias.slice(i, i + RASTROS_POR_LOTE), plantas.lectoresOf),
    )
  for (let i = 0; i < recientes.length; i += RASTROS_POR_LOTE)
    await run((cliente) => saveMemorias(cliente, recientes.slice(i, i + RASTROS_POR_LOTE)))
  await run((cliente) => saveMemoriasDePlanta(cliente, puesto.concedido.numero, plantas.pack()))
}
