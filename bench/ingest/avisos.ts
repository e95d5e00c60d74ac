import { notifyCambios } from '#server/avisos/avisos/facts/hechos'
import { createDb, createPool } from '#server/platform/db/client'
import { prepareBase } from '#server/platform/jobs/prepare'
import { measureBases, optionOf } from '../bases'
import { startChild } from '../hijos'
import type { Limites } from '../medidas'
import { seedPlanta } from '../planta'
import type { Place } from '../sitios'

/**
 * npm run bench -- avisos [--veces=100] [--base=embedded]: repeated kill -9 between fact and notice. In the end every committed impact must
 * have exactly one notice.
 */
const VECES = Number(optionOf('veces') ?? 100)

async function measureAvisos(place: Place, base: string, limites: Limites): Promise<void> {
  const abierta = await place.open()
  const pool = createPool(abierta.conexion)
  try {
    await prepareBase(pool, 'Europe/Madrid')
    const db = createDb(pool)
    await seedPlanta(db, pool)
    let first = Math.floor(Date.now() / 1000) - 6 * 3600
    let interrumpidas = 0
    for (let i = 0; i < VECES; i++) {
      const child = startChild('./ingest/hijo-avisos.ts', {
        BENCH_BASE: JSON.stringify(abierta.conexion),
        BENCH_PRIMERA: String(first),
      })
      first = await child.answer<number>()
      // From here on impacts are being written; the kill comes somewhere among them and their notices.
      first = (await child.answer<number>()) + 2
      await new Promise((r) => setTimeout(r, Math.random() * 60))
      await child.kill()
      first += 200
      const { rows } = await pool.query('select count(*)::int as n from cambio_por_avisar')
      if (rows[0].n) interrumpidas++
    }
    await notifyCambios(db)
    const { rows } = await pool.query(`
      select (select count(*) from incidencia)::int as hechos,
        (select count(*) from cambio c where c.clase = 'golpe' and not exists (
          select 1 from aviso_hecho h where h.empresa_id = c.empresa_id and h.clave = 'cambio:' || c.id))::int as sin,
        (select count(*) from aviso)::int as avisos,
        (select count(*) from cambio where clase = 'golpe')::int as cambios`)
    const { hechos, sin, avisos, cambios } = rows[0]
    const text = `${VECES} kills (${interrumpidas} with facts not told yet): ${hechos} impacts, ${cambios} changes, ${avisos} notices, ${sin} without`
    process.stdout.write(`${base}: ${text}\n`)
    const vale = hechos > 0 && interrumpidas > 0 && sin === 0 && avisos === hechos && cambios === hechos
    limites.check(`one notice for each fact over kill -9 (${base})`, vale)
  } finally {
    await pool.end()
    await abierta.stop()
  }
}

await measureBases('Notices over kill -9', [measureAvisos], ['embedded'])
