import { createSitios, endOfCelda, intervaloDe, listCeldas, mueveDe, saidMovimiento } from './celdas'
import { findCorte, umbralDe } from './corte'
import type { Creencia } from './creencia'
import type { Lectores } from './lectores'
import { PARAMETROS as P } from './parametros'
import { addCelda, clear, findMudos, type Ventana } from './ventana'

const sitios = createSitios()

/** Where another spot begins, all that was said of the one before is void. */
function beginSpot(c: Creencia, s: number): void {
  c.corteAnterior = c.corte
  c.corte = s
  c.decidido = c.ensenado = c.confirmado = false
}

/** Whether the tag tells of its movement, and that it moves; whether its levels say that it is carried about; its mean interval in seconds, as heard. */
export type Elegido = { dice: boolean; mueve: boolean; llevado: boolean; intervalo: number }

/**
 * Sum up into `v` the cells that speak of where the tag is now: those since it last moved, by its own word or else by the levels;
 * on the move those of the last seconds.
 * @returns null: it was never heard
 */
export function choose(v: Ventana, c: Creencia, l: Lectores): Elegido | null {
  const p = c.celdas.palabras
  const { n, anuncios } = listCeldas(c.celdas, sitios)
  if (!n) return null
  const primero = sitios[0] as number
  clear(v, l.ids.length)
  const ultimo = p[primero] as number
  const intervalo = intervaloDe(c.celdas, anuncios)
  const meta = p[primero + 1] as number
  const mueve = saidMovimiento(meta) && mueveDe(meta)
  const llevado = ultimo - c.corteAnterior < P.llevadoS
  const dice = addSpot(v, c, n, mueve, P.hueco * intervalo + P.huecoS, llevado ? P.celdasLlevado : P.celdas)
  if (mueve) beginSpot(c, ultimo)
  else if (!dice) {
    const nuevas = findCorte(v, c.celdas, sitios, l.ids.length, umbralDe(intervalo, ultimo - c.corte))
    if (nuevas) {
      beginSpot(c, p[sitios[nuevas - 1] as number] as number)
      clear(v, l.ids.length)
      for (let k = 0; k < nuevas; k++) addCelda(v, c.celdas, sitios[k] as number)
    }
  }
  findMudos(v, c.celdas, sitios, l)
  return { dice, mueve, llevado, intervalo }
}

/** Add the cells of this spot, newest first. @returns whether the tag tells of its movement */
function addSpot(
  v: Ventana,
  c: Creencia,
  cuantas: number,
  mueve: boolean,
  hueco: number,
  celdas: number,
): boolean {
  const p = c.celdas.palabras
  const ultimo = p[sitios[0] as number] as number
  let previo = ultimo
  let dice = false
  for (let k = 0; k < cuantas; k++) {
    const i = sitios[k] as number
    const s = p[i] as number
    const meta = p[i + 1] as number
    if (v.celdas > 0 && s < c.corte && !mueve) break
    if (previo - endOfCelda(p, i) > hueco) {
      if (c.corte < previo) beginSpot(c, previo)
      break
    }
    if (v.celdas >= celdas) break
    if (mueve ? ultimo - s > P.ventanaMoviendoS : mueveDe(meta)) break
    if (saidMovimiento(meta)) dice = true
    addCelda(v, c.celdas, i)
    previo = s
  }
  return dice
}
