import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openIngesta } from '../../../testing/puesto'
import { type Prueba, startPrueba } from '../../../testing/retorna'
import type { Medidas } from '../formats/lectura'

const GW = 'C3000000AE01'
const APODO = '20014-70'
const [OLD, NEW, TERCERA] = ['AC233F00AE01', 'AC233F00AE02', 'AC233F00AE03']

describe.runIf(inject('base').hay)('another tag on a container', () => {
  let p: Prueba
  let credencial: { usuario: string; clave: string }
  beforeAll(async () => {
    p = await startPrueba()
    await p.register(GW, 'Reader', 'LEC-AE')
    await p.register(OLD, 'SmartBle', APODO)
    credencial = await p.issue(GW)
  })
  afterAll(() => p.stop())

  const send = async (mac: string, mas: object) =>
    (await p.send('retorna', JSON.stringify({ mac, rssi: -60, ...mas }), credencial)).body
  const swap = async (mac_serie: string) => {
    const ruta = `/api/contenedores/${APODO}/etiqueta`
    const r = await p.call('POST', ruta, { body: { mac_serie }, cookie: await p.as('admin') })
    expect(r.status).toBe(200)
  }
  const estado = async (mac: string) => (await p.device(mac)).Estado

  test('its first reading is compared with nothing that the old one said', async () => {
    const tumbada = { contador_movimiento: 500, bateria: 12, lat: 42.5, lon: -2.5, aceleracion: [0, 0, 1] }
    expect(await send(OLD, tumbada)).toMatchObject({ aceptadas: 1 })
    await swap(NEW)
    const first = { contador_movimiento: 900, aceleracion: [1, 0, 0] }
    expect(await send(NEW, first)).toMatchObject({ aceptadas: 1 })
    expect(await p.device(NEW)).toMatchObject({ Estado: 'Parado', Bateria: null, Lat: null })
    expect(await send(NEW, { ...first, contador_movimiento: 901 })).toMatchObject({ aceptadas: 1 })
    expect(await estado(NEW)).toBe('En movimiento')
  })

  test('what both say alike is no repetition', async () => {
    const igual = { contador_movimiento: 3, temperatura: 21 }
    expect(await send(NEW, igual)).toMatchObject({ aceptadas: 1 })
    await swap(TERCERA)
    expect(await send(TERCERA, igual)).toMatchObject({ aceptadas: 1 })
    expect(await send(TERCERA, igual)).toMatchObject({ duplicadas: 1 })
  })

  test('nor after a restart, whatever the old one wrote at the last moment', async () => {
    const { pool, db } = p.servidor
    await pool.query('update dispositivo_estado set estado = 0, ultimo_movimiento = null where estado <> 0')
    const { rows } = await pool.query('select id, mac from dispositivo where mac = $1', [GW])
    const lector = { id: rows[0].id, empresa: 1, mac: GW, tipo: 'Reader' as const, etiqueta: null }
    const receive = async (mac: string, medidas: Medidas) => {
      const ingesta = await openIngesta(pool, db, { onFail() {} })
      const lectura = {
        mac,
        lector: null,
        rssi: -60,
        tiempo: Date.now(),
        macAleatoria: false,
        medidas,
        extra: {},
      }
      await ingesta.receive({
        formato: 'retorna',
        via: 'http',
        topic: null,
        texto: '',
        origen: { lector, puente: false },
        decodificado: { lecturas: [lectura], lectores: [], rechazos: [] },
        recibido: Date.now(),
      })
      await ingesta.stop()
    }
    await receive(TERCERA, { contadorMovimiento: 3, aceleraciones: [[0, 0, 1]] })
    await pool.query('update dispositivo set mac = $1 where mac = $2', [OLD, TERCERA])
    await receive(OLD, { contadorMovimiento: 90, aceleraciones: [[1, 0, 0]] })
    expect(await estado(OLD)).toBe('Parado')
    await receive(OLD, { contadorMovimiento: 91 })
    expect(await estado(OLD)).toBe('En movimiento')
  })
})
