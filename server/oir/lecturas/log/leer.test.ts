import { setImmediate as breathe } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createGate, type Gate } from '../../../testing/timing/gate'
import { createLogSource } from '../pipeline/batches/sources'
import type { Ingesta } from '../pipeline/ingest'
import type { Log } from './connection'
import { followLog } from './leer'

test('while the log does not answer, nobody takes for silent what may stand in it', async () => {
  const requests: Gate<null>[] = []
  let notify = () => {}
  const log = {
    nombre: 'RETORNA',
    nc: {
      subscribe(_subject: string, { callback }: { callback: () => void }) {
        notify = callback
        return { unsubscribe() {} }
      },
    },
    lectura: {
      streams: {
        getMessage() {
          const request = createGate<null>()
          requests.push(request)
          return request.promise
        },
      },
    },
  } as unknown as Log
  const lease = {
    leaseGrant: { numero: 1, vez: 1, posicion: 0, bitacora: null, mirar: 0 },
    async hold() {},
    async advance() {},
    restart: async () => true,
  }
  const source = createLogSource(lease, { pauseMs: 0, sweepMs: 5000 })
  const failures: unknown[] = []
  const reading = followLog(
    log,
    { ingesta: { partition: 1, enCola: 0 } as Ingesta, source },
    { desde: 0, onApplied() {}, onBroken() {}, onFail: (e) => failures.push(e) },
  )
  requests[0]?.resolve(null)
  await breathe()
  expect(source.isCurrent()).toBe(true)
  notify()
  await breathe()
  requests[1]?.reject(new Error('no answer'))
  await breathe()
  expect(failures).toEqual([new Error('no answer')])
  expect(source.isCurrent()).toBe(false)
  await reading.stop()
})
