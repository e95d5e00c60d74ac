import type pg from 'pg'
import { type DeviceState, isOfFuture, rewind } from '../../rules/device-state'
import { decidePlace, isDecidable, wouldChange } from '../../rules/estimate'
import { rejudge, restsFrom, settle } from '../../rules/rules'
import { doByHalves, type IsolatedRows } from '../bisect'
import type { DeviceStates } from '../memory/device-states'
import type { Planta, Plantas } from '../memory/plants'
import type { Registry, Vista } from '../memory/registry'
import { readEtiquetas } from '../memory/repo-device-state'
import { transactPartition } from '../ownership/repo-lease'
import { noteCambio } from '../writing/repo-beliefs'
import { createWriteSet, type WriteSet } from '../writing/write-set'

const POR_LOTE = 2000

/** Ajustes and plants of the companies that are looked at. */
type Saberes = { vista: Vista; plantas: ReadonlyMap<number, Planta> }

const isQuieto = (r: DeviceState, { vista }: Saberes, now: number) => {
  const desde = restsFrom(r, vista.ajustes(r.empresa))
  return desde !== null && desde <= now
}

/** By the last hearings, the device is somewhere else than reported. */
const isMovido = (r: DeviceState, { plantas }: Saberes, now: number) => {
  const v = plantas.get(r.empresa)
  return v !== undefined && isDecidable(r, now) && wouldChange(r, v, now)
}

export type Medios = {
  pool: pg.Pool
  memoria: DeviceStates
  registry: Registry
  plantas: Plantas
  partition: number
  /** Lock these devices until the transaction ends. Throws if another process has them. */
  hold(client: pg.ClientBase): Promise<void>
  send(client: pg.ClientBase, writeSet: WriteSet): Promise<void>
}

/** Devices that come to rest or are to be reported elsewhere. The others are judged in memory only: the next reading writes the result. */
function lookAt(
  inquietos: readonly DeviceState[],
  s: Saberes,
  m: Medios,
  isolatedRows: IsolatedRows,
  now: number,
) {
  const iguales: DeviceState[] = []
  const look = (r: DeviceState): boolean => {
    if (isOfFuture(r, now)) rewind(r, now)
    if (isDecidable(r, now) && !isMovido(r, s, now)) {
      const v = s.plantas.get(r.empresa)
      if (v) decidePlace(r, v, now, s.vista.ajustes(r.empresa))
      iguales.push(r)
    }
    return isQuieto(r, s, now) || isDecidable(r, now)
  }
  const due = inquietos.filter((r) => {
    if (isolatedRows.isSetAside(r.dispositivo)) return false
    try {
      return look(r)
    } catch (e) {
      isolatedRows.setAside(r.dispositivo, e)
      return false
    }
  })
  m.memoria.settle(iguales)
  return due
}

function applyDue(r: DeviceState, etiqueta: string | null, s: Saberes, now: number, e: WriteSet): void {
  const a = s.vista.ajustes(r.empresa)
  const v = s.plantas.get(r.empresa)
  e.touched.add(r)
  if (v && isMovido(r, s, now)) {
    const { evento, cambio } = rejudge(r, now, etiqueta, a, v)
    if (evento) e.eventos.push(evento)
    noteCambio(e.transiciones, r, cambio, r.ultimo ?? now)
    e.visiblyChanged.add(r)
  }
  const evento = settle(r, now, etiqueta, a)
  if (!evento) return
  e.eventos.push(evento)
  e.visiblyChanged.add(r)
}

/** @param ids devices that come to rest or are to be reported elsewhere */
async function settleParte(m: Medios, s: Saberes, ids: readonly number[], now: number): Promise<void> {
  // After a failure they are read from the database again.
  await m.memoria.prepare(new Set(ids))
  // Their present labels: the reading that moved them may be hours old.
  const etiquetas = await readEtiquetas(m.pool, [...ids])
  const writeSet = createWriteSet()
  try {
    await transactPartition(m.pool, async (client) => {
      await m.hold(client)
      for (const id of ids) {
        const r = m.memoria.get(id)
        if (r) applyDue(r, etiquetas.get(id) ?? null, s, now, writeSet)
      }
      await m.send(client, writeSet)
    })
  } catch (e) {
    m.memoria.forget(writeSet.touched)
    throw e
  }
  m.memoria.settle(writeSet.touched)
}

/**
 * Bring devices to rest that have not moved for a while, and judge the place of those that were heard, a part at a time.
 * @param isolatedRows devices for which this failed
 * @param now Unix ms: everything that was heard until then is applied
 * @returns whether there is more to do
 */
export async function settleQuietos(m: Medios, isolatedRows: IsolatedRows, now: number): Promise<boolean> {
  const faltan = await m.memoria.loadSome()
  const inquietos = [...m.memoria.inquietos]
  const empresas = new Set(inquietos.map((r) => r.empresa))
  const vista = await m.registry.prepare(new Set(), empresas)
  const s: Saberes = { vista, plantas: await m.plantas.prepare(empresas) }
  const due = lookAt(inquietos, s, m, isolatedRows, now).map((r) => r.dispositivo)
  await doByHalves(
    due.slice(0, POR_LOTE),
    async (ids) => {
      await settleParte(m, s, ids, now)
      isolatedRows.settle(ids)
    },
    (id, e) => isolatedRows.setAside(id, e),
  )
  return faltan || due.length > POR_LOTE
}
