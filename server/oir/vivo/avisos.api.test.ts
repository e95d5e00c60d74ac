import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { type Prueba, startPrueba } from '../../testing/retorna'

const GW = 'C3000000AD01'
const [TAG, OTRA] = ['AC233F00AD01', 'AC233F00AD02']

describe.runIf(inject('base').hay)('what people are told of', () => {
  let p: Prueba
  let listener: pg.Client
  let credencial: { usuario: string; clave: string }
  let ids: Record<string, string>
  const avisos: string[] = []
  const sql = async (text: string, values: unknown[] = []) => (await p.servidor.pool.query(text, values)).rows

  beforeAll(async () => {
    p = await startPrueba()
    await sql(`update ajuste set minutos_lector_sin_senal = 1 where empresa_id = 1`)
    await p.register(GW, 'Reader', 'LEC-AD')
    await p.register(TAG, 'SmartBle', '20014-11')
    await p.register(OTRA, 'SmartBle', '20014-12')
    credencial = await p.issue(GW)
    ids = Object.fromEntries((await sql('select mac, id from dispositivo')).map((d) => [d.mac, String(d.id)]))
    listener = new pg.Client({ connectionString: p.url })
    await listener.connect()
    listener.on('notification', (n) => avisos.push(...(n.payload ?? '').replace(/^\d+:/, '').split(',')))
    const [canal] = await sql('select nombre from canal')
    await listener.query(`listen ${canal?.nombre}_cambios`)
  })
  afterAll(async () => {
    await listener.end()
    await p.stop()
  })

  let n = 0
  const hear = async (mac: string, mas: object = {}) => {
    const lectura = { mac, rssi: -60 - (n++ % 20), temperatura: 20 + n / 100, ...mas }
    expect((await p.send('retorna', JSON.stringify(lectura), credencial)).body).toMatchObject({
      aceptadas: 1,
    })
  }
  /** Which of the two tags and the reader were notified, up to a notification that is certain to come. */
  async function told(work: () => Promise<unknown>): Promise<string[]> {
    avisos.length = 0
    await work()
    await sql("select avisar('cambios', '1:0')")
    await vi.waitFor(() => expect(avisos).toContain('0'), 10_000)
    const macs = Object.keys(ids)
    return [...new Set(avisos)].flatMap((id) => macs.find((m) => ids[m] === id) ?? []).sort()
  }

  test('a device that is heard again, with nothing new to see, is not told of; what changed is', async () => {
    const hace = (s: number) => new Date(Date.now() - s * 1000).toISOString()
    expect(await told(() => hear(TAG, { tiempo: hace(0), bateria: 80 }))).toEqual([TAG, GW])
    expect(await told(() => hear(TAG, { bateria: 79 }))).toEqual([])
    expect(await told(() => hear(TAG, { bateria: 78, en_movimiento: true }))).toEqual([TAG])
    expect(await told(() => hear(TAG, { bateria: 40 }))).toEqual([TAG])
    expect(await told(() => hear(TAG, { bateria: 9 }))).toEqual([TAG])
    expect(await told(() => hear(TAG, { bateria: 11 }))).toEqual([TAG])
    expect(await told(() => hear(TAG, { bateria: 11, golpe: true }))).toEqual([TAG])
    // Heard five minutes ago, and then not for long enough to count as silent.
    expect(await told(() => hear(OTRA, { tiempo: hace(300) }))).toEqual([OTRA])
    expect(await told(() => hear(OTRA))).toEqual([OTRA])
    expect(await told(() => hear(OTRA))).toEqual([])
  })

  test('a reader is told of when it comes back', async () => {
    expect(await told(() => hear(OTRA))).toEqual([])
    await sql(
      `update dispositivo_estado set recibido = now() - interval '2 minutes' where dispositivo_id = $1`,
      [ids[GW]],
    )
    expect(await told(() => hear(OTRA))).toEqual([GW])
  })

  test('a container whose incident is judged is told of', async () => {
    const cookie = await p.as('admin')
    const { body } = await p.call<{ id: number }[]>('GET', '/api/get_incidencias', { cookie })
    const change = () => sql('update incidencia set hubo_danio = true where id = $1', [body[0]?.id])
    expect(body).toHaveLength(1)
    expect(await told(change)).toEqual([TAG])
    expect(await told(() => sql('update incidencia set pico_g = 3'))).toEqual([])
  })
})
