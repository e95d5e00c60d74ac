// npm run bench -- vivo [--corto] [--base=embedded,outside]: 100 people watch a plant with live readings.
import pg from 'pg'
import { hashClave } from '#server/personas/acceso/clave'
import { createUsuario } from '#server/personas/usuarios/repo'
import { measureBases } from '../bases'
import { startChild } from '../hijos'
import { startRetorna, tell as tellCliente } from '../ingest/carga'
import type { Carrera } from '../ingest/cliente'
import { type Limites, load, ms, n0, pct, printTabla } from '../medidas'
import { EMPRESA, seedPlanta } from '../planta'
import { enter, openSembradaCon } from '../sembrada'
import type { Uso } from '../servidor'
import type { Place } from '../sitios'
import type { Mirado, Order } from './espectadores'

const ESPECTADORES = 100
/** Maximum number of windows of one person. */
const POR_PERSONA = 20
const RATE = 5_000
/** Share of accelerometer readings that are an impact: ten a second. */
const GOLPES = 0.004
const IN_FLIGHT = 400
const P95_MS = 50
/** Longest allowed time without an event, in ms: something is reported every second. */
const SILENCIO_MS = 5_000

async function measurePlace(place: Place, corto: boolean, limites: Limites): Promise<void> {
  const password = 'banco de pruebas'
  const personas = Array.from({ length: ESPECTADORES / POR_PERSONA }, (_, i) => `mira-${i}`)
  await openSembradaCon(place, async (db, pool) => {
    const { lector } = await seedPlanta(db, pool)
    await pool.query(
      `with u as (insert into ubicacion (empresa_id, nombre) select $1, 'Nave ' || n from generate_series(0, 7) n returning id, nombre)
       update dispositivo d set lat = 42.84 + i / 8 * 0.0005, lon = -2.68 + i % 8 * 0.0005, ubicacion_id = u.id
       from (select id, id - $2 as i from dispositivo where tipo = 'Reader') l, u
       where d.id = l.id and u.nombre = 'Nave ' || i / 8`,
      [EMPRESA, lector],
    )
    const claveHash = await hashClave(password)
    for (const username of personas)
      await createUsuario(db, { username, nombre: username, claveHash, empresa: EMPRESA, rol: 'operario' })
  })
  const { hijo, url, mqtt, conexion } = await startRetorna(place)
  const lectores = startChild('./ingest/cliente.ts')
  const gente = startChild('./live/espectadores.ts')
  const ask = <T>(order: Order) => gente.ask<T>(order)
  const rows: string[][] = []
  try {
    const cookies = await Promise.all(personas.map((username) => enter(url, { username, password })))
    await tellCliente(lectores, { que: 'open', via: 'MQTT', url: mqtt, impactos: GOLPES })
    const feed = (segundos: number) =>
      tellCliente<Carrera>(lectores, { que: 'run', segundos, ritmo: RATE, inFlight: IN_FLIGHT })
    // Warm-up: every tag has found its reader, so that later events are real changes.
    await feed(corto ? 15 : 20)
    const base = new pg.Client(conexion)
    await base.connect()
    await base.query('vacuum analyze')
    await base.end()
    await ask({ que: 'open', url, cookies, cuantos: ESPECTADORES })
    for (const hay of [false, true]) {
      const segundos = corto ? 10 : 30
      const uso0 = await hijo.ask<Uso>({})
      const t0 = performance.now()
      const [feeding, visto] = await Promise.all([
        hay ? feed(segundos) : null,
        ask<Mirado>({ que: 'run', segundos }),
      ])
      const uso = await hijo.ask<Uso>({})
      const server = (uso.cpuMicros - uso0.cpuMicros) / 1e6 / ((performance.now() - t0) / 1000)
      const que = hay ? `${n0(RATE)} readings/s` : 'nothing heard'
      const vale = [
        limites.check(`p95 under ${P95_MS} ms (${que}, ${place.nombre})`, visto.p95 < P95_MS),
        limites.check(`nothing refused (${que}, ${place.nombre})`, visto.fallos === 0),
      ]
      if (feeding)
        vale.push(
          limites.check(
            `${n0(RATE)} readings/s (${place.nombre})`,
            feeding.lecturas / feeding.segundos >= RATE * 0.95,
          ),
          limites.check(
            `somebody told at least every ${SILENCIO_MS} ms (${place.nombre})`,
            visto.silencio < SILENCIO_MS,
          ),
        )
      rows.push([
        que,
        feeding ? n0(feeding.lecturas / feeding.segundos) : '',
        n0(visto.preguntas / segundos),
        ms(visto.p50),
        ms(visto.p95),
        (visto.p95 / P95_MS).toFixed(2),
        ms(visto.peor),
        ms(visto.max),
        visto.contados.toFixed(1),
        visto.recargas.toFixed(2),
        feeding ? ms(visto.silencio) : '',
        pct(server),
        vale.find((v) => v !== 'ok') ?? 'ok',
      ])
      for (const r of visto.porRuta)
        rows.push([`  ${r.ruta}`, '', n0(r.n / segundos), ms(r.p50), ms(r.p95), (r.p95 / P95_MS).toFixed(2)])
    }
  } finally {
    await ask({ que: 'close' }).catch(() => {})
    await tellCliente(lectores, { que: 'close' }).catch(() => {})
    await gente.stop()
    await lectores.stop()
    await hijo.stop()
  }
  printTabla(
    `${ESPECTADORES} people at the map and the inventory, ${place.nombre} PostgreSQL (load ${load()}; limits: p95 < ${P95_MS} ms, nobody unanswered or told nothing for ${SILENCIO_MS} ms)`,
    [
      '',
      'heard/s',
      'asked/s',
      'p50',
      'p95',
      'of limit',
      'slowest p95',
      'max',
      'told/s',
      'reloads/s',
      'silence',
      'server',
      '',
    ],
    rows,
  )
}

const corto = process.argv.includes('--corto')
await measureBases('Live', [(place, _base, limites) => measurePlace(place, corto, limites)], ['embedded'])
