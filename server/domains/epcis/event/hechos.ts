import type { Dicho } from './evento'

/** A stay as it is stored: with one reader. Times are Unix ms; null `hasta`: it goes on. */
export type Estancia = {
  lugar: number | null
  desde: number
  hasta: number | null
  silencio: boolean
  certeza: number | null
  /** It is moving: the place is the nearest one. */
  en_camino: boolean
}

/** What is known of a container. */
export type Contenedor = Dicho['contenedor'] & {
  creado: number
  eliminado: number | null
  /** In the order of time. */
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
  /** At a place for less than this it only passed by. */
  pasoMs: number
  /** A longer gap is none of a stay. */
  salidaMs: number
}

/** Something that happened, and by what it is known again: its row, or where and since when its stay was. */
export type Hecho = Dicho & { ref: number | null; inicio: number }

/** Neighbours of one place are one stay. */
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

/** How sure a stay was when it was told; undefined: it was not. */
type Told = (s: Estancia) => { certeza: number | null } | undefined

type Settled = Estancia & { lugar: number }

/** What is to be told of a container, and when it is worth looking again (Unix ms; null: once something changes). */
export type Debido = { hechos: Hecho[]; mirar: number | null }

/** How often a stay is looked at whose place is not sure enough yet. */
const DUDA_MS = 60_000

/**
 * What happened to a container, as far as it is to be told now.
 * @param told stays that were told stay told, however sure their place is later
 */
export function factsOf(c: Contenedor, reglas: Reglas, told: Told, now: number): Debido {
  const moments: number[] = []
  const look = (at: number) => void (at > now && moments.push(at))
  const all = join(c.estancias, reglas.salidaMs)
  const settled = all.flatMap((s): Settled[] => {
    const { lugar } = s
    if (lugar === null) return []
    const before = told(s)
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
  // Nobody knows that it left before it is heard elsewhere; and it may only have gone past another place, and be back.
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

/** What is not a stay: at the place where it was told to be then, or at none. */
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
    ...(c.eliminado === null ? [] : [{ ...nowhere(c.eliminado), clase: 'baja' as const, ref: 0 }]),
  ]
}
