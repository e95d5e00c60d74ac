import type pg from 'pg'
import type { DeviceState } from '../rules/device-state'
import { doByHalves } from './bisect'
import type { DeviceStates } from './memory/device-states'
import type { Plantas } from './memory/plants'
import { savePlantSnapshots, saveSnapshots } from './memory/repo-snapshot'
import type { Lease } from './ownership/lease-manager'
import { transactPartition } from './ownership/repo-lease'
import { sendBeliefs } from './writing/repo-beliefs'

const DEVICE_STATES_POR_LOTE = 2000
/** A device that was not heard for this long is complete in the database. */
const BREVE_MS = 15 * 60_000

/**
 * Write what memory knows of a partition and the database does not, so that the next process can continue from it. What cannot be written
 * is reported and left out.
 * @param now Unix ms: everything that was heard until then is applied
 * @param onFail called with the error of each part that could not be written
 */
export async function handOver(
  pool: pg.Pool,
  {
    lease,
    deviceStates,
    plantas,
    now,
    onFail,
  }: {
    lease: Lease
    deviceStates: DeviceStates
    plantas: Plantas
    now: number
    onFail: (e: unknown) => void
  },
): Promise<void> {
  const run = (work: (client: pg.ClientBase) => Promise<unknown>) =>
    transactPartition(pool, async (client) => {
      await lease.hold(client)
      await work(client)
    })
  const recientes = deviceStates.listRecientes(now - BREVE_MS)
  const beliefs = [...new Set([...deviceStates.listSinGuardar(), ...recientes])]
  const runAll = async (
    deviceStates: readonly DeviceState[],
    work: (client: pg.ClientBase, parte: readonly DeviceState[]) => Promise<void>,
  ) => {
    for (let i = 0; i < deviceStates.length; i += DEVICE_STATES_POR_LOTE)
      await doByHalves(
        deviceStates.slice(i, i + DEVICE_STATES_POR_LOTE),
        (parte) => run((client) => work(client, parte)),
        (_, e) => onFail(e),
      )
  }
  await runAll(beliefs, (client, parte) => sendBeliefs(client, parte, plantas.lectoresOf))
  await runAll(recientes, saveSnapshots)
  await run((client) => savePlantSnapshots(client, lease.leaseGrant.numero, plantas.pack()))
}
