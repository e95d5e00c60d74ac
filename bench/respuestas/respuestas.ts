import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pct, printTabla } from '../medidas'
import { ErrorGrabacion } from '../verdad/leer'
import { runSimuladas } from './correr'
import { type Juzgado, judge } from './juzgar'
import { readData } from './leer'
import { prepare } from './preparar'

/**
 * Measures the quality of the answers. `npm run bench -- respuestas --datos FOLDER [--json]` forecasts the stock of each stage from
 * recorded visits and judges the forecasts by the outcomes (format: docs/respuestas.md); `--json` prints one line and nothing else. Without
 * a folder it simulates plants with known movements (`--semillas 11,12`) and measures every answer; exit code not 0 if a target is missed.
 */
function print({ nota, paso, sinFiar, emitidas: issued }: Juzgado, outside: number): void {
  const cell = (n: number | null, f: (n: number) => string) => (n === null ? '-' : f(n))
  const dos = (n: number) => n.toFixed(2)
  printTabla(
    `Forecasts of ${nota.series} series, each ${paso > 1 ? `${paso} open hours` : 'open hour'} of the last quarter`,
    ['', 'pinball', 'last value', 'in the band of 80 %', 'Brier, short by then'],
    ([4, 8, 24] as const).map((h) => {
      const n = nota[`h${h}`]
      return [
        `${h} h`,
        cell(n.pinball, dos),
        cell(n.naive, dos),
        cell(n.coverage, pct),
        cell(n.brier, (b) => b.toFixed(3)),
      ]
    }),
  )
  const { precision, recall, leadHours, n } = nota.warnings
  printTabla(
    'Warnings: chance of 50 % or more to be short within 24 open hours, where it is not yet',
    ['precision', 'recall', 'lead, median', 'hours warned'],
    [[cell(precision, pct), cell(recall, pct), cell(leadHours, (h) => `${h} h`), String(n)]],
  )
  process.stdout.write(
    `\n  ${issued} forecasts, ${cell(nota.ms, (m) => m.toFixed(2))} ms each; no better than the last value: ${pct(sinFiar)}; rows without time: ${outside}\n`,
  )
}

try {
  const { values } = parseArgs({
    options: { datos: { type: 'string' }, json: { type: 'boolean' }, semillas: { type: 'string' } },
  })
  if (values.datos) {
    const data = await readData(resolve(values.datos))
    const juzgado = judge(prepare(data))
    if (values.json) process.stdout.write(`${JSON.stringify(juzgado.nota)}\n`)
    else print(juzgado, data.fuera)
  } else {
    if (values.json) throw new ErrorGrabacion('--json necesita --datos CARPETA')
    const seeds = (values.semillas ?? '11,12').split(',').map(Number)
    if (!seeds.every(Number.isInteger)) throw new ErrorGrabacion('--semillas: números enteros, con comas')
    if (runSimuladas(seeds).length) process.exitCode = 1
  }
} catch (e) {
  if (!(e instanceof ErrorGrabacion) && !String((e as { code?: string }).code).startsWith('ERR_PARSE_ARGS'))
    throw e
  process.stderr.write(`retorna: ${(e as Error).message}\n`)
  process.exitCode = 1
}
