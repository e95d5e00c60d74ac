// npm run bench -- etapas [--semillas=31,32,41] [--horas=720] [--etiquetas=20]: visits of stages, computed from readings into the product's
// own table, against the truth.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createPool } from '#server/platform/db/client'
import { migrate } from '#server/platform/db/migrate'
import { PLACES } from '../demo/plant/planta'
import { optionOf } from './bases'
import { createLimites, percentile, printTabla } from './medidas'
import { createPlace } from './sitios'
import { runGrabacion } from './verdad/correr'
import { type Cuenta, compareVisitas, type Estancias, makeVisitas } from './verdad/etapas'
import { ErrorGrabacion, Nombres, readCaminos, readLectores, withoutRecorrido } from './verdad/leer'
import { createMotor } from './verdad/motor'
import { DURA_S, visitsOf } from './verdad/visitas'

const F1 = 0.98
const ESTANCIA_MIN = 5
const PASO_MIN = 10
const HORAS = Number(optionOf('horas') ?? 720)
const ETIQUETAS = Number(optionOf('etiquetas') ?? 20)
const SEEDS = (optionOf('semillas') ?? '31,32,41').split(',')
const FIN_S = HORAS * 3600

const etapaOf = (zona: string) => PLACES.find((l) => l.nombre === zona)?.grupo ?? ''

/** Stays of a recorded plant by tag: those of the engine, and the true ones. */
async function readEstancias(
  folder: string,
  zonas: Nombres,
): Promise<{ dichas: Estancias; ciertas: Estancias }> {
  const tags = new Nombres()
  const lectores = await readLectores(folder, zonas)
  const verdad = (await readCaminos(folder, 'truth.csv', zonas, tags)) ?? new Map()
  const recorridos = (await readCaminos(folder, 'calibration.csv', zonas, tags)) ?? new Map()
  const caminos = new Map([...verdad].map(([tag, c]) => [tag, withoutRecorrido(c, recorridos.get(tag))]))
  const methods = { motor: createMotor(lectores, recorridos) }
  const { resultados } = await runGrabacion(
    folder,
    lectores,
    tags,
    caminos,
    { salidas: [], apagones: [] },
    methods,
    (que) => new ErrorGrabacion(que),
  )
  const ciertas = new Map(
    [...caminos].map(([tag, c]) => [tag, visitsOf(c, FIN_S).filter((v) => v.hasta - v.desde >= DURA_S)]),
  )
  return { dichas: resultados.motor.visitas, ciertas }
}

/** The product computes visits from both, each in its own database. */
async function visitsIn(zonas: Nombres, estancias: Estancias) {
  const place = await createPlace('embedded')
  if (!place) throw new Error('no database')
  const base = await place.open()
  const pool = createPool(base.conexion)
  try {
    await migrate(pool)
    return await makeVisitas(pool, zonas.todos, etapaOf, estancias)
  } finally {
    await pool.end()
    await base.stop()
    await place.remove()
  }
}

async function measureSeed(seed: string): Promise<Cuenta> {
  const folder = mkdtempSync(join(tmpdir(), 'retorna-etapas-'))
  try {
    const args = [
      '--planta',
      'demo',
      '--semilla',
      seed,
      '--horas',
      String(HORAS),
      '--etiquetas',
      String(ETIQUETAS),
    ]
    const grabacion = fileURLToPath(new URL('./recordings/grabacion.ts', import.meta.url))
    spawnSync(process.execPath, ['--import', 'tsx', grabacion, '--salida', folder, ...args], {
      stdio: 'inherit',
    })
    const zonas = new Nombres()
    const { dichas, ciertas } = await readEstancias(folder, zonas)
    const [suyas, verdaderas] = [await visitsIn(zonas, dichas), await visitsIn(zonas, ciertas)]
    const c: Cuenta = { dichas: 0, ciertas: 0, fuera: 0, halladas: 0, exactas: 0, estancia: [], paso: [] }
    for (const [tag, v] of verdaderas) compareVisitas(suyas.get(tag) ?? [], v, FIN_S, c)
    return c
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const limites = createLimites()
const rows: string[][] = []
for (const seed of SEEDS) {
  const c = await measureSeed(seed)
  const f1 = (n: number) => (2 * n) / (c.dichas + c.ciertas)
  const minutes = (s: number[]) => percentile(s, 0.5) / 60
  const [estancia, paso] = [minutes(c.estancia), minutes(c.paso)]
  rows.push([
    seed,
    `${c.dichas} / ${c.ciertas}`,
    String(c.fuera),
    `${f1(c.halladas).toFixed(3)} ${limites.check(`seed ${seed}: F1 of visits ${F1}`, f1(c.halladas) >= F1)}`,
    f1(c.exactas).toFixed(3),
    `${estancia.toFixed(1)} min ${limites.check(`seed ${seed}: stays within ${ESTANCIA_MIN} min`, estancia <= ESTANCIA_MIN)}`,
    `${paso.toFixed(1)} min ${limites.check(`seed ${seed}: ways within ${PASO_MIN} min`, paso <= PASO_MIN)}`,
  ])
}
printTabla(
  `Visits of stages, ${ETIQUETAS} containers of the demonstration for ${HORAS} h`,
  [
    'seed',
    'told / true',
    'told of the road',
    'F1',
    'both ends within 5 min',
    'stay, median error',
    'way, median error',
  ],
  rows,
)
for (const f of limites.fallos) process.stdout.write(`MISSED: ${f}\n`)
process.exitCode = limites.fallos.length ? 1 : 0
