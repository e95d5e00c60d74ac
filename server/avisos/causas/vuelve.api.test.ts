import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createEstado } from '../../operacion/salud/estado'
import { createDb } from '../../platform/db/client'
import { passMinutes } from '../../testing/clock'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { watchPlantas } from './vigilar'

const LECTORES = ['0A0000000A01', '0A0000000A02', '0A0000000A03']

describe.runIf(inject('base').hay)('readers that speak again', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
    await p.servidor.jobs.stop()
    for (const mac of LECTORES) await p.register(mac, 'Reader', `Puerta ${mac.slice(-1)}`)
  })
  afterAll(() => p.stop())

  const told: number[] = []
  const watch = () =>
    watchPlantas(createDb(p.servidor.pool), {
      onOpen: async (_tx, _empresa, id) => told.push(id),
      onClose: async (_tx, _empresa, id) => told.push(id),
    })

  async function say(mac: string): Promise<void> {
    const text = JSON.stringify([{ lector: mac }])
    expect((await p.send('retorna', text, await p.issue(mac))).status).toBe(200)
  }

  async function fallSilent(): Promise<void> {
    for (let i = 0; i < 13; i++) {
      await passMinutes(p.servidor.pool, 1)
      await watch()
    }
  }

  /** What each screen says of them. */
  async function seen() {
    const cookie = await p.as('admin')
    const get = async <T>(ruta: string) => (await p.call<T>('GET', ruta, { cookie })).body
    const lectores = await get<{ mac: string; causa: { bien: string | null } | null }[]>('/api/lectores')
    const salud = await createEstado(createDb(p.servidor.pool), p.config).readPlanta(1)
    const abiertas = await get<{ data: { clase: string }[] }>('/api/causas?estado=abiertas')
    return {
      abiertas: abiertas.data.map((c) => c.clase),
      callados: lectores.filter((l) => l.causa && !l.causa.bien).map((l) => l.mac),
      salud: [salud.averias, salud.lectores.mudo],
    }
  }

  test('are so on every screen with their first message, and are not told of anew if they fall silent before that has lasted', async () => {
    const [uno, dos, tres] = LECTORES as [string, string, string]
    for (const mac of LECTORES) await say(mac)
    await watch()
    await fallSilent()
    expect(await seen()).toEqual({ abiertas: ['red'], callados: LECTORES, salud: [1, 3] })
    await say(uno)
    expect(await seen()).toEqual({ abiertas: ['red'], callados: [dos, tres], salud: [1, 2] })
    // Of three readers one is left: the outage itself seems over.
    await say(dos)
    expect(await seen()).toEqual({ abiertas: [], callados: [tres], salud: [0, 1] })
    await say(tres)
    expect(await seen()).toEqual({ abiertas: [], callados: [], salud: [0, 0] })
    const before = told.length
    await fallSilent()
    expect(await seen()).toEqual({ abiertas: ['red'], callados: LECTORES, salud: [1, 3] })
    expect(told).toHaveLength(before)
  })
})
