import type { Ajustes } from '#contract/valores/ajustes'
import { afterCelda, type Celdas, celdasOf, endOfCelda } from '../lugar/celdas'
import type { Creencia } from '../lugar/creencia'
import { createSitio, type Sitio } from './estancia'
import { judge, type Vecindad } from './juicio'
import { createRastro, type Oida, type Rastro } from './rastro'
import { createTardias, MAX_TARDE_S, noteTardia, type Tardias, toCeldas } from './tardias'

/** Readings that come late in one go are taken together. */
const ESPERA_MS = 3000
/** A gateway that was cut off sends for so long what it kept. */
const OLVIDO_MS = 120_000
/** Cells that a judgement looks back at. */
const CELDAS_ATRAS = 60

/** Its past is to be judged before its present is: what came late stands among what the engine knows. */
export const isPendiente = (r: Rastro): boolean => r.remiendo !== null && Number.isFinite(r.remiendo.cuando)

/**
 * Note a hearing before the engine does: what comes late mends what was told of that time.
 * @param o its `t` by a clock that was put right
 */
export function noteLlegada(r: Rastro, v: Vecindad, o: Oida, mueve: boolean | undefined): void {
  const { t, recibido } = o
  const s = Math.floor(t / 1000)
  if (o.tardia && recibido - t <= MAX_TARDE_S * 1000) {
    r.remiendo ??= {
      cuando: Number.POSITIVE_INFINITY,
      tardias: createTardias(r.creencia.celdas, v.lectores, s),
    }
    r.remiendo.cuando = Math.min(r.remiendo.cuando, recibido + ESPERA_MS)
    const { tardias } = r.remiendo
    tardias.desde = Math.min(tardias.desde, s)
    tardias.ultima = recibido
    tardias.lectores.add(o.lector)
  }
  if (r.remiendo) noteTardia(r.remiendo.tardias, s, o.lector, o.lectura.rssi, mueve)
}

/** The past was judged again. What readers still send late is kept in mind for a while. */
export function endRemiendo(r: Rastro, ahora: number): void {
  if (!r.remiendo) return
  if (ahora - r.remiendo.tardias.ultima > OLVIDO_MS) r.remiendo = null
  else r.remiendo.cuando = Number.POSITIVE_INFINITY
}

/** Whether the past of the tag is to be judged again now, or what came late may be forgotten. */
export const isRemendable = (r: Rastro, ahora: number): boolean =>
  r.remiendo !== null && (r.remiendo.cuando <= ahora || ahora - r.remiendo.tardias.ultima > OLVIDO_MS)

/** A stay as it is written down; times are Unix ms. */
export type Estada = {
  lugar: number
  lector: number
  ajeno: boolean
  desde: number
  hasta: number
  silencio: boolean
}

const closed = (s: Sitio, hasta: number, silencio: boolean): Estada[] =>
  s.lugar === null || s.lector === null
    ? []
    : [{ lugar: s.lugar, lector: s.lector, ajeno: s.ajeno, desde: s.desde, hasta, silencio }]

/** The stay that a recorded one is, for readings that follow it. */
export const resume = (e: Estada, hasta: number): Sitio => ({
  ...createSitio(),
  lugar: e.lugar,
  lector: e.lector,
  ajeno: e.ajeno,
  desde: e.desde,
  oido: Math.min(e.hasta, hasta),
  quieto: Math.min(e.hasta, hasta),
})

/**
 * Judge again what was heard from `desde` on, cell by cell, as it would have been told had all come in its order.
 * @param inicial where the container stood then
 * @returns the stays that ended, and the last one, which goes on
 */
export function replay(
  r: Rastro,
  c: Celdas,
  inicial: Sitio,
  desde: number,
  v: Vecindad,
  a: Ajustes,
): { estadas: Estada[]; sitio: Sitio; creencia: Creencia } {
  const otro = createRastro(r.dispositivo, r.empresa, r.tag)
  otro.sitio = { ...inicial }
  otro.creencia.lugar = inicial.lugar
  otro.creencia.desde = Math.floor(inicial.desde / 1000)
  otro.creencia.decidido = inicial.lugar !== null
  // What was heard before that stay is of another spot.
  if (inicial.lugar !== null) otro.creencia.corte = otro.creencia.desde
  const estadas: Estada[] = []
  const sitios: number[] = []
  for (let i = 0; i < c.usado; i = afterCelda(c.palabras, i)) {
    sitios.push(i)
    const s = c.palabras[i] as number
    if (endOfCelda(c.palabras, i) * 1000 <= desde) continue
    const primera = sitios[Math.max(0, sitios.length - CELDAS_ATRAS)] as number
    const fin = afterCelda(c.palabras, i)
    otro.creencia.celdas = celdasOf(c.palabras.slice(primera, fin), fin - primera)
    otro.ultimo = Math.max(s * 1000, desde)
    const antes = { ...otro.sitio }
    judge(otro, v, otro.ultimo, a)
    const { sitio } = otro
    if (sitio.desde === antes.desde && sitio.lugar === antes.lugar) continue
    const vuelve = estadas.findIndex((e) => e.desde === sitio.desde)
    const paso = closed(antes, sitio.previaHasta ?? antes.oido, sitio.previaSilencio)
    if (vuelve >= 0) estadas.splice(vuelve)
    else estadas.push(...paso.filter((e) => e.hasta - e.desde >= a.segundosEstancia * 1000))
  }
  return { estadas, sitio: otro.sitio, creencia: otro.creencia }
}

