import {
  afterCelda,
  anchoCelda,
  anunciosDe,
  CABECERA,
  type Celdas,
  celdasOf,
  ENTRADA,
  lectorDe,
  mueveDe,
  nivelesDe,
  saidMovimiento,
  sumaDe,
  vecesDe,
} from '../lugar/celdas'
import type { Lectores } from '../lugar/lectores'
import { hasNumber, numberOf } from '../lugar/lectores'

/**
 * All that was heard of a tag while some of it comes late, until its past has been judged again. Flat: for each reader and 16 s
 * `[second, reader's id, adverts of the cell << 20 | told << 19 | moving << 18 | hearings << 9 | levels, sum of −4·dBm]`.
 */
export type Tardias = {
  palabras: Int32Array
  usado: number
  /** First second that came late, and first one of what was known before. */
  desde: number
  vivas: number
  /** When the last late one arrived, Unix ms. */
  ultima: number
  /** Ids of the readers that sent late. */
  lectores: Set<number>
}

const ANCHO = 16
const PALABRAS = 4
/** Bounds what one tag takes: some hours with adverts each 30 s, one hour with more. */
const MAX_PALABRAS = 720 * PALABRAS
/** Late readings of longer ago mend no stay. */
export const MAX_TARDE_S = 4 * 3600
const MAX_VECES = 511
const FINO = 4
/** Entries back from the end among which the same cell is looked for. */
const BUSCA = 8

function push(t: Tardias, s: number, lector: number, meta: number, suma: number): void {
  const base = Math.floor(s / ANCHO) * ANCHO
  for (let k = 1; k <= BUSCA && t.usado - k * PALABRAS >= 0; k++) {
    const i = t.usado - k * PALABRAS
    if (t.palabras[i] !== base || t.palabras[i + 1] !== lector) continue
    const antes = t.palabras[i + 2] as number
    if (((antes >>> 9) & MAX_VECES) + ((meta >>> 9) & MAX_VECES) > MAX_VECES) return
    const banderas = (antes | meta) & (3 << 18)
    t.palabras[i + 2] = ((antes & ~(3 << 18)) + (meta & ~(3 << 18))) | banderas
    t.palabras[i + 3] = (t.palabras[i + 3] as number) + suma
    return
  }
  if (t.usado + PALABRAS > MAX_PALABRAS) return
  if (t.usado + PALABRAS > t.palabras.length) {
    const mas = new Int32Array(Math.min(MAX_PALABRAS, t.palabras.length * 2))
    mas.set(t.palabras)
    t.palabras = mas
  }
  t.palabras.set([base, lector, meta, suma], t.usado)
  t.usado += PALABRAS
}

const metaOf = (anuncios: number, dijo: boolean, mueve: boolean, veces: number, niveles: number) =>
  (Math.min(anuncios, MAX_VECES) << 20) |
  (dijo ? 1 << 19 : 0) |
  (mueve ? 1 << 18 : 0) |
  (Math.min(veces, MAX_VECES) << 9) |
  Math.min(niveles, MAX_VECES)

/** Begin with what is known of the tag, before it forgets of it to make room. */
export function createTardias(c: Celdas, l: Lectores, desde: number): Tardias {
  const t: Tardias = {
    palabras: new Int32Array(64),
    usado: 0,
    desde,
    vivas: c.usado ? (c.palabras[0] as number) : Number.POSITIVE_INFINITY,
    ultima: 0,
    lectores: new Set(),
  }
  const p = c.palabras
  for (let i = 0; i < c.usado; i = afterCelda(p, i)) {
    const meta = p[i + 1] as number
    let anuncios = anunciosDe(meta)
    for (let j = i + CABECERA; j < afterCelda(p, i); j += ENTRADA) {
      const e = p[j] as number
      const m = metaOf(anuncios, saidMovimiento(meta), mueveDe(meta), vecesDe(e), nivelesDe(e))
      push(t, p[i] as number, l.ids[lectorDe(e)] as number, m, -FINO * sumaDe(p[j + 1] as number))
      anuncios = 0
    }
  }
  return t
}

