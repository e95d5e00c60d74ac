import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pct, printTabla } from './medidas'
import type { Result } from './verdad/correr'
import type { Vida } from './verdad/diario'
import type { Nota } from './verdad/juez'
import { judge } from './verdad/juzgar'
import { ErrorGrabacion } from './verdad/leer'

/**
 * Measures how true the reported places are: `npm run bench -- verdad --datos FOLDER [--json]` judges the strongest mean and the engine by
 * a recording with known truth (format: docs/verdad.md). `--json` prints one line and nothing else.
 */
const ROWS: [keyof Nota, string, (n: number) => string][] = [
  ['right', 'right', pct],
  ['f1', 'F1 over zones', (n) => n.toFixed(2)],
  ['falsePerHour', 'false changes per tag and hour', (n) => n.toFixed(2)],
  ['delay50', 'delay of true changes, median', (n) => `${n.toFixed(0)} s`],
  ['delay95', 'delay of true changes, 95 %', (n) => `${n.toFixed(0)} s`],
  ['missed', 'true changes never told', pct],
  ['firstTwo', 'truth among the first two', pct],
  ['brier', 'Brier', (n) => n.toFixed(3)],
  ['us', 'µs per reading', (n) => n.toFixed(2)],
]

const DE_PLANTA: [keyof Vida, string, (n: number) => string][] = [
  ['stays', 'stays recorded for each true one', (n) => n.toFixed(2)],
  ['visitsPrecision', 'visits told that are true ones, ends within 5 minutes', pct],
  ['visitsRecall', 'true visits told so', pct],
  ['visitsF1', 'F1 of visits', (n) => n.toFixed(3)],
  ['passed', 'zones told while passing by, per way', (n) => n.toFixed(3)],
  ['elsewhere', 'beside a dead reader: told elsewhere', pct],
  ['gone', 'left by truck: told gone within 25 minutes', pct],
  ['dock', 'left by truck: told at the dock until then', pct],
]

function print({ mean, motor }: { mean: Result; motor: Result }): void {
  const cell = (n: number | null, f: (n: number) => string) => (n === null ? '-' : f(n))
  printTabla(
    'Places told against known truth',
    ['', 'mean', 'engine'],
    ROWS.map(([k, nombre, f]) => [nombre, cell(mean.nota[k], f), cell(motor.nota[k], f)]),
  )
  printTabla(
    'What a plant lives by',
    ['', 'mean', 'engine'],
    DE_PLANTA.map(([k, nombre, f]) => [nombre, cell(mean.vida[k], f), cell(motor.vida[k], f)]),
  )
  const total = motor.bandas.reduce((n, b) => n + b.s, 0)
  printTabla(
    'Certainty that the engine says, against what came true',
    ['band', 'share of time', 'said', 'true'],
    motor.bandas.flatMap((b, i) =>
      b.s ? [[`${i * 10} to ${i * 10 + 10} %`, pct(b.s / total), pct(b.dicha / b.s), pct(b.bien / b.s)]] : [],
    ),
  )
}

try {
  const { values } = parseArgs({ options: { datos: { type: 'string' }, json: { type: 'boolean' } } })
  if (!values.datos) throw new ErrorGrabacion('di qué carpeta: npm run bench -- verdad --datos CARPETA')
  const r = await judge(resolve(values.datos))
  if (values.json)
    process.stdout.write(
      `${JSON.stringify({ mean: { ...r.mean.nota, ...r.mean.vida }, motor: { ...r.motor.nota, ...r.motor.vida } })}\n`,
    )
  else print(r)
} catch (e) {
  if (!(e instanceof ErrorGrabacion) && !String((e as { code?: string }).code).startsWith('ERR_PARSE_ARGS'))
    throw e
  process.stderr.write(`retorna: ${(e as Error).message}\n`)
  process.exitCode = 1
}
