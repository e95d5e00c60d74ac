import { readFileSync } from 'node:fs'
import type { Formato } from '#contract/oir/lecturas/gateways-values'
import type { Context, Lectura } from '../../lectura'

type Esperada = Partial<Lectura> & { mac: string }
type Vector = {
  fichero: string
  formato: Formato
  /** Source of the sample. */
  fuente: string
  contexto: Context
  lecturas: Esperada[]
  /** Reasons of the rejections, in order. */
  rechazos: string[]
  lectores?: { mac: string; reloj: number | null }[]
}

const read = (nombre: string) => readFileSync(new URL(nombre, import.meta.url), 'utf8')

export const vectores = (JSON.parse(read('./manifest.json')) as Vector[]).map((vector) => ({
  ...vector,
  texto: read(`./${vector.fichero}`),
}))
