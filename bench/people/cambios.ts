import type pg from 'pg'
import { createDb, createPool } from '#server/platform/db/client'
import { prepareBase } from '#server/platform/jobs/prepare'
import { measureBases } from '../bases'
import { createRandom, type Limites } from '../medidas'
import { LECTORES, seedPlanta, TAGS } from '../planta'
import type { Place } from '../sitios'

/**
 * npm run bench -- cambios [--base=embedded|outside]: the cost of recording 10,000 changes a minute at 20,000 readings a second, which is 8
 * or 9 changes in a batch of 1000 readings. Batches with and without changes take turns, so that other load on the machine affects both
 * alike. The limit is a twentieth of the total cost of a batch by the product's own limit for a reading.
 */
const LECTURAS = 1000
const CAMBIOS = 9
const RONDAS = 300
const US_POR_LECTURA = 45
const PARTE = 0.05

async function measureCambios(place: Place, base: string, limites: Limites): Promise<void> {
  const abierta = await place.open()
  const pool = createPool(abierta.conexion)
  try {
    await prepareBase(pool, 'Europe/Madrid')
    const first = await seedPlanta(createDb(pool), pool)
    await pool.query(
      `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, recibido, estado_desde, lector_id, lector_desde)
       select id, empresa_id, now(), now(), now(), $1 + id % $2, now() from dispositivo`,
      [first.lector, LECTORES],
    )
    // Places must be named: a change of place is a change of its name.
    await pool.query(
      `insert into ubicacion (empresa_id, nombre) select 1, 'Zona ' || g from generate_series(1, 30) g`,
    )
    await pool.query(
      `update dispositivo set ubicacion_id = (select min(id) from ubicacion) + id % 30 where tipo = 'Reader'`,
    )
    await pool.query('select anotar_cambios(array_agg(id)) from dispositivo')
    await pool.query('vacuum analyze')
    const random = createRandom(1)
    const client = await pool.connect()
    const run = async (conCambios: boolean) => {
      const ids = Array.from({ length: LECTURAS }, () => first.tag + Math.floor(random() * TAGS))
      const otros = ids.slice(0, CAMBIOS)
      const t0 = performance.now()
      await client.query('begin')
      await touch(client, ids, otros, first.lector)
      if (conCambios)
        await client.query({ name: 'cambios', text: 'select anotar_cambios($1::bigint[])', values: [otros] })
      await client.query('commit')
      return performance.now() - t0
    }
    const suma = { con: 0, sin: 0 }
    for (let i = 0; i < 20; i++) await run(i % 2 === 0)
    for (let i = 0; i < RONDAS; i++) {
      suma.con += await run(true)
      suma.sin += await run(false)
    }
    client.release()
    const { rows } = await pool.query('select count(*)::int as n from cambio')
    const mas = (suma.con - suma.sin) / RONDAS
    const limite = (LECTURAS * US_POR_LECTURA * PARTE) / 1000
    process.stdout.write(
      `${base}: a batch with ${CAMBIOS} changes takes ${mas.toFixed(2)} ms more, ${((100 * mas) / (limite / PARTE)).toFixed(1)} % of ${(limite / PARTE).toFixed(0)} ms (limit ${limite.toFixed(2)} ms); ${rows[0].n} changes noted\n`,
    )
    limites.check(
      `changes cost less than a twentieth (${base})`,
      mas < limite && rows[0].n > RONDAS * CAMBIOS * 0.9,
    )
  } finally {
    await pool.end()
    await abierta.stop()
  }
}

/** Tags are heard again, some of them by another reader. */
async function touch(client: pg.ClientBase, ids: number[], otros: number[], lector: number): Promise<void> {
  await client.query({
    name: 'oidas',
    text: 'update dispositivo_estado set ultimo_registro = now(), recibido = now() where dispositivo_id = any($1::bigint[])',
    values: [ids],
  })
  await client.query({
    name: 'movidas',
    text: `update dispositivo_estado set lector_id = $2 + (lector_id - $2 + 1) % ${LECTORES}, lector_desde = now()
      where dispositivo_id = any($1::bigint[])`,
    values: [otros, lector],
  })
}

await measureBases('Noting what changes', [measureCambios])
