/**
 * `26 h abiertas`, `4 h 8 min abiertas`, `45 min abiertos`; null if the plant was open all the time, or if its opening hours are unknown.
 * @param minutos open minutes of the period from `desde` to `hasta`, which may still go on
 */
export function tiempoAbierto(
  minutos: number | null,
  desde: string,
  hasta: string | null,
  ahora: number,
): string | null {
  const pasados = ((hasta ? Date.parse(hasta) : ahora) - Date.parse(desde)) / 60_000
  if (minutos === null || minutos >= pasados - 2) return null
  if (minutos < 60) return `${minutos} min abiertos`
  const [h, m] = minutos < 600 ? [Math.floor(minutos / 60), minutos % 60] : [Math.round(minutos / 60), 0]
  return `${h.toLocaleString('es')} h ${m ? `${m} min ` : ''}abiertas`
}

/** `3 d 4 h`, `5 h 10 min`, `8 min`. */
export function duracion(desde: string, hasta: string | null, ahora: number): string {
  const min = Math.max(0, Math.round(((hasta ? Date.parse(hasta) : ahora) - Date.parse(desde)) / 60_000))
  const [d, h, m] = [Math.floor(min / 1440), Math.floor((min % 1440) / 60), min % 60]
  if (d) return h ? `${d} d ${h} h` : `${d} d`
  return h ? (m ? `${h} h ${m} min` : `${h} h`) : `${m} min`
}
