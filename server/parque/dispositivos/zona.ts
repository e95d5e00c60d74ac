import type { z } from 'zod'
import type { Celda, devicesInBounds, Zona } from '#contract/parque/dispositivos/dispositivos'
import { TIPOS } from '#contract/parque/dispositivos/values'
import type { Situados } from './fleet/contents'
import type { Conjunto } from './fleet/repo-fleet'
import type { Table } from './fleet/table'
import { nombreEstado } from './repo'

const PX_CELDA = 24
const PX_MUNDO = 512
const ZOOM_MAXIMO = 22

type Limites = z.output<typeof Zona>
type Order = Pick<z.output<NonNullable<(typeof devicesInBounds)['query']>>, 'orden' | 'sentido'>

/** Indices of the devices of a company (null: all) within bounds; they cross the date line if west is greater than east. */
export function inZona({ table: t, order }: Situados, z: Limites, empresa: number | null): number[] {
  const cruza = z.minlon > z.maxlon
  const search = z.search?.toLowerCase()
  const inside: number[] = []
  for (const row of order) {
    const lat = t.lats[row] as number
    if (lat < z.minlat || lat > z.maxlat) continue
    const lon = t.lons[row] as number
    if (cruza ? lon < z.minlon && lon > z.maxlon : lon < z.minlon || lon > z.maxlon) continue
    const c = t.conjuntos[row] as Conjunto
    if (empresa !== null && c.empresa_id !== empresa) continue
    if (z.tipo && c.tipo !== z.tipo) continue
    if (search && !t.apodos[row]?.toLowerCase().includes(search)) continue
    inside.push(row)
  }
  return inside
}

/** The database's order of types. */
const POR_TIPO = TIPOS.toSorted()

/**
 * Sorts devices.
 * @param porApodo their indices in the order of the fleet, by nickname
 */
export function locatedSort(
  t: Readonly<Table>,
  porApodo: readonly number[],
  { orden, sentido }: Order,
): number[] {
  const baja = sentido === 'desc'
  if (orden === 'TipoDispositivo')
    return (baja ? POR_TIPO.toReversed() : POR_TIPO).flatMap((tipo) =>
      porApodo.filter((row) => t.conjuntos[row]?.tipo === tipo),
    )
  const ultimo = (row: number) => t.ultimos[row] as number
  const sinDato = (row: number) => (orden === 'Apodo' ? t.apodos[row] === null : ultimo(row) === 0)
  const con = porApodo.filter((row) => !sinDato(row))
  if (orden === 'UltimoRegistro') con.sort((a, b) => (baja ? ultimo(b) - ultimo(a) : ultimo(a) - ultimo(b)))
  else if (baja) con.reverse()
  return [...con, ...porApodo.filter(sinDato)]
}

type Suma = Omit<Celda, 'lugar' | 'solo'> & { lugares: Map<string | null, number>; primero: number }

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

/** Groups devices, by their indices, by square cells of the Mercator map, 24 px wide at the zoom. */
export function celdasOf(t: Readonly<Table>, located: readonly number[], zoom: number): Celda[] {
  const celdas = (PX_MUNDO * 2 ** Math.min(zoom, ZOOM_MAXIMO)) / PX_CELDA
  const stats = new Map<number, Suma>()
  for (const row of located) {
    const { tipo, incierto, ubicacion } = t.conjuntos[row] as Conjunto
    // An exact integer up to the deepest zoom: both factors are below 2^27.
    const clave =
      Math.floor((t.xs[row] as number) * celdas) * Math.ceil(celdas) +
      Math.floor((t.ys[row] as number) * celdas)
    let c = stats.get(clave)
    if (!c) {
      if (stats.size === MAX_CELDAS) return celdasOf(t, located, Math.min(zoom, ZOOM_MAXIMO) - 1)
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
        primero: row,
      }
      stats.set(clave, c)
    }
    c.n++
    c.lat += t.lats[row] as number
    c.lon += t.lons[row] as number
    const estado = t.estados[row]
    if (tipo === 'Reader') c.lectores++
    else if (estado === 2) c.impacto++
    else if (estado === 1) c.movimiento++
    else if (estado === 0) c.parado++
    if (t.posibles[row] === 'Posible extravío') c.extravio++
    else if (t.posibles[row] === 'Necesita revisar') c.revisar++
    if (incierto === 'dudoso') c.dudosos++
    else if (incierto === 'sin_senal') c.sin_senal++
    c.lugares.set(ubicacion, (c.lugares.get(ubicacion) ?? 0) + 1)
  }
  return [...stats.values()].map(({ lugares, primero: p, ...c }) => ({
    ...c,
    lat: seisDecimales(c.lat / c.n),
    lon: seisDecimales(c.lon / c.n),
    lugar: lugarOf(lugares),
    solo: c.n === 1 ? soloOf(t, p) : null,
  }))
}

function soloOf(t: Readonly<Table>, row: number): Celda['solo'] {
  const { tipo } = t.conjuntos[row] as Conjunto
  const estado = t.estados[row] as number
  return {
    mac: t.macs[row] as string,
    apodo: t.apodos[row] ?? null,
    tipo,
    estado: nombreEstado({ tipo, estado: estado < 0 ? null : estado }),
  }
}
