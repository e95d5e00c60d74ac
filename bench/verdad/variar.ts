import type { Random } from '../../demo/random'

export type WalkObservation = { lector: number; rssi: number }
/** The readings of one advert, `s` seconds after the tag came to its spot. */
export type Anuncio = { s: number; oidos: readonly WalkObservation[] }
/** A spot where a tag stood for `dura` seconds. */
export type Puesto = { zona: number; dura: number; anuncios: readonly Anuncio[] }
/** Spots of one zone on a walk. */
export type Tramo = { zona: number; puestos: readonly Puesto[] }

/** Seconds of a walk in each zone; one advert per second. */
const PASEO_S = 180
/** Spots of each zone that are walked and not judged, if the walk uses separate spots. */
const OTROS = 9

/** The same elements in random order. */
export function shuffle<T>(list: readonly T[], random: Random): T[] {
  const otra = [...list]
  for (let i = otra.length - 1; i > 0; i--) {
    const j = random.int(0, i)
    ;[otra[i], otra[j]] = [otra[j] as T, otra[i] as T]
  }
  return otra
}

/**
 * Choose this many readers of each zone at random.
 * @param zonas the zone of each reader; -1: none
 * @returns whether each reader is chosen
 */
export function chooseLectores(zonas: readonly number[], porZona: number, random: Random): boolean[] {
  const quedan = new Map<number, number>()
  const elegidos = zonas.map(() => false)
  for (const r of shuffle([...zonas.keys()], random)) {
    const zona = zonas[r] as number
    const van = quedan.get(zona) ?? 0
    if (zona < 0 || van >= porZona) continue
    quedan.set(zona, van + 1)
    elegidos[r] = true
  }
  return elegidos
}

/** The spot for `veces` as long: its adverts are repeated in another order. */
export function stretch(p: Puesto, veces: number, random: Random): Puesto {
  const anuncios = Array.from({ length: veces }, (_, k) => {
    const otros = k === 0 ? p.anuncios : shuffle(p.anuncios, random)
    return otros.map(({ oidos: walkObservations }, i) => ({
      s: k * p.dura + (p.anuncios[i] as Anuncio).s,
      oidos: walkObservations,
    }))
  })
  return { ...p, dura: p.dura * veces, anuncios: anuncios.flat() }
}

/** Drop each reading with this probability. */
export const loseWalkObservations = (p: Puesto, parte: number, random: Random): Puesto => ({
  ...p,
  anuncios: p.anuncios.map((a) => ({ ...a, oidos: a.oidos.filter(() => !random.chance(parte)) })),
})

/** Shift the levels of a spot at random by reader, as happens over months. */
function move(p: Puesto, db: number, random: Random): Puesto {
  const movidos = new Map<number, number>()
  const moveOf = (lector: number) => {
    const before = movidos.get(lector) ?? random.normal(db)
    movidos.set(lector, before)
    return before
  }
  return {
    ...p,
    anuncios: p.anuncios.map((a) => ({
      ...a,
      oidos: a.oidos.map((o) => ({ ...o, rssi: Math.round(o.rssi + moveOf(o.lector)) })),
    })),
  }
}

/** A spot without its first adverts and their time. */
function afterAnuncios(p: Puesto, cuantos: number): Puesto {
  const desde = cuantos ? (p.anuncios[cuantos]?.s ?? p.dura) : 0
  return {
    ...p,
    dura: p.dura - desde,
    anuncios: p.anuncios.slice(cuantos).map((a) => ({ ...a, s: a.s - desde })),
  }
}

/**
 * A walk through the spots: one advert per second, three minutes a zone. Adverts used by the walk are removed from their spot.
 * @param otros true: through nine spots of each zone, which are not judged; false: through all spots
 * @param db standard deviation of the shift of the levels of each spot and reader
 * @returns the walk, and the spots that are judged. Throws where a zone has too few spots or adverts.
 */
export function walkPuestos(puestos: readonly Puesto[], otros: boolean, db: number, random: Random) {
  const zonas = [...new Set(puestos.map((p) => p.zona))]
  const andados = new Map<Puesto, number>()
  const paseo = zonas.map((zona): Tramo => {
    const all = puestos.filter((p) => p.zona === zona)
    if (otros && all.length <= OTROS) throw new Error(`a zone has ${all.length} spots, ${OTROS} are walked`)
    const suyos = otros ? shuffle(all, random).slice(0, OTROS) : all
    const cuantos = Math.max(1, Math.floor(PASEO_S / suyos.length))
    const tramos = suyos.map((p) => {
      andados.set(p, cuantos)
      return move({ ...p, dura: cuantos, anuncios: pickOf(p, cuantos) }, db, random)
    })
    return { zona, puestos: tramos }
  })

  /** The first adverts of a spot, one per second: the person keeps walking. */
  function pickOf(p: Puesto, cuantos: number): Anuncio[] {
    if (p.anuncios.length < cuantos)
      throw new Error(`a spot has ${p.anuncios.length} adverts, a walk needs ${cuantos}`)
    return p.anuncios
      .slice(0, cuantos)
      .map(({ oidos: walkObservations }, s) => ({ s, oidos: walkObservations }))
  }

  const quedan = puestos.flatMap((p) => {
    const van = andados.get(p) ?? 0
    if (otros && van) return []
    return [afterAnuncios(p, van)]
  })
  return { paseo, quedan }
}
