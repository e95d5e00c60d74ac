// npm run bench -- vivo [--corto] [--base=embedded,outside]: 100 people look at a plant that is being heard.
import pg from 'pg'
import { hashClave } from '#server/acceso/clave'
import { createUsuario } from '#server/usuarios/repo'
import { measureBases } from './bases'
import { startRetorna, tell as tellCliente } from './carga'
import type { Carrera } from './cliente'
import type { Mirado, Orden } from './espectadores'
import { startHijo } from './hijos'
import { carga, type Limites, ms, n0, pct, printTabla } from './medidas'
import { EMPRESA, seedPlanta } from './planta'
import { enter, openSembradaCon } from './sembrada'
import type { Uso } from './servidor'
import type { Sitio } from './sitios'

const ESPECTADORES = 100
/** One person may have so many windows open. */
const POR_PERSONA = 20
const RITMO = 5_000
/** Share of the accelerometers' readings that are a shock: ten a second. */
const GOLPES = 0.004
const EN_VUELO = 400
const P95_MS = 50
/** Something is told every second. */
const SILENCIO_MS = 5_000

async function measureSitio(sitio: Sitio, corto: boolean, limites: Limites): Promise<void> {
  const password = 'banco de pruebas'
  const personas = Array.from({ length: ESPECTADORES / POR_PERSONA }, (_, i) => `mira-${i}`)
  await openSembradaCon(sitio, async (db, pool) => {
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
  const { hijo, url, mqtt, conexion } = await startRetorna(sitio)
  const lectores = startHijo('./cliente.ts')
  const gente = startHijo('./espectadores.ts')
  const ask = <T>(orden: Orden) => gente.ask<T>(orden)
  const filas: string[][] = []
  try {
    const cookies = await Promise.all(personas.map((username) => enter(url, { username, password })))
    await tellCliente(lectores, { que: 'open', via: 'MQTT', url: mqtt, impactos: GOLPES })
    const feed = (segundos: number) =>
      tellCliente<Carrera>(lectores, { que: 'run', segundos, ritmo: RITMO, enVuelo: EN_VUELO })
    // Every tag has found its reader: what is told afterwards are changes.
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
      const [oido, visto] = await Promise.all([
        hay ? feed(segundos) : null,
        ask<Mirado>({ que: 'run', segundos }),
      ])
      const uso = await hijo.ask<Uso>({})
      const servidor = (uso.cpuMicros - uso0.cpuMicros) / 1e6 / ((performance.now() - t0) / 1000)
      const que = hay ? `${n0(RITMO)} readings/s` : 'nothing heard'
      const vale = [
        limites.check(`p95 under ${P95_MS} ms (${que}, ${sitio.nombre})`, visto.p95 < P95_MS),
        limites.check(`nothing refused (${que}, ${sitio.nombre})`, visto.fallos === 0),
      ]
      if (oido)
        vale.push(
          limites.check(
            `${n0(RITMO)} readings/s (${sitio.nombre})`,
            oido.lecturas / oido.segundos >= RITMO * 0.95,
          ),
          limites.check(
            `somebody told at least every ${SILENCIO_MS} ms (${sitio.nombre})`,
            visto.silencio < SILENCIO_MS,
          ),
        )
      filas.push([
        que,
        oido ? n0(oido.lecturas / oido.segundos) : '',
        n0(visto.preguntas / segundos),
        ms(visto.p50),
        ms(visto.p95),
        (visto.p95 / P95_MS).toFixed(2),
        ms(visto.peor),
        ms(visto.max),
        visto.contados.toFixed(1),
        visto.recargas.toFixed(2),
        oido ? ms(visto.silencio) : '',
        pct(servidor),
        vale.find((v) => v !== 'ok') ?? 'ok',
      ])
      for (const r of visto.porRuta)
        filas.push([`  ${r.ruta}`, '', n0(r.n / segundos), ms(r.p50), ms(r.p95), (r.p95 / P95_MS).toFixed(2)])
    }
  } finally {
    await ask({ que: 'close' }).catch(() => {})
    await tellCliente(lectores, { que: 'close' }).catch(() => {})
    await gente.stop()
    await lectores.stop()
    await hijo.stop()
  }
  printTabla(
    `${ESPECTADORES} people at the map and the inventory, ${sitio.nombre} PostgreSQL (load ${carga()}; limits: p95 < ${P95_MS} ms, nobody unanswered or told nothing for ${SILENCIO_MS} ms)`,
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
    filas,
  )
}

const corto = process.argv.includes('--corto')
await measureBases('Live', [(sitio, _base, limites) => measureSitio(sitio, corto, limites)], ['embedded'])
