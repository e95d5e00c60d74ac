/** A stored stay, at one reader. Dates are in order; `hasta` null: it goes on. */
export type UnjoinedStay = {
  ubicacion: string | null
  planta: string | null
  etapa: string | null
  lector: string | null
  desde: Date
  hasta: Date | null
  silencio: boolean
  lat: number | null
  lon: number | null
}

export type Junta = Omit<UnjoinedStay, 'lector'> & { lectores: string[] }

/** The most readers listed in one stay. */
const MAX_LECTORES = 100

/**
 * Joins consecutive stays at one place, and lists their readers. Stays without a place, and stays separated by silence, are not joined.
 * @param sueltas newest first
 * @param salidaMs a longer gap ends a stay, ms
 */
export function joinEstancias(unjoinedStays: readonly UnjoinedStay[], salidaMs: number): Junta[] {
  const joined: Junta[] = []
  for (const { lector, ...s } of unjoinedStays) {
    const despues = joined.at(-1)
    const sigue =
      despues !== undefined &&
      s.ubicacion !== null &&
      despues.ubicacion === s.ubicacion &&
      !s.silencio &&
      s.hasta !== null &&
      despues.desde.getTime() - s.hasta.getTime() <= salidaMs
    const lectores = lector === null ? [] : [lector]
    if (!sigue) {
      joined.push({ ...s, lectores })
      continue
    }
    despues.desde = s.desde
    if (lector !== null && !despues.lectores.includes(lector) && despues.lectores.length < MAX_LECTORES)
      despues.lectores.push(lector)
  }
  return joined
}
