import type pg from 'pg'
import { expect, test, vi } from 'vitest'
import type { Db } from '../../../platform/db/client'
import { createRegistry } from './memory/registry'
import type { Message } from './message'
import { ALL } from './ownership/partition'
import { createPipeline } from './pipeline'

const message: Message = {
  formato: 'retorna',
  via: 'http',
  topic: null,
  texto: '',
  origen: { lector: null, puente: false },
  decodificado: { lecturas: [], lectores: [], rechazos: [] },
  recibido: 0,
}
/** Fails alone: no program writes such a message. */
const malformed = { ...message, decodificado: {} }

/** A database without readers, in which other processes have left these messages. */
function createBase(relayed: { id: number; mensaje: unknown }[]) {
  const answered: number[] = []
  let mio = false
  let proceso = ''
  const lease = { numero: ALL, vez: 1, posicion: 0, bitacora: null, mirar: 0 }
  function rowsOf(text: string, values: unknown[]): unknown[] {
    if (text.startsWith('select id from ingesta_proceso')) return [{ id: proceso }]
    if (text.includes('from carril c')) return [{ ...lease, mio, libre: !mio }]
    if (text.includes('update carril set proceso = $1')) mio = true
    else if (text.startsWith('insert into ingesta_proceso')) proceso = String(values[0])
    else if (text.includes('from recado')) return relayed.filter((r) => !answered.includes(r.id))
    else if (text.startsWith('update recado')) answered.push(Number(values[0]))
    return mio && text.includes('update carril set proceso = $1') ? [lease] : []
  }
  async function query(q: string | { text: string }, values: unknown[] = []) {
    return { rows: rowsOf(typeof q === 'string' ? q : q.text, values), rowCount: 1 }
  }
  const pool = { query, connect: async () => ({ query, release() {} }) } as unknown as pg.Pool
  return { pool, answered }
}

function open(relayed: { id: number; mensaje: unknown }[]) {
  const { pool, answered } = createBase(relayed)
  const db = {} as Db
  const failures: unknown[] = []
  const environment = { pool, db, zona: 'Europe/Madrid', registry: createRegistry(db) }
  return { pipeline: createPipeline(environment, true, (e) => failures.push(e)), answered, failures }
}

test('what another process relayed before this one could apply it is applied as soon as it can', async () => {
  const { pipeline, answered, failures } = open([{ id: 1, mensaje: message }])
  // Its notification comes before there is a lease.
  pipeline.attend()
  await pipeline.start()
  await vi.waitFor(() => expect(answered).toEqual([1]))
  await pipeline.stop()
  expect(failures).toEqual([])
})

test('a relayed message that fails keeps no other one waiting', async () => {
  const { pipeline, answered, failures } = open([
    { id: 1, mensaje: malformed },
    { id: 2, mensaje: message },
  ])
  await pipeline.start()
  pipeline.attend()
  await vi.waitFor(() => expect(answered).toEqual([2]))
  await pipeline.stop()
  expect(failures[0]).toBeInstanceOf(TypeError)
})
