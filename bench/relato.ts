import { type Azar, createAzar, mixSemillas } from '../demo/azar'
import type { Raros } from '../demo/fisica/flujo'
import { createMovil, type Movil } from '../demo/fisica/movil'
import { createRadio, type Radio } from '../demo/fisica/radio'
import type { Averias } from './averias'
import type { Ida, Planta } from './nave'

const TRAMO_MS = 5 * 60_000
const MOVIENDO_MS = [2000, 4000] as const
/** Share of adverts at rest that say "moving" because somebody bumps into the container. */
const ROCES = 0.003
const PASEO_MS = 3 * 60_000
const PASO_MS = 10_000
const POR_CARRETILLA = 4

/** Times are seconds since the recording began. `llega` is when the product hears of it: gateways send in batches. */
export type Lectura = { t: number; llega: number; lector: number; tag: string; rssi: number; mueve: boolean }
export type Sitio = { t: number; tag: string; zona: string }
/** A container was held at a zone up to `hasta`, or was lost there (`hasta` is Infinity). */
export type Suerte = Sitio & { clase: 'retenido' | 'perdido'; hasta: number }
/** A container fell on its way to a zone, as hard as `g`, and whether that broke something. */
export type Caida = Sitio & { g: number; danio: boolean }

/** What happened in a piece of the recording; each list is in order of time, readings by when they were heard. */
export type Trozo = {
  lecturas: Lectura[]
  verdad: Sitio[]
  salidas: Sitio[]
  paseo: Sitio[]
  suertes: Suerte[]
  caidas: Caida[]
}

const createTrozo = (): Trozo => ({
  lecturas: [],
  verdad: [],
  salidas: [],
  paseo: [],
  suertes: [],
  caidas: [],
})

export type Encargo = {
  semilla: number
  horas: number
  /** How many containers are recorded. */
  etiquetas: number
  /** Seconds between adverts at rest: each tag has its own interval within these. */
  intervalo: readonly [number, number]
  /** Tags tell that they move, and advertise more often then. */
  conMovimiento: boolean
  paseo: boolean
  /** What seldom happens at a place; absent: nothing. */
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
  azar: Azar
  intervalo: number
  anuncio: number
  viaje: Ida | null
  /** From when on nobody hears it any more, Unix ms. */
  fin: number
}