/** The stay that goes on, as one that ended when it was last heard. */
export const endSitio = (s: Sitio, silencio: boolean, a: Ajustes): Estada[] =>
  closed(s, s.oido, silencio).filter((e) => e.hasta - e.desde >= a.segundosEstancia * 1000)

/** Stays to be taken away, by when they began, and those to be written; `sitio`: the one that goes on, where it is another. */
export type Remendado = { quitar: number[]; poner: Estada[]; sitio: Sitio | null }

/** Stays that differ by less are the same. */
const IGUAL_MS = 20_000

const isIgual = (a: Estada, b: Estada) =>
  a.lugar === b.lugar &&
  a.silencio === b.silencio &&
  Math.abs(a.desde - b.desde) <= IGUAL_MS &&
  Math.abs(a.hasta - b.hasta) <= IGUAL_MS

/** What came late from before the engine's memory of others: only where nobody knew where the container was. */
function fillGaps(
  r: Rastro,
  t: Tardias,
  antes: readonly Estada[],
  hasta: number,
  v: Vecindad,
  a: Ajustes,
): Estada[] {
  const nuevas: Estada[] = []
  const orden = [...antes].sort((x, y) => x.desde - y.desde)
  for (let k = 0; k <= orden.length; k++) {
    const desde = Math.max(orden[k - 1]?.hasta ?? 0, t.desde * 1000 - 1)
    const fin = Math.min(orden[k]?.desde ?? hasta, hasta)
    const c = toCeldas(t, v.lectores, (s) => s * 1000 > desde && s * 1000 < fin)
    if (!c.usado) continue
    const { estadas, sitio } = replay(r, c, createSitio(), (c.palabras[0] as number) * 1000, v, a)
    nuevas.push(...estadas, ...endSitio(sitio, fin - sitio.oido > a.minutosSalida * 60_000, a))
  }
  return nuevas
}

/**
 * What the past of a tag is, now that more is known of it; null: what was told.
 * @param filas its stays that ended, those that touch the time in question or come shortly before
 */
export function mend(r: Rastro, filas: readonly Estada[], v: Vecindad, a: Ajustes): Remendado | null {
  const { sitio } = r
  if (!r.remiendo || sitio.lugar === null || sitio.lector === null) return null
  const { tardias: t } = r.remiendo
  const salida = a.minutosSalida * 60_000
  const presente = closed(sitio, sitio.oido, false)
  const desde = Math.max(t.desde, Number.isFinite(t.vivas) ? t.vivas : t.desde) * 1000
  const huecos = fillGaps(r, t, [...filas, ...presente], desde, v, a)
  const previas = [...filas, ...presente, ...huecos]
    .filter((e) => e.desde <= desde)
    .sort((x, y) => x.desde - y.desde)
  const ultima = previas.at(-1)
  const c = toCeldas(t, v.lectores, (s) => s * 1000 >= Math.min(desde, t.vivas * 1000))
  const dicho = replay(r, c, ultima ? resume(ultima, desde) : createSitio(), desde, v, a)
  const sigue = dicho.sitio.lugar === sitio.lugar
  const tope = sitio.desde
  const hechas = sigue
    ? dicho.estadas
    : [...dicho.estadas, ...endSitio(dicho.sitio, false, a)].flatMap((e) =>
        e.desde < tope ? [{ ...e, hasta: Math.min(e.hasta, tope) }] : [],
      )
  // Who was silent before a gap that is filled now was not silent so long.
  const anteriores = previas.slice(0, -1).map((e, i) => {
    const { desde: despues } = previas[i + 1] as Estada
    return huecos.includes(previas[i + 1] as Estada) ? { ...e, silencio: despues - e.hasta > salida } : e
  })
  const cambiadas = anteriores.filter((e) => !filas.includes(e))
  const viejas = filas.filter((e) => e === ultima || e.desde > desde)
  const nuevo = sigue ? dicho.sitio : sitio
  const quitar = cambiadas.map((e) => e.desde)
  const antes = [...viejas, ...presente.filter((e) => e.desde > desde || e === ultima)]
  const ahora = [...hechas, ...closed(nuevo, nuevo.oido, false)]
  if (!isDeTardias(antes, ahora, t, v))
    return cambiadas.length ? { quitar, poner: cambiadas, sitio: null } : null
  // From here on the present is judged by the spot that the past has led to.
  const { corte, decidido, rival } = dicho.creencia
  Object.assign(r.creencia, { corte, decidido: sigue && decidido, rival: sigue ? rival : null })
  return {
    quitar: [
      ...quitar,
      ...viejas.map((e) => e.desde),
      ...hechas.map((e) => e.desde),
      sitio.desde,
      nuevo.desde,
    ],
    poner: [...cambiadas, ...hechas],
    sitio: sigue ? { ...nuevo, oido: Math.max(nuevo.oido, sitio.oido) } : null,
  }
}

/**
 * Whether another past is told because of what came late: a stay at a place whose readers sent late is there, or longer or shorter than
 * before. Judged again in coarser cells, others may come out otherwise too, which is no news.
 */
function isDeTardias(antes: readonly Estada[], ahora: readonly Estada[], t: Tardias, v: Vecindad): boolean {
  const suyos = new Set([...t.lectores].map((l) => v.lugarDe.get(l)))
  const deEllos = (lista: readonly Estada[]) => lista.filter((e) => suyos.has(e.lugar))
  const [viejas, nuevas] = [deEllos(antes), deEllos(ahora)]
  return viejas.length !== nuevas.length || viejas.some((e, i) => !isIgual(e, nuevas[i] as Estada))
}
