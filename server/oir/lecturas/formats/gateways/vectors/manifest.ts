import { readFileSync } from 'node:fs'
import type { Context, Lectura } from '../../lectura'
import { FORMATOS, type Formato } from '../makers'

type Esperada = Partial<Lectura> & { mac: string }
type Vector = {
  fichero: string
  /** Source of the sample. */
  fuente: string
  contexto: Context
  lecturas: Esperada[]
  /** Reasons of the rejections, in order. */
  rechazos: string[]
  lectores?: { mac: string; reloj: number | null }[]
}

function readSamples(formato: Formato) {
  const read = (name: string) =>
    readFileSync(new URL(`../${formato}/samples/${name}`, import.meta.url), 'utf8')
  return (JSON.parse(read('expected.json')) as Vector[]).map((v) => ({
    ...v,
    formato,
    texto: read(v.fichero),
  }))
}

/** The samples of all makers, with what is to be read of them. */
export const vectores = FORMATOS.flatMap(readSamples)
