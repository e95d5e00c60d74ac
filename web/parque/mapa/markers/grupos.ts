import Supercluster from 'supercluster'
import type { Celda } from '#contract/parque/dispositivos/dispositivos'
import { project } from '../../../ui/mapa/vista'
import type { Token } from '../../../ui/theme/tokens'

type Cuentas = Pick<
  Celda,
  'n' | 'impacto' | 'movimiento' | 'parado' | 'extravio' | 'revisar' | 'dudosos' | 'sin_senal' | 'lectores'
>

/** What one marker represents: a device, or the devices that would overlap at this zoom. */
export type Grupo = Cuentas & {
  /** The same spot keeps its key between answers, so that its marker is reused and can move. */
  clave: string
  lat: number
  lon: number
  /** Location of its devices: that of most of them, and the number of other locations. */
  lugar: string | null
  solo: Celda['solo']
  celdas: Celda[]
}

/** Markers nearer to each other than this, in CSS pixels, are merged. */
export const RADIO_PX = 60

/** Diameter of a marker in CSS pixels. */
export const ladoOf = ({ solo, n }: Pick<Grupo, 'solo' | 'n'>) =>
  solo ? 30 : n < 10 ? 38 : n < 100 ? 42 : n < 1000 ? 48 : 56

/** Tile size that defines the zoom levels of the map, in CSS pixels. */
const LADO_TESELA = 512

const SEVERIDAD = [
  ['impacto', 'rojo'],
  ['extravio', 'rojo'],
  ['revisar', 'amber'],
  ['movimiento', 'azul'],
  ['parado', 'gris'],
] as const satisfies [keyof Cuentas, Token][]

/** Colour of a marker: that of its worst member; readers without a problem keep their own colour. */
export function colorDeGrupo(g: Cuentas): Token {
  for (const [cuenta, token] of SEVERIDAD) if (g[cuenta] > 0) return token
  return g.lectores === g.n ? 'violeta' : 'gris'
}

type Sector = { token: Token | null; parte: number }

/** A shorter arc is not visible. */
const PARTE_MINIMA = 0.05

/** Raises each share to at least PARTE_MINIMA, at the expense of the larger ones. */
function makeVisibles(sectores: Sector[]): Sector[] {
  const falta = sectores.reduce((suma, { parte }) => suma + Math.max(0, PARTE_MINIMA - parte), 0)
  const sobra = sectores.reduce((suma, { parte }) => suma + Math.max(0, parte - PARTE_MINIMA), 0)
  return sectores.map(({ token, parte }) => ({
    token,
    parte:
      parte < PARTE_MINIMA ? PARTE_MINIMA : parte - (falta * (parte - PARTE_MINIMA)) / Math.max(sobra, falta),
  }))
}

/**
 * Shares of the ring, worst first, adding up to 1. A device that is both hit and lost is counted once, as the worse of the two; readers
 * come last in their own colour; `null` is the part of unknown state.
 */
export function sectoresDeGrupo(g: Cuentas): Sector[] {
  let resto = g.n
  const sectores: Sector[] = []
  for (const [cuenta, token] of [...SEVERIDAD, ['lectores', 'violeta'] as const]) {
    const n = Math.min(g[cuenta], resto)
    if (n === 0) continue
    resto -= n
    const ultimo = sectores.at(-1)
    if (ultimo?.token === token) ultimo.parte += n / g.n
    else sectores.push({ token, parte: n / g.n })
  }
  if (resto > 0) sectores.push({ token: null, parte: resto / g.n })
  return makeVisibles(sectores)
}

/** How many of its containers have an uncertain place. */
export const inciertosOf = (g: Cuentas): number => g.dudosos + g.sin_senal

/** Accessible name and tooltip: `Grupo de 34 dispositivos en Expedición: 2 con impacto, 5 en movimiento`. */
export function nombreDeGrupo(g: Grupo): string {
  if (g.solo)
    return [`${g.solo.tipo} ${g.solo.apodo ?? g.solo.mac}`, ...detalles(g, true)].filter(Boolean).join(', ')
  const partes = detalles(g, false)
  const donde = g.lugar ? ` en ${g.lugar}` : ''
  return `Grupo de ${g.n.toLocaleString('es')} dispositivos${donde}${partes.length ? `: ${partes.join(', ')}` : ''}`
}