/** Everything that happens in a plant for some hours, piece by piece, so that a month needs no more memory than an hour. */
export function* tell(planta: Planta, averias: Averias, e: Encargo): Generator<Trozo> {
  const radio = createRadio(e.semilla, averias.puntos, planta.muros, planta.aire)
  const seconds = (t: number) => (t - e.inicio) / 1000
  let trozo = createTrozo()

  function hear(movil: Movil, tag: string, t: number, mueve: boolean): void {
    for (const eco of movil.hear(t)) {
      const oida = averias.pass(eco, seconds(t))
      if (oida)
        trozo.lecturas.push({
          t: seconds(t),
          llega: averias.arrivalOf(oida.lector, seconds(t)),
          tag,
          mueve,
          ...oida,
        })
    }
  }

  if (e.paseo) {
    walk(
      planta,
      radio,
      e,
      (t, zona) => trozo.paseo.push({ t: seconds(t), tag: 'PASEO', zona }),
      (movil, t) => hear(movil, 'PASEO', t, true),
    )
    yield trozo
    trozo = createTrozo()
  }
  const desde = e.inicio + (e.paseo ? planta.zonas.length * PASEO_MS : 0)
  const fin = desde + e.horas * 3_600_000
  const flujo = planta.createFlujo(e.etiquetas, e.semilla, desde, e.raros)
  const fortuna = createAzar(mixSemillas(e.semilla, 12))
  const etiquetas = flujo.inicio.slice(0, e.etiquetas).map((lugar, n): Etiqueta => {
    const azar = createAzar(mixSemillas(e.semilla, n, 7))
    const movil = createMovil(radio, mixSemillas(e.semilla, n), planta.spotOf(lugar, azar))
    const intervalo = azar.between(...e.intervalo) * 1000
    return {
      nombre: nameOf(n),
      n,
      movil,
      azar,
      intervalo,
      anuncio: desde + azar.between(0, intervalo),
      viaje: null,
      fin: Number.POSITIVE_INFINITY,
    }
  })
  for (const t of etiquetas) note(t, desde, planta.zonas[flujo.inicio[t.n] as number])

  function note(t: Etiqueta, cuando: number, zona = ''): void {
    trozo.verdad.push({ t: seconds(cuando), tag: t.nombre, zona })
  }

  function start(t: Etiqueta, v: Ida): void {
    const azar = createAzar(
      mixSemillas(e.semilla, v.sale, Math.floor(v.contenedores.indexOf(t.n) / POR_CARRETILLA)),
    )
    const puntos = planta.pathOf(t.movil.at(v.sale), v.en ?? planta.spotOf(v.a, azar))
    t.movil.carry({ puntos, sale: v.sale, llega: v.llega })
    t.viaje = v
    if (!v.en) note(t, v.sale)
    else if (v.de !== v.a) note(t, v.sale, planta.zonas[v.a])
    const zona = planta.zonas[v.de]
    if (v.vehiculo === 'camion' && zona) trozo.salidas.push({ t: seconds(v.sale), tag: t.nombre, zona })
    if (e.caidas && fortuna.chance(e.caidas)) fall(t, v)
    if (e.conMovimiento) t.anuncio = v.sale + t.azar.between(0, 1000)
  }

  function fall(t: Etiqueta, v: Ida): void {
    const g = fortuna.between(...CAIDA_G)
    const cuando = v.llega - fortuna.between(0, 20_000)
    const danio = fortuna.chance(damageOf(g, v.a))
    trozo.caidas.push({ t: seconds(cuando), tag: t.nombre, zona: planta.zonas[v.a] ?? '', g, danio })
  }

  function arrive(t: Etiqueta, v: Ida): void {
    t.movil.stand(t.movil.at(v.llega))
    t.viaje = null
    if (!v.en) note(t, v.llega, planta.zonas[v.a])
  }

  /** Everything that one tag does up to `hasta`. */
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

  let siguiente = flujo.viajes.next()
  /** Of the flow's, those that were told. */
  let vistas = 0
  for (let hasta = Math.min(fin, desde + TRAMO_MS); ; hasta = Math.min(fin, hasta + TRAMO_MS)) {
    const porEtiqueta = new Map<number, Ida[]>()
    for (; !siguiente.done && siguiente.value.sale < hasta; siguiente = flujo.viajes.next())
      for (const n of siguiente.value.contenedores)
        porEtiqueta.set(n, [...(porEtiqueta.get(n) ?? []), siguiente.value])
    for (const t of etiquetas) live(t, porEtiqueta.get(t.n) ?? [], hasta)
    for (; vistas < flujo.suertes.length; vistas++) {
      const s = flujo.suertes[vistas] as (typeof flujo.suertes)[number]
      const t = etiquetas[s.contenedor]
      if (!t) continue
      const zona = planta.zonas[s.lugar] ?? ''
      trozo.suertes.push({
        clase: s.clase,
        t: seconds(s.desde),
        tag: t.nombre,
        zona,
        hasta: seconds(s.hasta),
      })
      if (s.clase === 'perdido') t.fin = s.desde
    }
    for (const t of etiquetas) if (t.fin < hasta && t.fin >= hasta - TRAMO_MS) note(t, t.fin)
    for (const lista of [trozo.lecturas, trozo.verdad, trozo.salidas, trozo.caidas])
      lista.sort((a, b) => a.t - b.t)
    yield trozo
    if (hasta >= fin) return
    trozo = createTrozo()
  }
}

/** Falls are as hard as this, in g. */
const CAIDA_G = [6, 15] as const
/** Half of those of this force break something, and none of the softest ones. */
const MEDIA_G = 11

/** How likely a fall breaks something: the harder the likelier, and on the bare floor of every third zone twice as much. */
const damageOf = (g: number, lugar: number) =>
  Math.min(1, ((g - CAIDA_G[0]) / (MEDIA_G - CAIDA_G[0])) ** 2 * 0.5 * (lugar % 3 ? 1 : 2))

const nameOf = (n: number) => `T${String(n + 1).padStart(4, '0')}`

/** Somebody goes through every zone for three minutes, with a tag that advertises each second. */
function walk(
  planta: Planta,
  radio: Radio,
  e: Encargo,
  enter: (t: number, zona: string) => void,
  hear: (movil: Movil, t: number) => void,
): void {
  const azar = createAzar(mixSemillas(e.semilla, 5))
  const movil = createMovil(radio, mixSemillas(e.semilla, 6), planta.spotOf(0, azar))
  for (const [z, zona] of planta.zonas.entries()) {
    const llega = e.inicio + z * PASEO_MS
    enter(llega, zona)
    let p = planta.spotOf(z, azar)
    for (let t = llega; t < llega + PASEO_MS; t += PASO_MS) {
      const q = planta.spotOf(z, azar)
      movil.carry({ puntos: [p, q], sale: t, llega: t + PASO_MS })
      for (let s = 0; s < PASO_MS; s += 1000) hear(movil, t + s)
      p = q
    }
  }
  enter(e.inicio + planta.zonas.length * PASEO_MS, '')
}
