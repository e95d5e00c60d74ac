import { afterCelda, intervaloDe, mueveDe, saidMovimiento } from './celdas'
import { findCorte, umbralDe } from './corte'
import type { Creencia } from './creencia'
import type { Lectores } from './lectores'
import { PARAMETROS as P } from './parametros'
import { addCelda, clear, findMudos, type Ventana } from './ventana'

const sitios: number[] = []

/** Where another spot begins, all that was said of the one before is void. */
function beginSpot(c: Creencia, s: number): void {
  c.corte = s
  c.decidido = c.ensenado = c.confirmado = false
}

/** Whether the tag tells of its movement, and that it moves; its mean interval in seconds, as heard. */
export type Elegido = { dice: boolean; mueve: boolean; intervalo: number }

/**
 * Sum up into `v` the cells that speak of where the tag is now: those since it last moved, by its own word or else by the levels;
 * on the move those of the last seconds.
 * @returns null: it was never heard
 */
export function choose(v: Ventana, c: Creencia, l: Lectores): Elegido | null {
  const p = c.celdas.palabras
  sitios.length = 0
  for (let i = 0; i < c.celdas.usado; i = afterCelda(p, i)) sitios.push(i)
  sitios.reverse()
  const primero = sitios[0]
  if (primero === undefined) return null
  clear(v, l.ids.length)
  const ultimo = p[primero] as number
  const intervalo = intervaloDe(c.celdas)
  const meta = p[primero + 1] as number
  const mueve = saidMovimiento(meta) && mueveDe(meta)
  const dice = addSpot(v, c, mueve, P.hueco * intervalo + P.huecoS)
  if (mueve) beginSpot(c, ultimo)
  else if (!dice) {
    const nuevas = findCorte(v, c.celdas, sitios, l.ids.length, umbralDe(intervalo, ultimo - c.corte))
    if (nuevas) {
      beginSpot(c, p[sitios[nuevas - 1] as number] as number)
      clear(v, l.ids.length)
      for (let n = 0; n < nuevas; n++) addCelda(v, c.celdas, sitios[n] as number)
    }
  }
  findMudos(v, c.celdas, sitios, l)
  return { dice, mueve, intervalo }
}

/** Add the cells of this spot, newest first. @returns whether the tag tells of its movement */
function addSpot(v: Ventana, c: Creencia, mueve: boolean, hueco: number): boolean {
  const p = c.celdas.palabras
  const ultimo = p[sitios[0] as number] as number
  let previo = ultimo
  let dice = false
  for (const i of sitios) {
    const s = p[i] as number
    const meta = p[i + 1] as number
    if (v.celdas > 0 && s < c.corte && !mueve) break
    if (previo - s > hueco || v.celdas >= P.celdas) break
    if (mueve ? ultimo - s > P.ventanaMoviendoS : mueveDe(meta)) break
    if (saidMovimiento(meta)) dice = true
    addCelda(v, c.celdas, i)
    previo = s
  }
  return dice
}
