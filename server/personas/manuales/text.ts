import { type Aparte, createChildProcess, type Limites } from '../../platform/process/child-process'

const LIMITES: Limites = { ms: 20_000, objetosMb: 256, bytes: 640 << 20 }

/** Reads PDFs in a child process, by path: the text of each page, from the first on. */
export type Lector = Aparte<string, string>

export const createLector = (limites = LIMITES): Lector => createChildProcess('paginas', limites)
