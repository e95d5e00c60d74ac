import type { z } from 'zod'
import type { Celda, devicesInBounds, Zona } from '#contract/dispositivos/dispositivos'
import { TIPOS } from '#contract/valores/dispositivos/dispositivos'
import type { Situados } from './fleet/fleet'
import type { Located } from './fleet/repo-fleet'
import { nombreEstado } from './repo'

const PX_CELDA = 24
const PX_MUNDO = 512
const ZOOM_MAXIMO = 22

type Limites = z.output<typeof Zona>
type Order = Pick<z.output<NonNullable<(typeof devicesInBounds)['query']>>, 'orden' | 'sentido'>

/** Devices of a company (null: all) within bounds; they cross the date line if west is greater than east. */
export function inZona({ located, lats, lons }: Situados, z: Limites, empresa: number | null): Located[] {
  const cruza = z.minlon > z.maxlon
  const search = z.search?.toLowerCase()
  const inside: Located[] = []
  for (let i = 0; i < located.length; i++) {
    const lat = lats[i] as number
    if (lat < z.minlat || lat > z.maxlat) continue
    const lon = lons[i] as number
    if (cruza ? lon < z.minlon && lon > z.maxlon : lon < z.minlon || lon > z.maxlon) continue
    const s = located[i] as Located
    if (empresa !== null && s.empresa_id !== empresa) continue
    if (z.tipo && s.tipo !== z.tipo) continue
    if (search && !s.apodo?.toLowerCase().includes(search)) continue
    inside.push(s)
  }
  return inside
}

/** The database's order of types. */
const POR_TIPO = TIPOS.toSorted()

/**
 * Sorts devices.
 * @param porApodo in the order of the fleet, by nickname
 */
export function locatedSort(porApodo: Located[], { orden, sentido }: Order): Located[] {
  const baja = sentido === 'desc'
  if (orden === 'TipoDispositivo')
    return (baja ? POR_TIPO.toReversed() : POR_TIPO).flatMap((tipo) =>
      porApodo.filter((s) => s.tipo === tipo),
    )
  const sinDato = (s: Located) => (orden === 'Apodo' ? s.apodo === null : s.ultimo === 0)
  const con = porApodo.filter((s) => !sinDato(s))
  if (orden === 'UltimoRegistro') con.sort((a, b) => (baja ? b.ultimo - a.ultimo : a.ultimo - b.ultimo))
  else if (baja) con.reverse()
  return [...con, ...porApodo.filter(sinDato)]
}

type Suma = Omit<Celda, 'lugar' | 'solo'> & { lugares: Map<string | null, number>; primero: Located }

const lugarOf = (lugares: Map<string | null, number>): string | null => {
  let mejor: string | null = null
  for (const [lugar, n] of lugares) {
    if (lugar === null) continue
    const record = mejor === null ? 0 : (lugares.get(mejor) as number)
    if (n > record || (n === record && lugar < (mejor as string))) mejor = lugar
  }
  return mejor
}

const seisDecimales = (n: number) => Math.round(n * 1e6) / 1e6

/** The most cells of an answer: bounds too wide for their zoom get larger cells. */
const MAX_CELDAS = 5_000

/** Groups devices by square cells of the Mercator map, 24 px wide at the zoom. */
export function celdasOf(located: readonly Located[], zoom: number): Celda[] {
  const celdas = (PX_MUNDO * 2 ** Math.min(zoom, ZOOM_MAXIMO)) / PX_CELDA
  const stats = new Map<number, Suma>()
  for (const s of located) {
    // An exact integer up to the deepest zoom: both factors are below 2^27.
    const clave = Math.floor(s.x * celdas) * Math.ceil(celdas) + Math.floor(s.y * celdas)
    let c = stats.get(clave)
    if (!c) {
      if (stats.size === MAX_CELDAS) return celdasOf(located, Math.min(zoom, ZOOM_MAXIMO) - 1)
      c = {
        lat: 0,
        lon: 0,
        n: 0,
        impacto: 0,
        movimiento: 0,
        parado: 0,
        extravio: 0,
        revisar: 0,
        dudosos: 0,
        sin_senal: 0,
        lectores: 0,
        lugares: new Map(),
        primero: s,
      }
      stats.set(clave, c)
    }
    c.n++
    c.lat += s.lat
    c.lon += s.lon
    if (s.tipo === 'Reader') c.lectores++
    else if (s.estado === 2) c.impacto++
    else if (s.estado === 1) c.movimiento++
    else if (s.estado === 0) c.parado++
    if (s.posible_estado === 'Posible extravío') c.extravio++
    else if (s.posible_estado === 'Necesita revisar') c.revisar++
    if (s.incierto === 'dudoso') c.dudosos++
    else if (s.incierto === 'sin_senal') c.sin_senal++
    c.lugares.set(s.ubicacion, (c.lugares.get(s.ubicacion) ?? 0) + 1)
  }
  return [...stats.values()].map(({ lugares, primero: p, ...c }) => ({
    ...c,
    lat: seisDecimales(c.lat / c.n),
    lon: seisDecimales(c.lon / c.n),
    lugar: lugarOf(lugares),
    solo:
      c.n === 1
        ? {
            mac: p.mac,
            apodo: p.apodo,
            tipo: p.tipo,
            estado: nombreEstado(p),
          }
        : null,
  }))
}
