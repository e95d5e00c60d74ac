import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openCsv } from '../verdad/escribir'
import { createAverias } from './averias'
import { type Andar, createHabitaciones, RADIOS, type Radio } from './habitaciones'
import { createSimulatedPlant, type Planta } from './nave'
import { createSimulatedPlantDemo } from './nave-demo'
import { type Lectura, type Place, tell } from './relato'

/**
 * npm run bench -- grabacion --salida FOLDER [options]: record a simulated plant with its truth, for `verdad`.
 * --planta nave (default): a hall with --zonas and --lectores.
 * --planta demo: the plant of the demonstration; --etiquetas of its containers are recorded.
 * --planta habitaciones: four rooms that share --lectores (4: one in each). Size, walls and propagation depend on --semilla. Truth names
 * the room on ways too. Tags stand at a spot for --parada-min to -max seconds, and go from spot to spot of a room for --visita-min to -max
 * seconds before they go to the next room. Defaults: containers that are moved now and then. --parada-min 120 --parada-max 1200: worn in a
 * house. --parada-max 0 --parada-min 0 --visita-min 20 --visita-max 60: carried without stops. --radio clara: walls block radio waves more.
 * No container is held or lost there.
 *
 * readers.csv   reader,zone,x,y: metres
 * readings.csv  t,reader,tag,rssi,moving: seconds since the recording began, when it was heard; sorted. With --llegada `t` is
 * the time of arrival at the product, since gateways send in batches of seconds to minutes
 * truth.csv     t,tag,zone: valid until the tag's next row; empty: on its way, or away
 * calibration.csv  the same for the tag PASEO, which first passes three minutes in each zone (--sin-paseo: none)
 * salidas.csv   t,tag,zone: a truck leaves with this tag, which is not heard until it comes back
 * fates.csv     clase,t,tag,zone,hasta: containers that are held beyond their stay (retenido) or never seen again (perdido; hasta is
 * empty): --retenidos and --perdidos are shares of all stays, for --retenidos-horas at most
 * caidas.csv    t,tag,zone,g,danio: falls on the way to a zone, with --caidas as share of all ways, and whether something broke
 * averias.csv   clase,reader,desde,hasta: readers dead for an hour (outage), deaf (sordo) or moved (movido)
 */
const { values } = parseArgs({
  options: {
    salida: { type: 'string' },
    planta: { type: 'string', default: 'nave' },
    semilla: { type: 'string', default: '1' },
    horas: { type: 'string', default: '24' },
    lectores: { type: 'string', default: '45' },
    zonas: { type: 'string', default: '30' },
    etiquetas: { type: 'string', default: '120' },
    estancias: { type: 'string', default: '8' },
    'parada-min': { type: 'string', default: '600' },
    'parada-max': { type: 'string', default: '3000' },
    'visita-min': { type: 'string', default: '0' },
    'visita-max': { type: 'string', default: '0' },
    'intervalo-min': { type: 'string', default: '30' },
    'intervalo-max': { type: 'string', default: '60' },
    apagones: { type: 'string', default: '0' },
    sordos: { type: 'string', default: '0' },
    movidos: { type: 'string', default: '0' },
    retenidos: { type: 'string', default: '0' },
    'retenidos-horas': { type: 'string', default: '72' },
    perdidos: { type: 'string', default: '0' },
    caidas: { type: 'string', default: '0' },
    radio: { type: 'string', default: 'dura' },
    'sin-movimiento': { type: 'boolean', default: false },
    'sin-paseo': { type: 'boolean', default: false },
    llegada: { type: 'boolean', default: false },
  },
})

const numbers = (
  nombre: Exclude<
    keyof typeof values,
    'salida' | 'planta' | 'radio' | 'sin-movimiento' | 'sin-paseo' | 'llegada'
  >,
) => {
  const n = Number(values[nombre])
  if (!(n >= 0)) throw new Error(`--${nombre} must be a number`)
  return n
}
if (!values.salida) throw new Error('--salida FOLDER is missing')
const folder = values.salida
/** A Monday at 6:00 by the plant's clock. */
const INICIO = Date.UTC(2026, 0, 5, 5)
/** Work hours per day from then on. */
const TRABAJO_H = 20.8
/** Ratio of a stay with its way to the nominal hours of the stay. */
const ESPERA = 1.4