function detalles(g: Cuentas, solo: boolean): string[] {
  const textos: [number, string][] = [
    [g.impacto, 'con impacto'],
    [g.extravio, 'con posible extravío'],
    [g.revisar, 'por revisar'],
    [g.movimiento, 'en movimiento'],
    [g.parado, g.parado === 1 ? 'parado' : 'parados'],
    [g.dudosos, g.dudosos === 1 ? 'dudoso' : 'dudosos'],
    [g.sin_senal, 'sin señal'],
  ]
  return textos.filter(([n]) => n > 0).map(([n, t]) => (solo ? t : `${n.toLocaleString('es')} ${t}`))
}

const vacio = (): Cuentas => ({
  n: 0,
  impacto: 0,
  movimiento: 0,
  parado: 0,
  extravio: 0,
  revisar: 0,
  dudosos: 0,
  sin_senal: 0,
  lectores: 0,
})

/** The cells merged into what fits on the screen at the zoom: O(n log n) in the cells, O(m²) in the markers. */
export function group(celdas: Celda[], zoom: number): Grupo[] {
  const nivel = Math.max(0, Math.min(24, Math.floor(zoom)))
  const indice = new Supercluster<Celda>({
    minZoom: nivel,
    maxZoom: nivel,
    extent: LADO_TESELA,
    radius: RADIO_PX / 2 ** (zoom - nivel),
  })
  indice.load(
    celdas.map((c) => ({
      type: 'Feature',
      properties: c,
      geometry: { type: 'Point', coordinates: [c.lon, c.lat] },
    })),
  )
  const grupos = indice.getClusters([-180, -90, 180, 90], nivel).map((f) => {
    const miembros =
      'cluster_id' in f.properties
        ? indice.getLeaves(f.properties.cluster_id, Number.POSITIVE_INFINITY).map((h) => h.properties)
        : [f.properties as Celda]
    return gather(miembros)
  })
  return joinOverlapping(grupos, zoom)
}

/** Groups merged around their first member can end up nearer to each other than their markers are wide. */
function joinOverlapping(grupos: Grupo[], zoom: number): Grupo[] {
  const enPixeles = project(zoom)
  const libres: { grupo: Grupo; x: number; y: number }[] = []
  const pendientes = [...grupos]
  for (let grupo = pendientes.pop(); grupo; grupo = pendientes.pop()) {
    const { x, y } = enPixeles(grupo.lat, grupo.lon)
    const radio = ladoOf(grupo) / 2
    const i = libres.findIndex((l) => Math.hypot(l.x - x, l.y - y) < radio + ladoOf(l.grupo) / 2)
    const otro = i < 0 ? undefined : libres.splice(i, 1)[0]
    if (otro) pendientes.push(gather([...otro.grupo.celdas, ...grupo.celdas]))
    else libres.push({ grupo, x, y })
  }
  return libres.map((l) => l.grupo)
}

function lugarOf(celdas: Celda[]): string | null {
  const cuantos = new Map<string, number>()
  for (const { lugar, n } of celdas) if (lugar) cuantos.set(lugar, (cuantos.get(lugar) ?? 0) + n)
  const [primero, ...otros] = [...cuantos].sort((a, b) => b[1] - a[1]).map(([nombre]) => nombre)
  return primero ? (otros.length ? `${primero} y ${otros.length} más` : primero) : null
}

function gather(celdas: Celda[]): Grupo {
  const suma = vacio()
  let lat = 0
  let lon = 0
  for (const c of celdas) {
    for (const k of Object.keys(suma) as (keyof Cuentas)[]) suma[k] += c[k]
    lat += c.lat * c.n
    lon += c.lon * c.n
  }
  lat /= suma.n
  lon /= suma.n
  const solo = celdas.length === 1 ? (celdas[0]?.solo ?? null) : null
  return {
    ...suma,
    lat,
    lon,
    lugar: lugarOf(celdas),
    solo,
    celdas,
    clave: solo ? solo.mac : `${lat.toFixed(6)},${lon.toFixed(6)}`,
  }
}

/** The marker that contains a device, or undefined if the device is out of view. */
export function grupoOf(grupos: Grupo[], d: { Dispositivo: string; Lat: number | null; Lon: number | null }) {
  if (d.Lat === null || d.Lon === null) return undefined
  const { Lat, Lon } = d
  let mejor: Grupo | undefined
  let minimo = Number.POSITIVE_INFINITY
  for (const g of grupos) {
    if (g.solo?.mac === d.Dispositivo) return g
    for (const c of g.celdas) {
      if (c.solo && c.solo.mac !== d.Dispositivo) continue
      const distancia = (c.lat - Lat) ** 2 + (c.lon - Lon) ** 2
      if (distancia < minimo) {
        minimo = distancia
        mejor = g
      }
    }
  }
  return mejor
}
