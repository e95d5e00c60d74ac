import type { Raros } from '../../demo/fisica/flujo'
import { createMovil, type Movil } from '../../demo/fisica/movil'
import { createRadio, type Radio } from '../../demo/fisica/radio'
import { createRandom, mixSemillas, type Random } from '../../demo/random'
import type { Averias } from './averias'
import type { Ida, Planta } from './nave'

const TRAMO_MS = 5 * 60_000
const MOVIENDO_MS = [2000, 4000] as const
/** Share of adverts at rest that report movement, because the container was bumped. */
const ROCES = 0.003
const PASEO_MS = 3 * 60_000
const PASO_MS = 10_000
const POR_CARRETILLA = 4

/** Times are seconds since the recording began. `llega`: time of arrival at the product, since gateways send in batches. */
export type Lectura = { t: number; llega: number; lector: number; tag: string; rssi: number; mueve: boolean }
export type Place = { t: number; tag: string; zona: string }
/** A container was held in a zone until `hasta`, or was lost there (`hasta` is Infinity). */
export type Fate = Place & { clase: 'retenido' | 'perdido'; hasta: number }
/** A container fell on its way to a zone, with `g`, and whether something broke. */
export type Caida = Place & { g: number; danio: boolean }

/** A piece of the recording; each list is in order of time, readings by time of hearing. */
export type Chunk = {
  lecturas: Lectura[]
  verdad: Place[]
  salidas: Place[]
  paseo: Place[]
  suertes: Fate[]
  caidas: Caida[]
}

const createChunk = (): Chunk => ({
  lecturas: [],
  verdad: [],
  salidas: [],
  paseo: [],
  suertes: [],
  caidas: [],
})

export type TaskInput = {
  semilla: number
  horas: number
  /** Number of recorded containers. */
  etiquetas: number
  /** Range of the interval between adverts at rest, in seconds; each tag has its own interval. */
  intervalo: readonly [number, number]
  /** Tags report movement, and advertise more often while they move. */
  conMovimiento: boolean
  paseo: boolean
  /** Rare events at a place; absent: none. */
  raros?: Raros
  /** Share of ways with a fall. */
  caidas?: number
  /** Unix ms. */
  inicio: number
}

type Etiqueta = {
  nombre: string
  n: number
  movil: Movil
  azar: Random
  intervalo: number
  anuncio: number
  viaje: Ida | null
  /** Time from which it is not heard any more, Unix ms. */
  fin: number
}

