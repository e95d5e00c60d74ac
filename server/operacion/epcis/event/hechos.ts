import type { Dicho } from './evento'

/** A stored stay, at one reader. Times are Unix ms; `hasta` null: it goes on. */
export type Estancia = {
  lugar: number | null
  desde: number
  hasta: number | null
  silencio: boolean
  certeza: number | null
  /** It is moving: `lugar` is the nearest place. */
  en_camino: boolean
}

/** The data of a container. */
export type Contenedor = Dicho['contenedor'] & {
  creado: number
  eliminado: number | null
  /** A user wrote it off, and it was not heard since. */
  baja: { asiento: number; momento: number } | null
  /** In order of time. */
  estancias: readonly Estancia[]
  incidencias: readonly {
    id: number
    tiempo: number
    hasta: number
    cerrada: number | null
    danio: boolean
    pico_g: number | null
  }[]
  cambios: readonly {
    id: number
    clase: 'etiqueta' | 'estado'
    de: string | null
    a: string | null
    tiempo: number
  }[]
}

export type Reglas = {
  umbral: number
  reposoMs: number
  /** A shorter time at a place counts as passing by, ms. */
  pasoMs: number
  /** A longer gap ends a stay, ms. */
  salidaMs: number
}

/** A fact with the key by which it is recognized later: its row id, or the place and beginning of its stay. */
export type Hecho = Dicho & { ref: number | null; inicio: number }

/** Joins consecutive stays at one place. */
export function join(stays: readonly Estancia[], salidaMs: number): Estancia[] {
  const joined: Estancia[] = []
  for (const s of stays) {
    const before = joined.at(-1)
    const goesOn =
      before?.lugar === s.lugar &&
      s.lugar !== null &&
      !before.silencio &&
      before.hasta !== null &&
      s.desde - before.hasta <= salidaMs
    if (!before || !goesOn) {
      joined.push({ ...s })
      continue
    }
    before.hasta = s.hasta
    before.silencio = s.silencio
    before.en_camino = s.en_camino
    before.certeza =
      before.certeza === null
        ? s.certeza
        : s.certeza === null
          ? before.certeza
          : Math.max(before.certeza, s.certeza)
  }
  return joined
}

/** The certainty that a stay was published with; undefined: it was not published. */
type Published = (s: Estancia) => { certeza: number | null } | undefined

type Settled = Estancia & { lugar: number }

/** Facts to publish, and when to check the container again (Unix ms; null: only when its data changes). */
export type Debido = { hechos: Hecho[]; mirar: number | null }

/** How often an open stay with an uncertain place is checked again, ms. */
const DUDA_MS = 60_000

/**
 * The facts about a container that are to be published now.
 * @param published published stays stay published, whatever certainty their place has later
 */
export function factsOf(c: Contenedor, reglas: Reglas, published: Published, now: number): Debido {
  const moments: number[] = []
  const look = (at: number) => void (at > now && moments.push(at))
  const all = join(c.estancias, reglas.salidaMs)
  const settled = all.flatMap((s): Settled[] => {
    const { lugar } = s
    if (lugar === null) return []
    const before = published(s)
    if (before) return [{ ...s, lugar, certeza: before.certeza }]
    if ((s.hasta ?? now) - s.desde < reglas.pasoMs) {
      if (s.hasta === null) look(s.desde + reglas.pasoMs)
      return []
    }
    if (!s.en_camino && isSure(s, reglas)) return [{ ...s, lugar }]
    if (s.hasta === null) look(now + DUDA_MS)
    return []
  })
  const hechos = [
    ...settled.flatMap((s) => stayFacts(c, s, { all, reglas, now, look })),
    ...otherFacts(c, settled),
  ]
  return { hechos, mirar: moments.length ? Math.min(...moments) : null }
}

const isSure = ({ certeza }: Estancia, { umbral }: Reglas) =>
  umbral === 0 || (certeza !== null && certeza >= umbral)

type Around = { all: readonly Estancia[]; reglas: Reglas; now: number; look: (at: number) => void }

/** Arrival, rest and departure of a stay. */
function stayFacts(c: Contenedor, s: Settled, { all, reglas, now, look }: Around): Hecho[] {
  const base = { contenedor: c, lugar: s.lugar, certeza: s.certeza, ref: null, inicio: s.desde }
  const hechos: Hecho[] = [{ ...base, clase: 'llegada', momento: s.desde }]
  const rest = s.desde + reglas.reposoMs
  if ((s.hasta ?? now) >= rest) hechos.push({ ...base, clase: 'reposo', momento: rest })
  else if (s.hasta === null) look(rest)
  if (s.hasta === null) return hechos
  // After silence, the departure is certain only once it is heard elsewhere. After a short gap it may come back from passing another place.
  const next = all.find((x) => x.desde > s.desde)
  if (s.silencio && !next) return hechos
  if (now - s.hasta < reglas.pasoMs) look(s.hasta + reglas.pasoMs)
  else
    hechos.push({
      ...base,
      clase: 'salida',
      momento: s.hasta,
      inicio: s.hasta,
      ...(s.silencio && { silencio: true }),
    })
  return hechos
}

/** Facts other than stays: at the published place of that moment, or at none. */
function otherFacts(c: Contenedor, settled: readonly Settled[]): Hecho[] {
  const at = (momento: number) => {
    const s = settled.find((x) => x.desde <= momento && (x.hasta ?? Number.POSITIVE_INFINITY) >= momento)
    return { contenedor: c, momento, inicio: momento, lugar: s?.lugar ?? null, certeza: s?.certeza ?? null }
  }
  const nowhere = (momento: number) => ({
    contenedor: c,
    momento,
    inicio: momento,
    lugar: null,
    certeza: null,
  })
  const golpes = c.incidencias.flatMap((i): Hecho[] => {
    const sensor = { pico_g: i.pico_g }
    const hechos: Hecho[] = [{ ...at(i.tiempo), clase: 'golpe', ref: i.id, sensor }]
    if (i.danio)
      hechos.push({ ...at(i.cerrada ?? i.hasta), inicio: i.tiempo, clase: 'danio', ref: i.id, sensor })
    return hechos
  })
  const cambios = c.cambios.flatMap((x): Hecho[] => {
    if (x.clase === 'estado')
      return x.a === 'Posible extravío'
        ? [{ ...nowhere(x.tiempo), clase: 'perdido', ref: x.id }]
        : [{ ...at(x.tiempo), clase: 'hallado', ref: x.id }]
    return [
      ...(x.de === null
        ? []
        : [{ ...nowhere(x.tiempo), clase: 'etiqueta_fuera' as const, ref: x.id, tag: x.de }]),
      ...(x.a === null ? [] : [{ ...nowhere(x.tiempo), clase: 'etiqueta' as const, ref: x.id, tag: x.a }]),
    ]
  })
  const primera = c.cambios.find((x) => x.clase === 'etiqueta')?.de ?? c.mac
  return [
    ...golpes,
    ...cambios,
    { ...nowhere(c.creado), clase: 'etiqueta', ref: 0, tag: primera },
    ...endOf(c).map(({ asiento, momento }) => ({
      ...nowhere(momento),
      clase: 'baja' as const,
      ref: asiento,
    })),
  ]
}

/** The one end of a container: the write-off, which a later deletion does not repeat; else the deletion. */
function endOf({ baja, eliminado }: Contenedor): { asiento: number; momento: number }[] {
  if (baja) return [baja]
  return eliminado === null ? [] : [{ asiento: 0, momento: eliminado }]
}
