// npm run bench -- nodos [--solo=iguales,averias] [--lecturas=400000] [--procesos=1,2,4] [--veces=20] [--averias=1,2,3,4,5] [--nats=3]:
// several processes on one log: their cost, and the faults that they survive.
import { cpus } from 'node:os'
import { optionOf } from '../bases'
import { createLimites, load } from '../medidas'
import { measureAverias } from './averias'
import { measureIguales } from './iguales'
import { hasProgram } from './nats'

const partes = optionOf('solo')?.split(',') ?? ['iguales', 'averias']
process.stdout.write(`Several processes: ${cpus().length} processors, load ${load()} before the start\n`)
const limites = createLimites()
if (!hasProgram()) process.stdout.write('skipped: there is no nats-server here (NATS_SERVER names it)\n')
else {
  if (partes.includes('iguales')) {
    const processes = (optionOf('procesos') ?? '1,2,4').split(',').map(Number)
    await measureIguales(Number(optionOf('lecturas') ?? 400_000), processes, limites)
  }
  if (partes.includes('averias')) {
    const cuales = optionOf('averias')?.split(',').map(Number) ?? null
    await measureAverias(Number(optionOf('veces') ?? 20), cuales, Number(optionOf('nats') ?? 3), limites)
  }
}
for (const f of limites.fallos) process.stdout.write(`MISSED: ${f}\n`)
process.exitCode = limites.fallos.length ? 1 : 0