/** Simulate a plant for some hours, piece by piece, so that a month needs no more memory than an hour. */
export function* tell(planta: Planta, averias: Averias, e: TaskInput): Generator<Chunk> {
  const radio = createRadio(e.semilla, averias.puntos, planta.muros, planta.aire)
  const seconds = (t: number) => (t - e.inicio) / 1000
  let chunk = createChunk()

  function hear(movil: Movil, tag: string, t: number, mueve: boolean): void {
    for (const eco of movil.hear(t)) {
      const observation = averias.pass(eco, seconds(t))
      if (observation)
        chunk.lecturas.push({
          t: seconds(t),
          llega: averias.arrivalOf(observation.lector, seconds(t)),
          tag,
          mueve,
          ...observation,
        })
    }
  }

  if (e.paseo) {
    walk(
      planta,
      radio,
      e,
      (t, zona) => chunk.paseo.push({ t: seconds(t), tag: 'PASEO', zona }),
      (movil, t) => hear(movil, 'PASEO', t, true),
    )
    yield chunk
    chunk = createChunk()
  }
  const desde = e.inicio + (e.paseo ? planta.zonas.length * PASEO_MS : 0)
  const fin = desde + e.horas * 3_600_000
  const flujo = planta.createFlujo(e.etiquetas, e.semilla, desde, e.raros)
  const fortuna = createRandom(mixSemillas(e.semilla, 12))
  const etiquetas = flujo.inicio.slice(0, e.etiquetas).map((place, n): Etiqueta => {
    const random = createRandom(mixSemillas(e.semilla, n, 7))
    const movil = createMovil(radio, mixSemillas(e.semilla, n), planta.spotOf(place, random))
    const intervalo = random.between(...e.intervalo) * 1000
    return {
      nombre: nameOf(n),
      n,
      movil,
      azar: random,
      intervalo,
      anuncio: desde + random.between(0, intervalo),
      viaje: null,
      fin: Number.POSITIVE_INFINITY,
    }
  })
  for (const t of etiquetas) note(t, desde, planta.zonas[flujo.inicio[t.n] as number])

  function note(t: Etiqueta, cuando: number, zona = ''): void {
    chunk.verdad.push({ t: seconds(cuando), tag: t.nombre, zona })
  }

  function start(t: Etiqueta, v: Ida): void {
    const random = createRandom(
      mixSemillas(e.semilla, v.sale, Math.floor(v.contenedores.indexOf(t.n) / POR_CARRETILLA)),
    )
    const puntos = planta.pathOf(t.movil.at(v.sale), v.en ?? planta.spotOf(v.a, random))
    t.movil.carry({ puntos, sale: v.sale, llega: v.llega })
    t.viaje = v
    if (!v.en) note(t, v.sale)
    else if (v.de !== v.a) note(t, v.sale, planta.zonas[v.a])
    const zona = planta.zonas[v.de]
    if (v.vehiculo === 'camion' && zona) chunk.salidas.push({ t: seconds(v.sale), tag: t.nombre, zona })
    if (e.caidas && fortuna.chance(e.caidas)) fall(t, v)
    if (e.conMovimiento) t.anuncio = v.sale + t.azar.between(0, 1000)
  }

  function fall(t: Etiqueta, v: Ida): void {
    const g = fortuna.between(...CAIDA_G)
    const cuando = v.llega - fortuna.between(0, 20_000)
    const danio = fortuna.chance(damageOf(g, v.a))
    chunk.caidas.push({ t: seconds(cuando), tag: t.nombre, zona: planta.zonas[v.a] ?? '', g, danio })
  }

  function arrive(t: Etiqueta, v: Ida): void {
    t.movil.stand(t.movil.at(v.llega))
    t.viaje = null
    if (!v.en) note(t, v.llega, planta.zonas[v.a])
  }

  /** Simulate one tag up to `hasta`. */
  function live(t: Etiqueta, viajes: readonly Ida[], hasta: number): void {
    const porHacer = [...viajes]
    for (;;) {
      const cambio = t.viaje?.llega ?? porHacer[0]?.sale ?? hasta
      while (t.anuncio < Math.min(cambio, hasta, t.fin)) {
        const mueve = e.conMovimiento && (t.viaje !== null || t.azar.chance(ROCES))
        hear(t.movil, t.nombre, t.anuncio, mueve)
        const deprisa = e.conMovimiento && t.viaje
        t.anuncio += deprisa ? t.azar.between(...MOVIENDO_MS) : t.intervalo * t.azar.between(0.97, 1.03)
      }
      if (cambio >= hasta) return
      if (t.viaje) arrive(t, t.viaje)
      else start(t, porHacer.shift() as Ida)
    }
  }

  let next = flujo.viajes.next()
  /** Number of fates of the flow that were reported already. */
  let vistas = 0
  for (let hasta = Math.min(fin, desde + TRAMO_MS); ; hasta = Math.min(fin, hasta + TRAMO_MS)) {
    const porEtiqueta = new Map<number, Ida[]>()
    for (; !next.done && next.value.sale < hasta; next = flujo.viajes.next())
      for (const n of next.value.contenedores) porEtiqueta.set(n, [...(porEtiqueta.get(n) ?? []), next.value])
    for (const t of etiquetas) live(t, porEtiqueta.get(t.n) ?? [], hasta)
    for (; vistas < flujo.suertes.length; vistas++) {
      const s = flujo.suertes[vistas] as (typeof flujo.suertes)[number]
      const t = etiquetas[s.contenedor]
      if (!t) continue
      const zona = planta.zonas[s.lugar] ?? ''
      chunk.suertes.push({
        clase: s.clase,
        t: seconds(s.desde),
        tag: t.nombre,
        zona,
        hasta: seconds(s.hasta),
      })
      if (s.clase === 'perdido') t.fin = s.desde
    }
    for (const t of etiquetas) if (t.fin < hasta && t.fin >= hasta - TRAMO_MS) note(t, t.fin)
    for (const list of [chunk.lecturas, chunk.verdad, chunk.salidas, chunk.caidas])
      list.sort((a, b) => a.t - b.t)
    yield chunk
    if (hasta >= fin) return
    chunk = createChunk()
  }
}

/** Range of the force of a fall, in g. */
const CAIDA_G = [6, 15] as const
/** Force at which half of the falls break something; falls with the least force break nothing. */
const MEDIA_G = 11

/** Probability that a fall breaks something. It grows with the force, and is twice as high on the bare floor of every third zone. */
const damageOf = (g: number, place: number) =>
  Math.min(1, ((g - CAIDA_G[0]) / (MEDIA_G - CAIDA_G[0])) ** 2 * 0.5 * (place % 3 ? 1 : 2))

const nameOf = (n: number) => `T${String(n + 1).padStart(4, '0')}`

/** A person walks through each zone for three minutes, with a tag that advertises each second. */
function walk(
  planta: Planta,
  radio: Radio,
  e: TaskInput,
  enter: (t: number, zona: string) => void,
  hear: (movil: Movil, t: number) => void,
): void {
  const random = createRandom(mixSemillas(e.semilla, 5))
  const movil = createMovil(radio, mixSemillas(e.semilla, 6), planta.spotOf(0, random))
  for (const [z, zona] of planta.zonas.entries()) {
    const llega = e.inicio + z * PASEO_MS
    enter(llega, zona)
    let p = planta.spotOf(z, random)
    for (let t = llega; t < llega + PASEO_MS; t += PASO_MS) {
      const q = planta.spotOf(z, random)
      movil.carry({ puntos: [p, q], sale: t, llega: t + PASO_MS })
      for (let s = 0; s < PASO_MS; s += 1000) hear(movil, t + s)
      p = q
    }
  }
  enter(e.inicio + planta.zonas.length * PASEO_MS, '')
}
