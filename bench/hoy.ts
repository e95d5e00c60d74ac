// npm run bench -- hoy [--eventos=10000000] [--base=embedded,outside]: the start page of a plant of 100,000 containers.
import type pg from 'pg'
import { PAPELES, type Papel } from '#contract/valores/hoy'
import { findPrincipal } from '#server/acceso/repo-sesion'
import { createDb, createPool, type Db } from '#server/db/cliente'
import { countHoy } from '#server/hoy/contar'
import { findVuelta } from '#server/hoy/repo'
import { readHoy } from '#server/hoy/service'
import { measureBases, optionOf } from './bases'
import { startRetorna } from './carga'
import { seedFlota, TAGS } from './flota'
import { carga, type Limites, ms, n0, percentil, printTabla, timesOf } from './medidas'
import { EMPRESA } from './planta'
import { awaitPrimeros, enter, openSembradaCon } from './sembrada'
import { seedEventos, ZONA } from './siembra'
import type { Sitio } from './sitios'

const P95_MS = 50
const VECES = 100
const EVENTOS = Number(optionOf('eventos') ?? 10_000_000)
const LECTORES = 1000
const [INCIDENCIAS, CAMBIOS, VISITAS, CUARENTENA, VISTOS, CAUSAS] = [40_000, 600_000, 600_000, 2000, 5000, 30]

/** What Hoy counts: incidents of 90 days of which some are open, what became lost and was found, rounds, faults. */
async function seedHechos(pool: pg.Pool, primero: { tag: number; lector: number }): Promise<void> {
  const run = (texto: string, valores: unknown[] = []) => pool.query(texto, [EMPRESA, ...valores])
  await run(
    `insert into incidencia (empresa_id, dispositivo_id, lector_id, ubicacion_id, tiempo, hasta, pico_g, hubo_danio, revisado, cerrada)
     select $1, t.id, l.id, l.ubicacion_id, m, m, 4, i % 20 = 0, i % 20 > 1, case when i % 20 > 1 then m end
     from generate_series(1, ${INCIDENCIAS}) i join dispositivo t on t.id = $2 + i * 7919 % ${TAGS}
     join dispositivo l on l.id = $3 + i % ${LECTORES}, lateral (select now() - make_interval(mins => (i * 31 % 129600)::int) as m) x
     on conflict do nothing`,
    [primero.tag, primero.lector],
  )
  await run(
    `insert into cambio (empresa_id, dispositivo_id, clase, de, a, tiempo, motivo)
     select $1, $2 + i % ${TAGS}, 'estado', case when i % 2 = 0 then 'Ubicado' else 'Posible extravío' end,
       case when i % 2 = 0 then 'Posible extravío' else 'Ubicado' end, now() - make_interval(secs => i % 2400000), 'silencio'
     from generate_series(1, ${CAMBIOS}) i`,
    [primero.tag],
  )
  // People were told of them as they happened.
  await pool.query('delete from cambio_por_avisar')
  await run(
    `with c as (insert into ciclo (empresa_id, nombre) values ($1, 'General') returning id),
      t as (insert into etapa (empresa_id, ciclo_id, nombre, orden, clase, ancla)
        select $1, c.id, 'Etapa ' || o, o, 'llenos', o = 1 from c, generate_series(1, 6) o returning id, ciclo_id, orden)
     insert into visita (dispositivo_id, desde, empresa_id, ciclo_id, etapa_id, familia, ubicacion_id, hasta, fin, reloj_desde,
       reloj_hasta, previa_etapa_id, vuelta_desde)
     select $2 + i % ${TAGS}, m, $1, t.ciclo_id, t.id, 20000 + i % 60, u.id, m + interval '5 hours', 'paso', 0, 0, p.id,
       case when t.orden = 1 then m - interval '4 days' end
     from generate_series(1, ${VISITAS}) i cross join lateral (select now() - make_interval(secs => i * 2) as m) x
     join t on t.orden = i % 6 + 1 join t p on p.orden = (i + 5) % 6 + 1
     join (select id, row_number() over (order by id) as o from ubicacion) u on u.o = i % 100 + 1
     on conflict do nothing`,
    [primero.tag],
  )
  await run(
    `insert into causa (empresa_id, clase, lector_id, desde, evidencia)
     select $1, 'mudo', $2 + i, now() - interval '1 hour', '{}' from generate_series(1, ${CAUSAS}) i`,
    [primero.lector],
  )
  await run(
    `insert into visto_sin_registrar (empresa_id, mac, lector_id, veces, aleatoria, primera, ultima)
     select $1, 'EE' || lpad(to_hex(i), 10, '0'), $2 + i % ${LECTORES}, 1, false, now(), now() from generate_series(1, ${VISTOS}) i`,
    [primero.lector],
  )
  await run(
    `insert into cuarentena (empresa_id, formato, via, motivo, detalle, huella, cuerpo)
     select $1, 'minew', 'http', 'json', 'nada', decode(md5(i::text), 'hex'), 'x' from generate_series(1, ${CUARENTENA}) i`,
  )
  await run(
    `insert into lt (empresa_id, codigo, descripcion, total) select $1, 20000 + i, 'LT', 2000 from generate_series(0, 59) i`,
  )
  await pool.query('vacuum analyze')
}

