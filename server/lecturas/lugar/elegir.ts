import { createSitios, endOfCelda, intervaloDe, listCeldas, mueveDe, saidMovimiento } from './celdas'
import { findCorte, isIgual, umbralDe } from './corte'
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
  const dice = addSpot(v, c, n, mueve, P.hueco * intervalo + P.huecoS, llevado)
  if (mueve) beginSpot(c, ultimo)
  else if (!dice || !joinRoce(v, c, n, l)) {
    const umbral = umbralDe(intervalo, ultimo - c.corte)
    const nuevas = findCorte(v, c.celdas, sitios, l, umbral, dice)
    if (nuevas) {
      beginSpot(c, p[sitios[nuevas - 1] as number] as number)
      clear(v, l.ids.length)
      for (let k = 0; k < nuevas; k++) addCelda(v, c.celdas, sitios[k] as number)
    }
  }
  return { dice, mueve, llevado, intervalo }
}

/** Find the readers that could not tell of all adverts of the window that was just chosen: only what weighs or shows it needs them. */
export const findSilencios = (v: Ventana, c: Creencia, l: Lectores): void => findMudos(v, c.celdas, sitios, l)

/**
 * A lone word of movement after which the levels are as before: somebody bumped into the tag, and the window goes on with what was heard before.
 * @param n how many cells there are
 * @returns whether it was that
 */
function joinRoce(v: Ventana, c: Creencia, n: number, l: Lectores): boolean {
  if (v.anuncios < P.anunciosRoce || v.anuncios > P.anunciosRoceMax) return false
  const p = c.celdas.palabras
  const k = v.celdas
  const roce = sitios[k] as number
  if (k + 1 >= n || (p[roce] as number) !== c.corte || !mueveDe(p[roce + 1] as number)) return false
  // More than one word of it: that was a way.
  if (c.corte - c.corteAnterior < P.llevadoS) return false
  let desde = c.corte
  for (let j = k + 1; j < n; j++) {
    const i = sitios[j] as number
    if (mueveDe(p[i + 1] as number) || (p[i] as number) < c.corteAnterior) break
    desde = p[i] as number
    if (v.celdas < P.celdasDice) addCelda(v, c.celdas, i)
  }
  sitios.copyWithin(k, k + 1, n)
  if (v.celdas > k && isIgual(v, c.celdas, sitios, k, l)) {
    c.corte = desde
    c.decidido = true
    return true
  }
  clear(v, l.ids.length)
  for (let j = 0; j < k; j++) addCelda(v, c.celdas, sitios[j] as number)
  return false
}

/** Add the cells of this spot, newest first. @returns whether the tag tells of its movement */
function addSpot(
  v: Ventana,
  c: Creencia,
  cuantas: number,
  mueve: boolean,
  hueco: number,
  llevado: boolean,
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
    if (v.celdas >= (llevado ? P.celdasLlevado : dice ? P.celdasDice : P.celdas)) break
    // It was told already that this was a bump.
    if (!mueve && s > c.corte && mueveDe(meta)) {
      previo = s
      continue
    }
    if (mueve ? ultimo - s > P.ventanaMoviendoS : mueveDe(meta)) break
    if (saidMovimiento(meta)) dice = true
    sitios[v.celdas] = i
    addCelda(v, c.celdas, i)
    previo = s
  }
  return dice
}
