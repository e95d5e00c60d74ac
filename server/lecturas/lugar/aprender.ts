import { afterCelda, type Celdas } from './celdas'
import type { Lectores } from './lectores'
import { PARAMETROS as P } from './parametros'
import type { Sumas } from './tabla'
import { addCelda, clear, createVentana, findMudos, type Ventana } from './ventana'

const ventana = createVentana()

/**
 * Add one sample to a state: what every reader heard of a tag that was there. Levels count as the spot's: the spread of single
 * adverts around their mean is taken out of the squares.
 * @param peso how many samples this one counts as
 */
export function addMuestra(s: Sumas, estado: number, v: Ventana, peso = 1): void {
  s.dicho[estado] = (s.dicho[estado] as number) + peso
  for (let r = 0; r < s.lectores; r++) {
    const i = estado * s.lectores + r
    const pudo = v.mudos.includes(r) ? (v.pudo[r] as number) : v.anuncios
    if (pudo > 0) s.oido[i] = (s.oido[i] as number) + peso * Math.min(1, (v.veces[r] as number) / pudo)
    const n = v.niveles[r] as number
    if (!n) continue
    const x = (v.suma[r] as number) / n
    s.n[i] = (s.n[i] as number) + peso
    s.x[i] = (s.x[i] as number) + peso * x
    s.xx[i] = (s.xx[i] as number) + peso * (x * x - P.varAnuncio / n)
  }
}

/** The window of all cells, for a sample. */
export function wholeVentana(c: Celdas, l: Lectores): Ventana {
  const sitios: number[] = []
  for (let i = 0; i < c.usado; i = afterCelda(c.palabras, i)) sitios.unshift(i)
  clear(ventana, l.ids.length)
  for (const i of sitios) addCelda(ventana, c, i)
  findMudos(ventana, c, sitios, l)
  return ventana
}