/** Note that the reader with this id heard the tag. */
export function noteTardia(
  t: Tardias,
  s: number,
  lector: number,
  rssi: number | null,
  mueve: boolean | undefined,
): void {
  const nivel = rssi !== null && rssi >= -127 && rssi < 20 && rssi !== 0
  const meta = metaOf(0, mueve !== undefined, mueve === true, 1, nivel ? 1 : 0)
  push(t, s, lector, meta, nivel ? Math.round(-rssi * FINO) : 0)
}

/** The same as cells of the engine, oldest first; those of which `keep` says no are left out. */
export function toCeldas(t: Tardias, l: Lectores, keep: (s: number) => boolean): Celdas {
  const p = t.palabras
  const orden: number[] = []
  for (let i = 0; i < t.usado; i += PALABRAS)
    if (keep(p[i] as number) && hasNumber(l, p[i + 1] as number)) orden.push(i)
  const numero = (i: number) => numberOf(l, p[i + 1] as number)
  orden.sort((a, b) => (p[a] as number) - (p[b] as number) || numero(a) - numero(b))
  const salida: number[] = []
  let celda = -1
  let entrada = -1
  let contados = 0
  let oidos = 0
  for (const i of orden) {
    const [s, meta] = [p[i] as number, p[i + 2] as number]
    if (celda < 0 || salida[celda] !== s) {
      celda = salida.push(s, anchoCelda(ANCHO)) - CABECERA
      entrada = -1
      contados = oidos = 0
    }
    const [veces, niveles] = [(meta >>> 9) & MAX_VECES, meta & MAX_VECES]
    if (entrada < 0 || (salida[entrada] as number) >>> 20 !== numero(i)) {
      entrada = salida.push((numero(i) << 20) | (veces << 10) | niveles, p[i + 3] as number) - ENTRADA
      salida[celda + 1] = (salida[celda + 1] as number) + (1 << 24)
    } else {
      salida[entrada] = (salida[entrada] as number) + (veces << 10) + niveles
      salida[entrada + 1] = (salida[entrada + 1] as number) + (p[i + 3] as number)
    }
    contados += meta >>> 20
    oidos = Math.max(oidos, vecesDe(salida[entrada] as number))
    const cabeza = (salida[celda + 1] as number) & ~0xffff
    const dijo = meta & (1 << 19) ? 1 << 17 : 0
    const mueve = meta & (1 << 18) ? 1 << 16 : 0
    salida[celda + 1] = cabeza | dijo | mueve | Math.max(contados, oidos)
  }
  return celdasOf(Int32Array.from(salida), salida.length)
}

/** The same as JSON holds it, for another process. */
export type TardiasGuardadas = {
  datos: string
  desde: number
  vivas: number | null
  ultima: number
  lectores: number[]
}

export const packTardias = (t: Tardias): TardiasGuardadas => ({
  datos: Buffer.from(new Uint8Array(t.palabras.buffer, 0, t.usado * 4)).toString('base64'),
  desde: t.desde,
  vivas: Number.isFinite(t.vivas) ? t.vivas : null,
  ultima: t.ultima,
  lectores: [...t.lectores],
})

export function unpackTardias(g: TardiasGuardadas): Tardias {
  const bytes = Buffer.from(g.datos, 'base64')
  const palabras = new Int32Array(Math.max(64, bytes.length / 4))
  for (let i = 0; i * 4 < bytes.length; i++) palabras[i] = bytes.readInt32LE(i * 4)
  const { desde, ultima } = g
  return {
    palabras,
    usado: bytes.length / 4,
    desde,
    vivas: g.vivas ?? Number.POSITIVE_INFINITY,
    ultima,
    lectores: new Set(g.lectores),
  }
}