const openPlanta = (sitio: Sitio) =>
  openSembradaCon(sitio, async (db, pool) => {
    await seedFlota(db, pool)
    const { rows } = await pool.query<{ lector: number; tag: number }>(
      `select min(id) filter (where tipo = 'Reader')::int as lector, min(id) filter (where tipo <> 'Reader')::int as tag from dispositivo`,
    )
    const primero = rows[0] as { lector: number; tag: number }
    await seedEventos(pool, EVENTOS, primero, { tags: TAGS, lectores: LECTORES })
    await seedHechos(pool, primero)
  })

/** Count all that is counted apart; how long that takes. */
async function measureCuenta(db: Db): Promise<void> {
  await countHoy(db, ZONA)
  const [linea, cifra] = await Promise.all([findVuelta(db, 'linea'), findVuelta(db, 'cifra')])
  process.stdout.write(
    `  counted apart: the lines in ${ms(linea?.ms ?? Number.NaN)}, the week in ${ms(cifra?.ms ?? Number.NaN)}; each takes at most 1/30 of the time\n`,
  )
}

async function measureSitio(sitio: Sitio, limites: Limites): Promise<void> {
  const t0 = performance.now()
  const usuario = await openPlanta(sitio)
  process.stdout.write(
    `\n${sitio.nombre}: ${n0(EVENTOS)} events of ${n0(TAGS)} containers loaded in ${Math.round((performance.now() - t0) / 1000)} s\n`,
  )
  const retorna = await startRetorna(sitio)
  const pool = createPool(retorna.conexion)
  const db = createDb(pool)
  try {
    await measureCuenta(db)
    const cookie = await enter(retorna.url, usuario)
    const principal = await findPrincipal(db, 1)
    if (!principal) throw new Error('no account')
    const read = async (papel: Papel) => {
      const res = await fetch(`${retorna.url}/api/hoy?papel=${papel}`, { headers: { cookie } })
      if (!res.ok) throw new Error(`${papel}: ${res.status} ${await res.text()}`)
      return ((await res.json()) as { lineas: unknown[] }).lineas.length
    }
    const primera = percentil(await timesOf(1, () => read('planificacion')), 0.5)
    await awaitPrimeros(pool)
    const papeles = PAPELES.map((papel) => ({ papel, lineas: 0, api: [] as number[], bare: [] as number[] }))
    // In turn, so that what else the machine does falls on all alike.
    for (let i = 0; i < VECES; i++)
      for (const p of papeles) {
        p.api.push(
          ...(await timesOf(1, async () => {
            p.lineas = await read(p.papel)
          })),
        )
        p.bare.push(...(await timesOf(1, () => readHoy(db, principal, p.papel, EMPRESA, ZONA))))
      }
    const filas = papeles.map(({ papel, lineas, api, bare }) => {
      const p95 = percentil(api, 0.95)
      const vale = limites.check(`hoy: p95 of ${papel} under ${P95_MS} ms (${sitio.nombre})`, p95 < P95_MS)
      const razon = percentil(api, 0.5) / percentil(bare, 0.5)
      return [`${papel} (${lineas} lines)`, ms(percentil(api, 0.5)), ms(p95), razon.toFixed(2), vale]
    })
    const todos = papeles.flatMap((p) => p.api)
    filas.push(['all', ms(percentil(todos, 0.5)), ms(percentil(todos, 0.95)), '', ''])
    filas.push(['the first one after the start', ms(primera), '', '', ''])
    printTabla(
      `Hoy, ${sitio.nombre} PostgreSQL (load ${carga()}; limit p95 < ${P95_MS} ms)`,
      ['', 'p50', 'p95', 'API / SQL', ''],
      filas,
    )
  } finally {
    await pool.end()
    await retorna.hijo.stop()
  }
}

await measureBases('Hoy', [(sitio, _base, limites) => measureSitio(sitio, limites)], ['embedded'])
