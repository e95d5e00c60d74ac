import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createRandom } from '../../demo/random'
import { openCsv } from '../verdad/escribir'
import { Nombres, numero, readCaminos, readLectores, readRows } from '../verdad/leer'
import {
  type Anuncio,
  chooseLectores,
  loseWalkObservations,
  type Puesto,
  shuffle,
  stretch,
  type WalkObservation,
  walkPuestos,
} from '../verdad/variar'

/**
 * npm run bench -- variante --datos FOLDER --salida FOLDER [options]: make another recording from one in which a tag stood at one spot
 * after the other (each row of truth.csv with a zone is a spot), at random by --semilla:
 * --por-zona N      only this many readers of each zone
 * --barajar         the spots in another order
 * --veces N         each spot for N times as long: its adverts are repeated in another order
 * --pierde P        each reading is dropped with this probability
 * --paseo otros     first a walk of three minutes a zone with a fast tag, through nine spots of each zone, which are not judged;
 * --paseo todos     through all spots, with adverts that are not used again
 * --mueve DB        the levels of each spot of the walk and reader are shifted at random, with this standard deviation
 */
const { values } = parseArgs({
  options: {
    datos: { type: 'string' },
    salida: { type: 'string' },
    semilla: { type: 'string', default: '1' },
    'por-zona': { type: 'string', default: '0' },
    barajar: { type: 'boolean', default: false },
    veces: { type: 'string', default: '1' },
    pierde: { type: 'string', default: '0' },
    paseo: { type: 'string' },
    mueve: { type: 'string', default: '0' },
  },
})
const number = (nombre: 'semilla' | 'por-zona' | 'veces' | 'pierde' | 'mueve') => {
  const n = Number(values[nombre])
  if (!(n >= 0)) throw new Error(`--${nombre} must be a number`)
  return n
}
if (!values.datos || !values.salida) throw new Error('--datos FOLDER or --salida FOLDER is missing')
if (values.paseo && !['otros', 'todos'].includes(values.paseo))
  throw new Error('--paseo must be otros or todos')
const { datos, salida } = values
/** Gap without readings between two spots, in seconds. */
const GAP_S = 60

const zonas = new Nombres()
const tags = new Nombres()
const lectores = await readLectores(datos, zonas)
const camino = (await readCaminos(datos, 'truth.csv', zonas, tags))?.get(0)
if (!camino || tags.todos.length > 1) throw new Error('truth.csv must be of one tag')

const random = createRandom(number('semilla'))
const porZona = number('por-zona')
const elegidos = porZona ? chooseLectores(lectores.zona, porZona, random) : lectores.zona.map(() => true)

/** The spots with the readings of the chosen readers; readings of the same time are one advert. */
async function readPuestos({ t, zona }: { t: number[]; zona: number[] }): Promise<Puesto[]> {
  const puestos = t.flatMap((desde, i) =>
    (zona[i] as number) < 0
      ? []
      : [
          {
            desde,
            zona: zona[i] as number,
            dura: (t[i + 1] ?? desde) - desde,
            anuncios: [] as (Anuncio & { oidos: WalkObservation[] })[],
          },
        ],
  )
  let k = 0
  await readRows(datos, 'readings.csv', ['t', 'reader', 'rssi'], [], ([timeBin, reader, rssi], failure) => {
    const cuando = numero(timeBin, 't', failure)
    while (k + 1 < puestos.length && (puestos[k + 1]?.desde ?? 0) <= cuando) k++
    const p = puestos[k]
    const lector = lectores.nombres.indexOf(reader ?? '')
    if (!p || lector < 0 || cuando < p.desde || cuando >= p.desde + p.dura) return
    const s = cuando - p.desde
    if (p.anuncios.at(-1)?.s !== s) p.anuncios.push({ s, oidos: [] })
    if (elegidos[lector]) p.anuncios.at(-1)?.oidos.push({ lector, rssi: numero(rssi, 'rssi', failure) })
  })
  return puestos
}

let puestos = await readPuestos(camino)
const andado = values.paseo ? walkPuestos(puestos, values.paseo === 'otros', number('mueve'), random) : null
puestos = andado?.quedan ?? puestos
if (values.barajar) puestos = shuffle(puestos, random)
puestos = puestos.map((p) =>
  loseWalkObservations(stretch(p, number('veces'), random), number('pierde'), random),
)

mkdirSync(salida, { recursive: true })
const rows = openCsv(salida, 'readers.csv', 'reader,zone')
await rows.write(
  lectores.nombres.flatMap((r, i) =>
    elegidos[i] ? [`${r},${zonas.todos[lectores.zona[i] as number] ?? ''}`] : [],
  ),
)
const lecturas = openCsv(salida, 'readings.csv', 't,reader,tag,rssi')
const verdad = openCsv(salida, 'truth.csv', 't,tag,zone')
const paseos = andado && openCsv(salida, 'calibration.csv', 't,tag,zone')
const writePuesto = (t: number, tag: string, p: Puesto) =>
  lecturas.write(
    p.anuncios.flatMap((a) =>
      a.oidos.map((o) => `${(t + a.s).toFixed(3)},${lectores.nombres[o.lector]},${tag},${o.rssi}`),
    ),
  )
let t = 0
for (const { zona, puestos: suyos } of andado?.paseo ?? []) {
  await paseos?.write([`${t},PASEO,${zonas.todos[zona]}`])
  for (const p of suyos) {
    await writePuesto(t, 'PASEO', p)
    t += p.dura
  }
  await paseos?.write([`${t},PASEO,`])
  t += GAP_S
}
for (const p of puestos) {
  await verdad.write([`${t},${tags.todos[0]},${zonas.todos[p.zona]}`, `${t + p.dura},${tags.todos[0]},`])
  await writePuesto(t, tags.todos[0] as string, p)
  t += p.dura + GAP_S
}
for (const archivo of [rows, lecturas, verdad, paseos]) await archivo?.close()
process.stdout.write(`${puestos.length} spots, ${Math.round(t / 60)} minutes: ${salida}\n`)
