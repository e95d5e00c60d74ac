import type { CodigoEstado, NewEvento } from '#server/oir/eventos/evento'
import { insertEventos } from '#server/oir/eventos/repo-write'
import { createDb, createPool } from '#server/platform/db/client'
import { migrate } from '#server/platform/db/migrate'
import { createRandom, type Limites, load, ms, n0, percentile, printTabla, suma } from '../medidas'
import { EMPRESA, LECTORES, seedPlanta, TAGS } from '../planta'
import type { Place } from '../sitios'
import { createDesnudo, idsOf, insertDesnudo } from './desnudo'

const MINIMUM = 0.6
const ZONA = 'Europe/Madrid'
const MINUTES = 20

/** Events as they occur: any device, nearly always heard by its own reader, most of them at rest. */
function createFuente(random: () => number, first: { tag: number; lector: number }) {
  let t = Date.now() - MINUTES * 60_000
  return (n: number): NewEvento[] =>
    Array.from({ length: n }, () => {
      const tag = Math.floor(random() * TAGS)
      const casa = Math.floor((tag * LECTORES) / TAGS)
      const lector = random() < 0.95 ? casa : (casa + 1) % LECTORES
      t += 7
      return {
        empresa: EMPRESA,
        dispositivo: first.tag + tag,
        lector: first.lector + lector,
        tiempo: t,
        estado: (random() < 0.8 ? 0 : 1) as CodigoEstado,
        etiqueta: null,
        bateria: 100 - Math.floor(random() * 60),
        temperatura: 18 + Math.round(random() * 80) / 10,
        valor: { rssi: -50 - Math.floor(random() * 40), nombre: 'S1', tipo: 'S1', humedad: 55.5 },
      }
    })
}

/**
 * The event write alone, with its exact counts, against the bare insert of the same rows. Both take turns batch by batch, so that other
 * load on the machine affects both alike.
 */
export async function measureEscritura(place: Place, corto: boolean, limites: Limites): Promise<void> {
  const base = await place.open()
  const pool = createPool(base.conexion)
  try {
    await migrate(pool)
    const first = await seedPlanta(createDb(pool), pool)
    const now = new Date()
    await createDesnudo(pool, new Date(now.getTime() - MINUTES * 60_000), new Date(now.getTime() + 3_600_000))
    const next = createFuente(createRandom(1), first)
    const client = await pool.connect()
    const ours = async (eventos: NewEvento[]) => {
      await client.query('begin')
      await insertEventos(client, pool, eventos, ZONA)
      await client.query('commit')
    }
    // Warm-up: afterwards every device has its counts, as in a plant that has run for a while.
    for (let i = 0; i < (corto ? 10 : 30); i++) {
      const eventos = next(1000)
      await ours(eventos)
      await insertDesnudo(client, eventos, idsOf(eventos))
    }
    const filas: string[][] = []
    for (const [size, lotes] of corto
      ? [
          [1000, 30],
          [100, 60],
        ]
      : ([
          [1000, 90],
          [100, 240],
        ] as const)) {
      const nuestro: number[] = []
      const desnudo: number[] = []
      for (let i = 0; i < (lotes as number); i++) {
        const eventos = next(size as number)
        const ids = idsOf(eventos)
        const turnos: [number[], () => Promise<void>][] = [
          [nuestro, () => ours(eventos)],
          [desnudo, () => insertDesnudo(client, eventos, ids)],
        ]
        for (const [times, write] of i % 2 ? turnos : turnos.reverse()) {
          const t0 = performance.now()
          await write()
          times.push(performance.now() - t0)
        }
      }
      const razon = percentile(
        nuestro.map((t, i) => (desnudo[i] as number) / t),
        0.5,
      )
      for (const [que, times] of [
        ['events with counts', nuestro],
        ['bare insert', desnudo],
      ] as const)
        filas.push([
          `${que}, batches of ${n0(size as number)}`,
          n0((times.length * (size as number)) / (suma(times) / 1000)),
          ms(percentile(times, 0.5)),
          ms(percentile(times, 0.95)),
          que === 'bare insert' ? '' : razon.toFixed(2),
          que === 'bare insert'
            ? ''
            : size === 1000
              ? limites.check(
                  `event write at ${MINIMUM} of the bare insert (${place.nombre})`,
                  razon >= MINIMUM,
                )
              : '',
        ])
    }
    client.release()
    await checkCuentas(pool, place, limites)
    printTabla(
      `Event write, ${place.nombre} PostgreSQL (load ${load()}; limit: ratio >= ${MINIMUM} in batches of 1,000)`,
      ['', 'rows/s', 'p50', 'p95', 'ratio', ''],
      filas,
    )
  } finally {
    await pool.end()
    await base.stop()
  }
}

/** Verify that the counts match the rows: a fast but wrong write is worthless. */
async function checkCuentas(
  pool: ReturnType<typeof createPool>,
  place: Place,
  limites: Limites,
): Promise<void> {
  const { rows } = await pool.query(`select (select count(*) from evento) = all(array[
    (select sum(n) from evento_cuenta), (select sum(n) from evento_cuenta_dia),
    (select sum(n) from evento_cuenta_lector), (select count(*) from desnudo)]) as iguales`)
  limites.check(`counts equal to the rows (${place.nombre})`, rows[0].iguales)
}
