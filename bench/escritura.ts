import { createDb, createPool } from '#server/db/cliente'
import { migrate } from '#server/db/migrate'
import { insertEventos } from '#server/eventos/escritura'
import type { CodigoEstado, EventoNuevo } from '#server/eventos/evento'
import { createDesnudo, idsDe, insertDesnudo } from './desnudo'
import { carga, createAzar, type Limites, ms, n0, percentil, printTabla, suma } from './medidas'
import { EMPRESA, LECTORES, seedPlanta, TAGS } from './planta'
import type { Sitio } from './sitios'

const MINIMO = 0.6
const ZONA = 'Europe/Madrid'
const MINUTOS = 20

/** Events as they come: any device, nearly always its own reader, most of them at rest. */
function createFuente(azar: () => number, primero: { tag: number; lector: number }) {
  let t = Date.now() - MINUTOS * 60_000
  return (n: number): EventoNuevo[] =>
    Array.from({ length: n }, () => {
      const tag = Math.floor(azar() * TAGS)
      const casa = Math.floor((tag * LECTORES) / TAGS)
      const lector = azar() < 0.95 ? casa : (casa + 1) % LECTORES
      t += 7
      return {
        empresa: EMPRESA,
        dispositivo: primero.tag + tag,
        lector: primero.lector + lector,
        tiempo: t,
        estado: (azar() < 0.8 ? 0 : 1) as CodigoEstado,
        etiqueta: null,
        bateria: 100 - Math.floor(azar() * 60),
        temperatura: 18 + Math.round(azar() * 80) / 10,
        valor: { rssi: -50 - Math.floor(azar() * 40), nombre: 'S1', tipo: 'S1', humedad: 55.5 },
      }
    })
}

/**
 * The event write alone, with its exact counts, against the bare insert of the same rows: in turns, batch by batch, so
 * that what else the machine does hits both alike.
 */
export async function measureEscritura(sitio: Sitio, corto: boolean, limites: Limites): Promise<void> {
  const base = await sitio.open()
  const pool = createPool(base.conexion)
  try {
    await migrate(pool)
    const primero = await seedPlanta(createDb(pool), pool)
    const ahora = new Date()
    await createDesnudo(
      pool,
      new Date(ahora.getTime() - MINUTOS * 60_000),
      new Date(ahora.getTime() + 3_600_000),
    )
    const next = createFuente(createAzar(1), primero)
    const cliente = await pool.connect()
    const ours = async (eventos: EventoNuevo[]) => {
      await cliente.query('begin')
      await insertEventos(cliente, pool, eventos, ZONA)
      await cliente.query('commit')
    }
    // Every device has its counts, as in a plant that has run for a while.
    for (let i = 0; i < (corto ? 10 : 30); i++) {
      const eventos = next(1000)
      await ours(eventos)
      await insertDesnudo(cliente, eventos, idsDe(eventos))
    }
    const filas: string[][] = []
    for (const [tamano, lotes] of corto
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
        const eventos = next(tamano as number)
        const ids = idsDe(eventos)
        const turnos: [number[], () => Promise<void>][] = [
          [nuestro, () => ours(eventos)],
          [desnudo, () => insertDesnudo(cliente, eventos, ids)],
        ]
        for (const [tiempos, write] of i % 2 ? turnos : turnos.reverse()) {
          const t0 = performance.now()
          await write()
          tiempos.push(performance.now() - t0)
        }
      }
      const razon = percentil(
        nuestro.map((t, i) => (desnudo[i] as number) / t),
        0.5,
      )
      for (const [que, tiempos] of [
        ['events with counts', nuestro],
        ['bare insert', desnudo],
      ] as const)
        filas.push([
          `${que}, batches of ${n0(tamano as number)}`,
          n0((tiempos.length * (tamano as number)) / (suma(tiempos) / 1000)),
          ms(percentil(tiempos, 0.5)),
          ms(percentil(tiempos, 0.95)),
          que === 'bare insert' ? '' : razon.toFixed(2),
          que === 'bare insert'
            ? ''
            : tamano === 1000
              ? limites.check(
                  `event write at ${MINIMO} of the bare insert (${sitio.nombre})`,
                  razon >= MINIMO,
                )
              : '',
        ])
    }
    cliente.release()
    await checkCuentas(pool, sitio, limites)
    printTabla(
      `Event write, ${sitio.nombre} PostgreSQL (load ${carga()}; limit: ratio >= ${MINIMO} in batches of 1,000)`,
      ['', 'rows/s', 'p50', 'p95', 'ratio', ''],
      filas,
    )
  } finally {
    await pool.end()
    await base.stop()
  }
}

/** Fast and wrong would be worth nothing: the counts are those of the rows. */
async function checkCuentas(
  pool: ReturnType<typeof createPool>,
  sitio: Sitio,
  limites: Limites,
): Promise<void> {
  const { rows } = await pool.query(`select (select count(*) from evento) = all(array[
    (select sum(n) from evento_cuenta), (select sum(n) from evento_cuenta_dia),
    (select sum(n) from evento_cuenta_lector), (select count(*) from desnudo)]) as iguales`)
  limites.check(`counts equal to the rows (${sitio.nombre})`, rows[0].iguales)
}
