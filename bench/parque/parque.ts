import { parseArgs } from 'node:util'
import { createPool } from '#server/platform/db/client'
import { migrate } from '#server/platform/db/migrate'
import { checkZona } from '#server/platform/db/zona'
import { prepareJobs } from '#server/platform/jobs/jobs'
import { ZONA } from '../siembra'
import { createPlace } from '../sitios'
import { judgeLadder, type NotaEscalas, PLANTAS_ESCALA } from './escala'
import { judgeGuardado, PLANTA_GUARDADA } from './guardado'
import { judgePlanta, type NotaPlanta } from './libro'
import { judgePilas, simulatePilas } from './pilas'
import { judgePilasGuardadas, PLANTA_PILAS } from './pilas-guardadas'
import { PLANTAS_LIBRO } from './plantas-libro'
import { APARTADAS, DE_PRUEBA, type PlantaSimulada } from './plantas-pilas'
import { listLimites, type Medido, tell } from './relato'
import { judgeVuelve, PLANTAS_SILENCIOS } from './vuelve'

/**
 * Measures the pool's answers on plants with known truth. `npm run bench -- parque [--json] [--semillas 11,12]`. The limits were chosen
 * with other plants (`--prueba` shows them). Exit code not 0 if a target is missed.
 */
const { values } = parseArgs({
  options: { json: { type: 'boolean' }, prueba: { type: 'boolean' }, semillas: { type: 'string' } },
})
const seeds = (values.semillas ?? '11,12').split(',').map(Number)

/** Ladder, book, and what is kept of silences and batteries need a database: one for all, with a company for each plant and seed. */
async function measureBase(): Promise<Pick<Medido, 'escala' | 'libro' | 'guardado' | 'pilasGuardadas'>> {
  const place = await createPlace('embedded')
  if (!place) throw new Error('no database')
  const base = await place.open()
  const pool = createPool(base.conexion)
  let empresa = 0
  const escala: NotaEscalas[] = []
  const libro: NotaPlanta[] = []
  const guardado: Medido['guardado'] = []
  const pilasGuardadas: Medido['pilasGuardadas'] = []
  try {
    await migrate(pool)
    await checkZona(pool, ZONA)
    await prepareJobs(pool)
    // First, so that the job has no tags of other plants to judge each day.
    for (const seed of seeds) {
      const nota = await judgePilasGuardadas(pool, PLANTA_PILAS, seed, ++empresa)
      pilasGuardadas.push({ nombre: `${PLANTA_PILAS.nombre}, ${seed}`, ...nota })
    }
    for (const seed of seeds) {
      for (const p of PLANTAS_ESCALA) escala.push(await judgeLadder(pool, p, seed, ++empresa))
      for (const p of PLANTAS_LIBRO) libro.push(await judgePlanta(pool, p, seed, ++empresa))
      const nota = await judgeGuardado(pool, PLANTA_GUARDADA, seed, ++empresa)
      guardado.push({ nombre: `${PLANTA_GUARDADA.nombre}, ${seed}`, ...nota })
    }
    return { escala, libro, guardado, pilasGuardadas }
  } finally {
    await pool.end()
    await base.stop()
    await place.remove()
  }
}

const measurePilas = (plantas: readonly PlantaSimulada[]) =>
  plantas.flatMap((p) =>
    seeds.map((seed) => ({ nombre: `${p.nombre}, ${seed}`, nota: judgePilas(simulatePilas(p, seed)) })),
  )

const medido: Medido = {
  ...(await measureBase()),
  pilas: measurePilas(values.prueba ? DE_PRUEBA : APARTADAS),
  vuelve: PLANTAS_SILENCIOS.flatMap((p) =>
    seeds.map((seed) => ({ nombre: `${p.nombre}, ${seed}`, ...judgeVuelve(p, seed) })),
  ),
}
const limites = listLimites(medido)
if (values.json) process.stdout.write(`${JSON.stringify({ limites, ...medido })}\n`)
else tell(medido, limites)
if (limites.some((l) => !l.vale)) process.exitCode = 1
