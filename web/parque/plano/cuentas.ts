import { formatInciertas } from '#contract/parque/ubicaciones/lugar-values'

/** Containers by location. */
export type Cuentas = ReadonlyMap<string, number>

/** Of these, the containers with an uncertain place, and those that no reader hears there any more. */
export type Inciertos = { dudosos: Cuentas; sinSenal: Cuentas }

/** How many at a location are uncertain, as text; null: none. */
export function formatInciertos(i: Inciertos | undefined, lugar: string): string | null {
  return formatInciertas({ dudosas: i?.dudosos.get(lugar) ?? 0, sinSenal: i?.sinSenal.get(lugar) ?? 0 })
}

/** Number of containers of some families at each location. */
export function countFamilias(
  todas: Record<string, Record<string, number>>,
  familias: readonly string[],
): Cuentas {
  const salida = new Map<string, number>()
  for (const familia of new Set(familias)) {
    if (!Object.hasOwn(todas, familia)) continue
    for (const [lugar, n] of Object.entries(todas[familia] ?? {}))
      salida.set(lugar, (salida.get(lugar) ?? 0) + n)
  }
  return salida
}

export type Viaje = { desde: string; hasta: string }

/** More than this at once is a refetch, not containers on the move. */
const MAX_VIAJES = 12

/** Movements derived from two counts: from locations that have fewer now to locations that have more, along an arrow if there is one. */
export function viajesEntre(
  antes: Cuentas,
  ahora: Cuentas,
  flechas: readonly (readonly [string, string])[],
): Viaje[] {
  const lugares = new Set([...antes.keys(), ...ahora.keys()])
  const salen: string[] = []
  const llegan: string[] = []
  for (const l of lugares) {
    const n = (ahora.get(l) ?? 0) - (antes.get(l) ?? 0)
    for (let i = 0; i < Math.min(Math.abs(n), MAX_VIAJES + 1); i++) (n < 0 ? salen : llegan).push(l)
  }
  const viajes: Viaje[] = []
  const pair = (desde: string, hasta: string) => {
    const i = salen.indexOf(desde)
    const j = llegan.indexOf(hasta)
    if (i < 0 || j < 0) return false
    salen.splice(i, 1)
    llegan.splice(j, 1)
    viajes.push({ desde, hasta })
    return true
  }
  for (const [desde, hasta] of flechas) while (pair(desde, hasta)) {}
  while (salen.length && llegan.length) pair(salen[0] as string, llegan[0] as string)
  return viajes.length > MAX_VIAJES ? [] : viajes
}
