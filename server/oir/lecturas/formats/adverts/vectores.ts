import { readFileSync } from 'node:fs'
import type { LecturaAnuncio } from '../lectura'
import { decodeAnuncio, decodeFabricante, decodeService } from './anuncio'

type Vector = {
  formato: string
  /** A whole advert, or the data of one structure from its company id or UUID on. */
  tipo: 'anuncio' | 'fabricante' | 'servicio'
  hex: string
  /** Source of the sample. */
  fuente: string
  medidas: object
  extra?: object
  mac?: string
}

export const vectores = JSON.parse(
  readFileSync(new URL('./vectores.json', import.meta.url), 'utf8'),
) as Vector[]

export function decode(tipo: Vector['tipo'], bytes: Uint8Array): LecturaAnuncio | null {
  if (tipo === 'anuncio') return decodeAnuncio(Buffer.from(bytes).toString('hex'))
  return tipo === 'fabricante' ? decodeFabricante(bytes) : decodeService(bytes)
}
