import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { LECTORES_FLOTA } from '../flota'
import { claveOf, macDeLector, usuarioOf } from '../planta'

/** Each reader sends its containers once in this many seconds: several times before they or the reader count as silent. */
const VUELTA_S = 200
/** How long ago the plant was heard last, in its silent state. */
const CALLADA_H = 2

/** Set when everything that is not silent was heard last. The server must not run: it knows what it heard. */
async function setHeard(pool: pg.Pool, when: string): Promise<void> {
  await pool.query('alter table dispositivo_estado disable trigger user')
  await pool.query(
    `update dispositivo_estado set ultimo_registro = ${when}, recibido = ${when}
     where ultimo_registro > (select max(ultimo_registro) from dispositivo_estado) - interval '4 hours'`,
  )
  await pool.query('alter table dispositivo_estado enable trigger user')
  await pool.query('vacuum analyze dispositivo_estado')
}
export const makeHeard = (pool: pg.Pool): Promise<void> => setHeard(pool, 'now()')
export const makeSilent = (pool: pg.Pool): Promise<void> =>
  setHeard(pool, `now() - interval '${CALLADA_H} hours'`)

/** Readers with the macs of the containers that they heard last. */
async function listOidos(pool: pg.Pool): Promise<Map<string, string[]>> {
  const { rows } = await pool.query<{ lector: string; tags: string[] }>(
    `select l.mac as lector, array_agg(d.mac) as tags from dispositivo_estado s
     join dispositivo d on d.id = s.dispositivo_id join dispositivo l on l.id = s.lector_id
     where s.ultimo_registro > now() - interval '4 hours' group by 1`,
  )
  return new Map(rows.map((r) => [r.lector, r.tags]))
}

/** A message of a Minew gateway that hears thermometers at rest. */
function messageOf(lector: string, tags: readonly string[]): string {
  const timestamp = new Date().toISOString()
  const rows = tags.map((mac) => ({
    timestamp,
    type: 'S1',
    mac,
    bleName: 'S1',
    rssi: -60,
    battery: 80,
    temperature: 20,
    humidity: 50,
  }))
  return JSON.stringify([{ timestamp, type: 'Gateway', mac: lector }, ...rows])
}

/** Has all readers send what they hear, over HTTP, while `work` runs. */
export async function hearDuring<T>(pool: pg.Pool, url: string, work: () => Promise<T>): Promise<T> {
  const oidos = await listOidos(pool)
  let ends = false
  const send = async (i: number) => {
    const mac = macDeLector(i)
    const res = await fetch(`${url}/api/lecturas/minew`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${usuarioOf(i)}:${claveOf(i)}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: messageOf(mac, oidos.get(mac) ?? []),
    })
    if (!res.ok) throw new Error(`readings of ${mac}: ${res.status} ${await res.text()}`)
    await res.arrayBuffer()
  }
  const feed = async () => {
    const t0 = performance.now()
    for (let n = 0; !ends; n++) {
      await send(n % LECTORES_FLOTA)
      await sleep(Math.max(0, t0 + ((n + 1) * VUELTA_S * 1000) / LECTORES_FLOTA - performance.now()))
    }
  }
  const feeding = feed()
  feeding.catch(() => {})
  try {
    return await work()
  } finally {
    ends = true
    await feeding
  }
}
