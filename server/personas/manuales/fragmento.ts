import type { Pasaje } from '#contract/personas/manuales/manuales'

export type Marca = { desde: number; hasta: number }

/** Marks that the database puts around a match. */
export const ABRE = '\u0002'
export const CIERRA = '\u0003'

/** Positions of the marks in the text without them. */
export function readMarcas(marcado: string): Marca[] {
  const marcas: Marca[] = []
  let lugar = 0
  let desde = 0
  for (const c of marcado.split('')) {
    if (c === ABRE) desde = lugar
    else if (c === CIERRA) marcas.push({ desde, hasta: lugar })
    else lugar++
  }
  return marcas
}

/** Merges overlapping marks, in order. */
function merge(marcas: Marca[]): Marca[] {
  const res: Marca[] = []
  for (const m of [...marcas].sort((a, b) => a.desde - b.desde || b.hasta - a.hasta)) {
    const last = res.at(-1)
    if (!last || m.desde >= last.hasta) res.push(m)
  }
  return res
}

const FIN_DE_FRASE = /[.!?…]\s/g

/** Start of the passage: the beginning of a sentence, else of a word. */
function inicioOf(text: string, desde: number, first: number): number {
  if (desde <= 0) return 0
  const previous = text.slice(desde, first)
  const frase = previous.search(FIN_DE_FRASE)
  if (frase >= 0) return desde + frase + 2
  const word = previous.indexOf(' ')
  return word >= 0 ? desde + word + 1 : desde
}

/** The part of a page, about `largo` characters, with the most different marked words, cut between words. */
export function cutFragmento(text: string, all: Marca[], largo: number): Pasaje['fragmento'] {
  const marcas = merge(all)
  const distintas = (list: Marca[]) =>
    new Set(list.map((m) => text.slice(m.desde, m.hasta).toLowerCase().slice(0, 5))).size
  let mejor = { puntos: -1, primera: 0 }
  for (const m of marcas) {
    const inside = marcas.filter((o) => o.desde >= m.desde && o.hasta <= m.desde + largo * 0.7)
    const puntos = distintas(inside) * 100 + inside.length
    if (puntos > mejor.puntos) mejor = { puntos, primera: m.desde }
  }
  const inicio = inicioOf(text, mejor.primera - Math.round(largo * 0.4), mejor.primera)
  let fin = Math.min(text.length, inicio + largo)
  if (fin < text.length) {
    const chunk = text.slice(inicio, fin)
    const frase = [...chunk.matchAll(FIN_DE_FRASE)].at(-1)?.index ?? -1
    const last = marcas.filter((m) => m.hasta <= fin).at(-1)?.hasta ?? 0
    const word = chunk.lastIndexOf(' ')
    if (frase > largo / 2 && inicio + frase + 1 >= last) fin = inicio + frase + 1
    else if (word > 0) fin = inicio + word
  }
  const partes: Pasaje['fragmento'] = []
  const add = (desde: number, hasta: number, marcado: boolean) => {
    if (hasta > desde) partes.push({ texto: text.slice(desde, hasta), marcado })
  }
  let lugar = inicio
  for (const m of marcas) {
    if (m.desde < lugar || m.hasta > fin) continue
    add(lugar, m.desde, false)
    add(m.desde, m.hasta, true)
    lugar = m.hasta
  }
  add(lugar, fin, false)
  if (inicio > 0) partes.unshift({ texto: '… ', marcado: false })
  if (fin < text.length && !/[.!?]$/.test(text.slice(0, fin))) partes.push({ texto: ' …', marcado: false })
  return partes.slice(0, 200)
}
