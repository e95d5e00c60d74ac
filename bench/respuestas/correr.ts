import { type Historia, HORIZONTE } from '#server/platform/math/historia'
import { forecast } from '#server/platform/math/prevision'
import { kindOf } from '#server/platform/math/series'
import { createLimites, createRandom, pct, printTabla, suma } from '../medidas'
import { type Juzgado, judge, type Tenth, worstTenth } from './juzgar'
import { simulate } from './planta'
import { PLANTAS } from './plantas'
import { prepare } from './preparar'
import { type Atascos, measureAtascos, measureLittle, measureSurvivalCurves, toData } from './simuladas'

const HOUR_MS = 3_600_000

/** A random walk of the stock in steps of one: nothing can be forecast. */
export function createAzarosa(horas: number, seed: number): Historia {
  const random = createRandom(seed)
  let hay = 50
  const stock = Float64Array.from({ length: horas }, () => {
    hay = Math.max(0, Math.min(100, hay + Math.floor(random() * 3) - 1))
    return hay
  })
  const change = (signo: number) =>
    stock.map((v, i) => Math.max(0, signo * (v - (stock[i - 1] ?? (stock[0] as number)))))
  return {
    stock,
    llegadas: change(1),
    salidas: change(-1),
    clase: Uint8Array.from({ length: horas + HORIZONTE }, (_, i) => kindOf(i * HOUR_MS, 0)),
    pool: 100,
    antes: null,
  }
}

/** Processor seconds for forecasts of 200 series with 12 weeks of history each. */
export function timePrevisiones(): number {
  const h = createAzarosa(84 * 24, 5)
  const t0 = process.cpuUsage()
  for (let i = 0; i < 200; i++) forecast({ ...h, minimo: 20, antes: { stock: h.stock, salidas: h.salidas } })
  const { user, system } = process.cpuUsage(t0)
  return (user + system) / 1e6
}

type Medida = { nombre: string; juzgado: Juzgado; curvas: number; little: number; atascos: Atascos }

function measure(seeds: readonly number[]): Medida[] {
  return PLANTAS.flatMap(({ plano, conCalendario }) =>
    seeds.map((seed) => {
      const visitas = simulate(plano, seed)
      const vista = { ...plano, retenidos: 0, perdidas: 0 }
      return {
        nombre: `${plano.nombre}, ${seed}`,
        juzgado: judge(prepare(toData(plano, visitas, conCalendario))),
        curvas: measureSurvivalCurves(plano, seed),
        little: measureLittle(vista, simulate(vista, seed)),
        atascos: measureAtascos(plano, visitas, simulate(plano, seed + 1000), conCalendario),
      }
    }),
  )
}

const dos = (n: number | null) => (n === null ? '-' : n.toFixed(2))

function printPrevisiones(medidas: readonly Medida[]): void {
  printTabla(
    'Forecasts: pinball loss as share of that of the last value; what came, in the band of 80 %; warnings of shortages within 24 open hours',
    [
      'plant, seed',
      'series',
      '4 h',
      '8 h',
      '24 h',
      'band 4, 8, 24 h',
      'precision',
      'recall',
      'lead',
      'Brier 24 h',
      'ms',
    ],
    medidas.map(({ nombre, juzgado: { nota: n } }) => [
      nombre,
      String(n.series),
      ...[n.h4, n.h8, n.h24].map((h) => dos((h.pinball as number) / (h.naive as number))),
      [n.h4, n.h8, n.h24].map((h) => pct(h.coverage as number)).join(', '),
      dos(n.warnings.precision),
      dos(n.warnings.recall),
      `${n.warnings.leadHours ?? '-'} h`,
      dos(n.h24.brier),
      dos(n.ms),
    ]),
  )
}

function printRestos(medidas: readonly Medida[]): void {
  printTabla(
    'Stays (worst stage) and stuck containers; beside them, what would be wrong too if holidays or dead readers were not known',
    [
      'plant, seed',
      'median off',
      "Little's law off",
      'called',
      'wrong',
      'held',
      'found',
      'wrong per 100 and week',
      'by holidays',
      'by dead readers',
    ],
    medidas.map(({ nombre, curvas: survivalCurves, little, atascos: a }) => [
      nombre,
      `${(survivalCurves * 100).toFixed(1)} %`,
      `${(little * 100).toFixed(1)} %`,
      String(a.llamadas),
      String(a.enFalso),
      String(a.retenidas),
      String(a.halladas),
      dos(a.falsas),
      `${a.delFestivo} (${a.sinFestivos})`,
      `${a.delOutage} (${a.sinOutage})`,
    ]),
  )
}

function printTenths(tenths: readonly Tenth[]): void {
  printTabla(
    'Chance of a shortage within 24 open hours: told and come, in tenths, all plants',
    ['told', 'forecasts', 'mean told', 'came'],
    tenths.map((t, i) => [
      `${i * 10} to ${i * 10 + 10} %`,
      String(t.n),
      pct(t.told / t.n),
      pct(t.came / t.n),
    ]),
  )
}

