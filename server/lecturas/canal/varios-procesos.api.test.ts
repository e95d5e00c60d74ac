import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { type Prueba, startPrueba } from '../../pruebas/retorna'
import { startServidor } from '../../servidor'
import type { Medidas } from '../formatos/lectura'
import { createIngesta, type Ingesta } from './ingesta'
import type { Mensaje } from './mensaje'
import type { Registrado } from './repo-padron'

const MAC_A = 'C30000CC0001'
const MAC_B = 'C30000CC0002'
const ZONA = 'Europe/Madrid'

/** What a tag goes through: seconds, who hears it, how strong, what it says. */
const GUION: [s: number, lector: 'a' | 'b', rssi: number, medidas?: Medidas][] = [
  [0, 'a', -60, { aceleraciones: [[0, 0, 1]] }],
  [1, 'b', -80, { contadorMovimiento: 5 }],
  [2, 'a', -61, { contadorMovimiento: 5 }],
  [3, 'b', -80, { contadorMovimiento: 6 }],
  [4, 'a', -62, { contadorMovimiento: 6 }],
  // The other reader is better from here on, and takes over ten seconds later.
  ...Array.from({ length: 7 }, (_, i): [number, 'a' | 'b', number, Medidas] => [
    10 + i * 2,
    i % 2 ? 'a' : 'b',
    i % 2 ? -75 : -50,
    { bateria: 80 },
  ]),
  [25, 'b', -50, { bateria: 80 }],
  // One burst, told by both.
  [40, 'b', -50, { golpe: true, aceleraciones: [[3, 0, 0]] }],
  [43, 'a', -70, { aceleraciones: [[0, -4, 0]] }],
  [49, 'b', -50, { golpe: true }],
  [57, 'a', -70, { golpe: true, aceleraciones: [[0, 0, 5]] }],
  [90, 'b', -50, { aceleraciones: [[0, 0, 1]] }],
]
const DURACION_MS = 95_000

