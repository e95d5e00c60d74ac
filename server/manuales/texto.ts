import { join } from 'node:path'
import { type Aparte, createAparte, type Limites } from '../aparte'
import { RAIZ } from '../config'

const PROGRAMA = join(RAIZ, 'server/manuales/paginas.mjs')
const LIMITES: Limites = { ms: 20_000, objetosMb: 256, bytes: 640 << 20 }

/** Reads PDFs apart, by their path: the text of each page, from the first on. */
export type Lector = Aparte<string, string>

export const createLector = (limites = LIMITES): Lector => createAparte(PROGRAMA, limites)
