import type pg from 'pg'
import { numbers } from '../../../../platform/db/queries/columns'
import { queueJob } from '../../../../platform/jobs/jobs'
import type { DeviceState } from '../../rules/device-state'
import type { WriteSet } from './write-set'

/** A notification carries at most 8000 bytes. */
const IDS_POR_AVISO = 500

/**
 * Notify other processes, browsers and people of what a batch changed, once the caller's transaction is committed.
 * @param backAgain ids of readers that were heard for the first time after a silence
 */
export async function publish(
  client: pg.ClientBase,
  writeSet: WriteSet,
  backAgain: readonly number[],
): Promise<void> {
  if (writeSet.visiblyChanged.size) await noteCambios(client, writeSet.visiblyChanged)
  // Send notices of an impact now, not at the next run within the minute.
  if (writeSet.impactos.size) await queueJob(client, 'avisar')
  await notifyCambios(client, writeSet, backAgain)
}

/** Note what is reported for a device from now on, if it changed (`por_decir`). */
async function noteCambios(client: pg.ClientBase, changed: Iterable<DeviceState>): Promise<void> {
  const ids = numbers([...changed], (r) => r.dispositivo)
  await client.query({ name: 'cambios', text: 'select anotar_cambios($1::bigint[])', values: [ids] })
}

async function notifyCambios(
  client: pg.ClientBase,
  writeSet: WriteSet,
  backAgain: readonly number[],
): Promise<void> {
  const porEmpresa = new Map<number, number[]>()
  const add = (empresa: number, id: number) => {
    const ids = porEmpresa.get(empresa)
    if (ids) ids.push(id)
    else porEmpresa.set(empresa, [id])
  }
  for (const r of writeSet.visiblyChanged) add(r.empresa, r.dispositivo)
  for (const id of backAgain) add(writeSet.latidos.get(id)?.empresa ?? 0, id)
  const avisos: string[] = []
  for (const [e, ids] of porEmpresa)
    for (let i = 0; i < ids.length; i += IDS_POR_AVISO)
      avisos.push(`${e}:${ids.slice(i, i + IDS_POR_AVISO).join(',')}`)
  if (avisos.length)
    await client.query({
      name: 'avisos',
      text: "select avisar('cambios', a) from unnest($1::text[]) as a",
      values: [avisos],
    })
}