describe.runIf(inject('base').hay)('several ingest processes on one database', () => {
  let p: Prueba
  let pool: pg.Pool
  let lectores: { a: Registrado; b: Registrado }
  let n = 0
  let inicio = 0
  const vivas: Ingesta[] = []
  const fallos: unknown[] = []
  beforeAll(async () => {
    p = await startPrueba()
    pool = p.servidor.pool
    for (const mac of [MAC_A, MAC_B]) await p.register(mac, 'Reader', `LEC-${mac}`)
    const { rows } = await pool.query("select * from dispositivo where tipo = 'Reader' order by mac")
    const [a, b] = rows.map((r) => ({ id: r.id, empresa: 1, mac: r.mac, tipo: r.tipo, etiqueta: null }))
    lectores = { a: a as Registrado, b: b as Registrado }
  })
  beforeEach(() => {
    inicio = Date.now() - DURACION_MS
  })
  afterAll(async () => {
    for (const i of vivas) await i.stop()
    await p.stop()
  })

  function start(repasoMs = 3_600_000): Ingesta {
    const i = createIngesta(pool, p.servidor.db, ZONA, (e) => fallos.push(e), repasoMs)
    vivas.push(i)
    return i
  }

  async function registerTag(): Promise<string> {
    const mac = `AC233FCD${(++n).toString(16).toUpperCase().padStart(4, '0')}`
    await p.register(mac, 'SmartBle', `20077-${n}`)
    return mac
  }

  function mensaje(mac: string, [s, lector, rssi, medidas = {}]: (typeof GUION)[0]): Mensaje {
    const tiempo = inicio + s * 1000
    const lectura = { mac, lector: null, rssi, tiempo, macAleatoria: false, medidas, extra: { s } }
    return {
      formato: 'retorna',
      via: 'http',
      topic: null,
      texto: '',
      origen: { lector: lectores[lector], puente: false },
      recibido: tiempo,
      decodificado: { rechazos: [], lectores: [], lecturas: [lectura] },
    }
  }

  /** What is in the database of a tag, without what names it. */
  async function historiaDe(mac: string) {
    const ask = async (sql: string) => (await pool.query(sql, [mac])).rows
    const de = 'join dispositivo d on d.id = x.dispositivo_id where d.mac = $1'
    return {
      eventos: await ask(
        `select x.lector_id, x.tiempo, x.estado, x.bateria, x.valor from evento x ${de} order by x.tiempo, x.id`,
      ),
      incidencias: await ask(
        `select x.lector_id, x.tiempo, x.hasta, x.impactos, x.pico_g, x.accelxmax, x.accelymin, x.accelzmax, x.muestras
         from incidencia x ${de} order by x.tiempo`,
      ),
      estado: await ask(
        `select x.lector_id, x.lector_desde, x.estado, x.estado_desde, x.ultimo_movimiento, x.ultimo_registro,
           x.contador_movimiento, x.bateria, x.rssi from dispositivo_estado x ${de}`,
      ),
    }
  }

  /** Both have had in its custody the company: from then on each leaves to the other what it knows. */
  async function share(procesos: Ingesta[]): Promise<void> {
    const otra = await registerTag()
    for (const [k, i] of [...procesos, ...procesos].entries()) await i.receive(mensaje(otra, [k, 'a', -60]))
  }

  test.each([
    ['a process for each reader', (_k: number, lector: 'a' | 'b') => (lector === 'a' ? 0 : 1)],
    ['processes that take custodies', (k: number) => k % 2],
    ['three processes, whoever has time', (k: number) => (k * 7) % 3],
  ])('%s: the same history as by one', async (_que, choose) => {
    const solo = await registerTag()
    const una = start()
    for (const paso of GUION) await una.receive(mensaje(solo, paso))
    const esperada = await historiaDe(solo)
    expect(esperada.eventos.length).toBeGreaterThan(4)
    expect(esperada.incidencias).toHaveLength(1)
    expect(esperada.incidencias[0]).toMatchObject({ impactos: 4 })
    expect(new Set(esperada.eventos.map((e) => e.lector_id))).toEqual(new Set([lectores.a.id, lectores.b.id]))

    const compartida = await registerTag()
    const procesos = [start(), start(), start()]
    await share(procesos)
    for (const [k, paso] of GUION.entries())
      expect(await procesos[choose(k, paso[1])]?.receive(mensaje(compartida, paso))).toMatchObject({
        aceptadas: 1,
      })
    expect(await historiaDe(compartida)).toEqual(esperada)
    expect(fallos).toEqual([])
  })

  test('all at once, from both: nothing is lost, doubled or counted wrong', async () => {
    const procesos = [start(), start()]
    const macs = await Promise.all(Array.from({ length: 5 }, registerTag))
    const envios: Promise<{ aceptadas: number }>[] = []
    for (let k = 0; k < 400; k++) {
      const medidas = { contadorMovimiento: 1000 + k }
      for (const [i, mac] of macs.entries()) {
        // Louder at one of them: which is told is no matter of chance.
        const m = mensaje(mac, [k / 10, k % 2 ? 'a' : 'b', k % 2 ? -60 : -80, medidas])
        envios.push((procesos[(k + i) % 2] as Ingesta).receive(m))
      }
      if (k % 20 === 0) await new Promise((r) => setTimeout(r, 3))
    }
    const aceptadas = (await Promise.all(envios)).reduce((s, r) => s + r.aceptadas, 0)
    expect(aceptadas).toBe(2000)
    const { rows } = await pool.query(
      `select (select count(*) from evento) = (select sum(n) from evento_cuenta) as iguales,
         (select min(contador_movimiento) from dispositivo_estado e
          join dispositivo d on d.id = e.dispositivo_id where d.mac = any($1)) as contador,
         (select max(veces) from (select count(*) as veces from evento e
          join dispositivo d on d.id = e.dispositivo_id where d.mac = any($1) group by d.id) x) as eventos`,
      [macs],
    )
    expect(rows[0]?.iguales).toBe(true)
    // The last two of a tag go by different ways.
    expect(rows[0]?.contador).toBeGreaterThanOrEqual(1398)
    // At rest, in movement; heard by the quiet reader alone at first, it may be told with the other one once.
    expect(rows[0]?.eventos).toBeLessThanOrEqual(3)
    expect(fallos).toEqual([])
  })

  test('what a killed process left in movement comes to rest in another, and not before its time', async () => {
    const mac = await registerTag()
    const movida = start()
    const ahora = (Date.now() - inicio) / 1000
    await movida.receive(mensaje(mac, [ahora, 'a', -60, { enMovimiento: true }]))
    const estado = async () =>
      (
        await pool.query(
          'select estado from dispositivo_estado e join dispositivo d on d.id = e.dispositivo_id where d.mac = $1',
          [mac],
        )
      ).rows[0].estado
    const otra = start(50)
    await otra.start()
    // 125 s: at rest for 5 s, which the process whose custody it is in sees to; 200 s: it is not there.
    const move = (segundos: number) =>
      pool.query(
        `update dispositivo_estado e set ultimo_movimiento = now() - make_interval(secs => $2),
           estado_desde = now() - make_interval(secs => $2)
         from dispositivo d where d.id = e.dispositivo_id and d.mac = $1`,
        [mac, segundos],
      )
    await pool.query('update ingesta_custodia set proceso = $1', [randomUUID()])
    await move(125)
    await new Promise((r) => setTimeout(r, 400))
    expect(await estado()).toBe(1)
    await move(200)
    await otra.start()
    await vi.waitFor(async () => expect(await estado()).toBe(0), 3000)
    await otra.stop()
  })

  test('two servers, a reader at each: one incident for a burst, one row of movement', async () => {
    const mac = await registerTag()
    const segunda = await startServidor({ ...p.config, PORT: 0 })
    const urls = [p.servidor.url, segunda.url]
    const credenciales = [await p.issue(MAC_A), await p.issue(MAC_B)]
    for (let k = 0; k < 20; k++) {
      const r = await fetch(`${urls[k % 2]}/api/lecturas/retorna`, {
        method: 'POST',
        body: JSON.stringify({ mac, rssi: -60, tiempo: new Date().toISOString(), golpe: k > 9, movido: k }),
        headers: { authorization: p.basic(credenciales[k % 2] as { usuario: string; clave: string }) },
      })
      expect(await r.json()).toMatchObject({ aceptadas: 1 })
    }
    const h = await historiaDe(mac)
    expect(h.incidencias).toMatchObject([{ impactos: 10 }])
    expect(h.eventos.map((e) => e.estado)).toEqual([0, 2])
    const { rows } = await pool.query('select count(*) as n from ingesta_custodia')
    expect(rows[0].n).toBeGreaterThan(0)
    await segunda.stop()
  })
})