const semilla = numbers('semilla')
const horas = numbers('horas')
function createPlanta(): Planta {
  if (values.planta === 'demo') return createSimulatedPlantDemo(1)
  if (values.planta === 'habitaciones') {
    if (!Object.hasOwn(RADIOS, values.radio)) throw new Error('--radio must be dura or clara')
    const andar: Andar = {
      parada: [numbers('parada-min'), numbers('parada-max')],
      visita: [numbers('visita-min'), numbers('visita-max')],
    }
    return createHabitaciones(semilla, numbers('lectores'), andar, values.radio as Radio)
  }
  return createSimulatedPlant(
    semilla,
    numbers('lectores'),
    numbers('zonas'),
    TRABAJO_H / numbers('estancias') / ESPERA,
  )
}
const planta = createPlanta()
const paseo = !values['sin-paseo']
const averias = createAverias(planta, semilla, horas * 3600 + (paseo ? planta.zonas.length * 180 : 0), {
  apagones: numbers('apagones'),
  sordos: numbers('sordos'),
  movidos: numbers('movidos'),
})
const conMovimiento = !values['sin-movimiento']

mkdirSync(folder, { recursive: true })
const row = ({ t, tag, zona }: Place) => `${t.toFixed(3)},${tag},${zona}`
const lectura = (l: Lectura, t: number) =>
  `${t.toFixed(3)},${planta.lectores[l.lector]?.nombre},${l.tag},${l.rssi}${conMovimiento ? `,${l.mueve ? 1 : 0}` : ''}`

const lecturas = openCsv(folder, 'readings.csv', `t,reader,tag,rssi${conMovimiento ? ',moving' : ''}`)
const verdad = openCsv(folder, 'truth.csv', 't,tag,zone')
const salidas = openCsv(folder, 'salidas.csv', 't,tag,zone')
const lectores = openCsv(folder, 'readers.csv', 'reader,zone,x,y')
await lectores.write(
  planta.lectores.map((l) => `${l.nombre},${l.zona},${l.p[0].toFixed(1)},${l.p[1].toFixed(1)}`),
)
const failures = openCsv(folder, 'averias.csv', 'clase,reader,desde,hasta')
await failures.write(averias.lista.map((a) => `${a.clase},${a.lector},${a.desde},${a.hasta}`))
const fates = openCsv(folder, 'suertes.csv', 'clase,t,tag,zone,hasta')
const caidas = openCsv(folder, 'caidas.csv', 't,tag,zone,g,danio')
const paseos = paseo ? openCsv(folder, 'calibration.csv', 't,tag,zone') : null

/** Readings that have not arrived at the product yet. */
let pendientes: Lectura[] = []
let [cuantas, estancias, camiones] = [0, 0, 0]
async function writeLecturas(hasta: number): Promise<void> {
  if (!values.llegada) {
    await lecturas.write(pendientes.map((l) => lectura(l, l.t)))
    pendientes = []
    return
  }
  pendientes.sort((a, b) => a.llega - b.llega)
  const corte = pendientes.findIndex((l) => l.llega >= hasta)
  const listas = corte < 0 ? pendientes : pendientes.slice(0, corte)
  pendientes = corte < 0 ? [] : pendientes.slice(corte)
  await lecturas.write(listas.map((l) => lectura(l, l.llega)))
}
const taskInput = {
  semilla,
  horas,
  etiquetas: numbers('etiquetas'),
  intervalo: [numbers('intervalo-min'), numbers('intervalo-max')] as const,
  conMovimiento,
  paseo,
  inicio: INICIO,
  caidas: numbers('caidas'),
  ...((numbers('retenidos') > 0 || numbers('perdidos') > 0) && {
    raros: {
      retenidos: numbers('retenidos'),
      perdidos: numbers('perdidos'),
      horas: [Math.min(8, numbers('retenidos-horas')), numbers('retenidos-horas')] as const,
    },
  }),
}
const empieza = performance.now()
for (const chunk of tell(planta, averias, taskInput)) {
  cuantas += chunk.lecturas.length
  estancias += chunk.verdad.filter((v) => v.zona).length
  camiones += chunk.salidas.length
  pendientes.push(...chunk.lecturas)
  await writeLecturas(chunk.lecturas.at(-1)?.t ?? 0)
  await verdad.write(chunk.verdad.map(row))
  await salidas.write(chunk.salidas.map(row))
  await fates.write(
    chunk.suertes.map((s) => `${s.clase},${row(s)},${Number.isFinite(s.hasta) ? s.hasta.toFixed(3) : ''}`),
  )
  await caidas.write(chunk.caidas.map((c) => `${row(c)},${c.g.toFixed(2)},${c.danio ? 1 : 0}`))
  await paseos?.write(chunk.paseo.map(row))
}
await writeLecturas(Number.POSITIVE_INFINITY)
for (const archivo of [lecturas, verdad, salidas, lectores, failures, fates, caidas, paseos])
  await archivo?.close()
process.stdout.write(
  `${cuantas} readings, ${estancias} stays, ${camiones} left by truck, in ${((performance.now() - empieza) / 1000).toFixed(1)} s: ${folder}\n`,
)
