// npm run bench -- ingest [--corto] [--solo=escritura,carga,caida] [--base=embedded,outside]
import { measureBases, optionOf } from '../bases'
import { measureCaida } from './caida'
import { measureLoad } from './carga'
import { measureEscritura } from './escritura'

const PARTES = { escritura: measureEscritura, carga: measureLoad, caida: measureCaida }

const corto = process.argv.includes('--corto')
const partes = optionOf('solo')?.split(',') ?? Object.keys(PARTES)

await measureBases(
  'Ingest',
  Object.entries(PARTES)
    .filter(([parte]) => partes.includes(parte))
    .map(
      ([, measure]) =>
        (place, _base, limites) =>
          measure(place, corto, limites),
    ),
  // The short run is for a quick look: the whole takes minutes.
  corto ? ['embedded'] : undefined,
)
