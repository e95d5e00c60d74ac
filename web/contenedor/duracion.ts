/** `3 d 4 h`, `5 h 10 min`, `8 min`. */
export function duracion(desde: string, hasta: string | null, ahora: number): string {
  const min = Math.max(0, Math.round(((hasta ? Date.parse(hasta) : ahora) - Date.parse(desde)) / 60_000))
  const [d, h, m] = [Math.floor(min / 1440), Math.floor((min % 1440) / 60), min % 60]
  if (d) return h ? `${d} d ${h} h` : `${d} d`
  return h ? (m ? `${h} h ${m} min` : `${h} h`) : `${m} min`
}