const sumTenths = (medidas: readonly Medida[]): Tenth[] =>
  Array.from({ length: 10 }, (_, i) => {
    const suyas = medidas.map((m) => m.juzgado.tenths[i] as Tenth)
    return {
      n: suma(suyas.map((t) => t.n)),
      told: suma(suyas.map((t) => t.told)),
      came: suma(suyas.map((t) => t.came)),
    }
  })

/**
 * Measure simulated plants with these seeds, and print the results beside their targets.
 * @returns the missed targets
 */
export function runSimuladas(seeds: readonly number[]): string[] {
  const seconds = timePrevisiones()
  const azarosa = createAzarosa(24 * 7 * 16, seeds[0] as number)
  const horas = Float64Array.from(azarosa.stock, (_, i) => i * HOUR_MS)
  const ini = Math.floor(0.75 * horas.length)
  const suya = judge({ horas, ini, series: [{ nombre: 'random', historia: azarosa, minimo: 20 }] })
  const medidas = measure(seeds)
  printPrevisiones(medidas)
  const tenths = sumTenths(medidas)
  printTenths(tenths)
  printRestos(medidas)
  const { check, fallos } = createLimites()
  const mean = (de: (m: Medida) => number) => suma(medidas.map(de)) / medidas.length
  const total = (de: (a: Atascos) => number) => suma(medidas.map((m) => de(m.atascos)))
  const worst = (de: (m: Medida) => number) => Math.max(...medidas.map(de))
  const ratio = (h: 'h4' | 'h8' | 'h24') => (m: Medida) =>
    (m.juzgado.nota[h].pinball as number) / (m.juzgado.nota[h].naive as number)
  const bands = medidas.flatMap((m) =>
    (['h4', 'h8', 'h24'] as const).map((h) => m.juzgado.nota[h].coverage as number),
  )
  const row = (que: string, meta: string, n: number, text: string, vale: (n: number) => boolean) => [
    que,
    meta,
    text,
    check(que, vale(n)),
  ]
  const precision = 1 - total((a) => a.enFalso) / total((a) => a.llamadas)
  const recall = total((a) => a.halladas) / total((a) => a.retenidas)
  const avisosP = mean((m) => m.juzgado.nota.warnings.precision as number)
  const avisosR = mean((m) => m.juzgado.nota.warnings.recall as number)
  const before = mean((m) => m.juzgado.nota.warnings.leadHours ?? 0)
  const survivalCurves = worst((m) => m.curvas)
  const little = worst((m) => m.little)
  const falsas = worst((m) => m.atascos.falsas)
  const conCalendario = medidas.filter((m) => !m.nombre.includes('no calendar'))
  const ajenas = suma(conCalendario.map((m) => m.atascos.delFestivo + m.atascos.delOutage))
  printTabla(
    'Targets',
    ['', 'target', 'measured', ''],
    [
      ...(['h4', 'h8', 'h24'] as const).map((h) =>
        row(
          `pinball at ${h.slice(1)} h, of the last value's, worst plant`,
          '0.90',
          worst(ratio(h)),
          dos(worst(ratio(h))),
          (n) => n <= 0.9,
        ),
      ),
      row('least in the band', '75 %', Math.min(...bands), pct(Math.min(...bands)), (n) => n >= 0.75),
      row('most in the band', '85 %', Math.max(...bands), pct(Math.max(...bands)), (n) => n <= 0.85),
      row('precision of warnings, mean of plants', '0.60', avisosP, dos(avisosP), (n) => n >= 0.6),
      row('recall of warnings, mean of plants', '0.70', avisosR, dos(avisosR), (n) => n >= 0.7),
      row('lead of warnings, mean of medians', '4 h', before, `${before.toFixed(1)} h`, (n) => n >= 4),
      row(
        'chance of a shortage against what came, worst tenth',
        '5 points',
        worstTenth(tenths, 300),
        pct(worstTenth(tenths, 300)),
        (n) => n <= 0.05,
      ),
      row(
        'medians of stays, a tenth of all lost: worst',
        '5 %',
        survivalCurves,
        `${(survivalCurves * 100).toFixed(1)} %`,
        (n) => n <= 0.05,
      ),
      row("Little's law, all seen: worst", '5 %', little, `${(little * 100).toFixed(1)} %`, (n) => n <= 0.05),
      row('precision of stuck, all plants', '0.90', precision, dos(precision), (n) => n >= 0.9),
      row('recall of stuck, all plants', '0.95', recall, dos(recall), (n) => n >= 0.95),
      row('wrongly stuck per 100 and week, worst', '1', falsas, dos(falsas), (n) => n <= 1),
      row(
        'wrongly stuck by a holiday or dead readers, calendar known',
        '0',
        ajenas,
        String(ajenas),
        (n) => n === 0,
      ),
      row(
        'forecasts of 200 series, processor time',
        '2 s',
        seconds,
        `${seconds.toFixed(2)} s`,
        (n) => n <= 2,
      ),
      row(
        'random walk: told «sin previsión fiable»',
        '90 %',
        suya.sinFiar,
        pct(suya.sinFiar),
        (n) => n >= 0.9,
      ),
    ],
  )
  return fallos
}
