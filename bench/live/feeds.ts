// npm run bench -- feeds [--base=embedded,outside]: live feeds whose clients read nothing, while everything changes.
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashClave } from '#server/personas/acceso/clave'
import { createUsuario } from '#server/personas/usuarios/repo'
import { createPool } from '#server/platform/db/client'
import { measureBases } from '../bases'
import { startRetorna } from '../ingest/carga'
import { type Limites, load, n0, printTabla } from '../medidas'
import { EMPRESA, seedPlanta } from '../planta'
import { enter, openSembradaCon } from '../sembrada'
import type { Uso } from '../servidor'
import type { Place } from '../sitios'

const PERSONAS = 15
const POR_PERSONA = 20
const SECONDS = 40
const DESPUES_S = 60
/** Devices that change each second: as many as fit into one event. */
const CAMBIAN = 500
/** Limit of the memory one minute later, as a ratio of that at rest. */
const QUEDA = 1.2
/** Limit of the additional memory meanwhile, in MB. */
const TOMA_MB = 100

const PASSWORD = 'banco de pruebas'
const nombreOf = (i: number) => `mudo${i}`

/** A live feed whose client reads nothing. */
function openMuda(url: string, cookie: string): Socket {
  const s = connect(Number(new URL(url).port), '127.0.0.1')
  s.on('error', () => {})
  s.pause()
  s.write(`GET /api/live HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n\r\n`)
  return s
}

async function measurePlace(place: Place, limites: Limites): Promise<void> {
  await openSembradaCon(place, async (db, pool) => {
    await seedPlanta(db, pool)
    const claveHash = await hashClave(PASSWORD)
    for (let i = 0; i < PERSONAS; i++)
      await createUsuario(db, {
        username: nombreOf(i),
        nombre: 'Muda',
        claveHash,
        empresa: EMPRESA,
        rol: 'operario',
      })
  })
  const retorna = await startRetorna(place)
  const pool = createPool(retorna.conexion, { max: 2 })
  const memoria = async () => (await retorna.hijo.ask<Uso>({})).memoriaMb
  try {
    const cookies: string[] = []
    for (let i = 0; i < PERSONAS; i++)
      cookies.push(await enter(retorna.url, { username: nombreOf(i), password: PASSWORD }))
    const { rows } = await pool.query<{ id: number }>(
      `select id from dispositivo where empresa_id = $1 order by id limit ${CAMBIAN}`,
      [EMPRESA],
    )
    const aviso = `${EMPRESA}:${rows.map((r) => r.id).join(',')}`
    const change = () => pool.query("select pg_notify('retorna_cambios', $1)", [aviso])
    // One client that reads, so that the memory at rest is that of a server which has already sent all kinds of events.
    const corte = new AbortController()
    const lector = await fetch(`${retorna.url}/api/live`, {
      headers: { cookie: cookies[0] as string },
      signal: corte.signal,
    })
    const read = (async () => {
      for await (const _ of lector.body as ReadableStream<Uint8Array>);
    })().catch(() => {})
    for (let i = 0; i < 10; i++) {
      await change()
      await sleep(1000)
    }
    corte.abort()
    await read
    await sleep(10_000)
    const rest = await memoria()
    const mudas = cookies.flatMap((c) => Array.from({ length: POR_PERSONA }, () => openMuda(retorna.url, c)))
    await sleep(3000)
    const abiertas = await memoria()
    let pico = abiertas
    for (let i = 0; i < SECONDS; i++) {
      await change()
      await sleep(1000)
      pico = Math.max(pico, await memoria())
    }
    for (const s of mudas) s.destroy()
    await sleep(DESPUES_S * 1000)
    const queda = await memoria()
    const mb = (n: number) => `${n0(n)} MB`
    printTabla(
      `${mudas.length} live feeds that nobody reads, ${CAMBIAN} devices change a second, ${place.nombre} PostgreSQL (load ${load()})`,
      ['', 'measured', 'limit', ''],
      [
        ['memory at rest', mb(rest), '', ''],
        ['feeds open, nothing sent', mb(abiertas), '', ''],
        [
          `most in ${SECONDS} s`,
          mb(pico),
          mb(rest + TOMA_MB),
          limites.check(`memory taken (${place.nombre})`, pico < rest + TOMA_MB),
        ],
        [
          `${DESPUES_S} s later`,
          mb(queda),
          mb(rest * QUEDA),
          limites.check(`memory left (${place.nombre})`, queda < rest * QUEDA),
        ],
      ],
    )
  } finally {
    await pool.end()
    await retorna.hijo.stop()
  }
}

await measureBases('Live feeds', [(place, _base, limites) => measurePlace(place, limites)], ['embedded'])
