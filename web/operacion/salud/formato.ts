const UNIDADES = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** `12,3 MB`: decimal units, as disks are sold. */
export function formatBytes(bytes: number): string {
  const escala = Math.min(
    UNIDADES.length - 1,
    Math.max(0, Math.floor(Math.log10(Math.max(1, Math.abs(bytes))) / 3)),
  )
  const n = bytes / 1000 ** escala
  return `${n.toLocaleString('es', { maximumFractionDigits: escala === 0 || Math.abs(n) >= 100 ? 0 : 1 })} ${UNIDADES[escala]}`
}

/** `+1,2 MB al día`. */
export function formatCrecimiento(alDia: number | null): string {
  if (alDia === null) return 'Aún no se sabe'
  if (Math.abs(alDia) < 1000) return 'No crece'
  return `${alDia > 0 ? '+' : '−'}${formatBytes(Math.abs(alDia))} al día`
}

/** `35 ms`, `1,2 s`, `3 min`. */
export function formatMs(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toLocaleString('es', { maximumFractionDigits: 1 })} s`
  return `${Math.round(ms / 60_000).toLocaleString('es')} min`
}

/** `unos 40 días`, `más de 5 años`. */
export function formatDias(dias: number): string {
  if (dias > 5 * 365) return 'más de 5 años'
  if (dias >= 730) return `unos ${Math.floor(dias / 365)} años`
  const n = Math.floor(dias)
  if (n < 1) return 'menos de un día'
  return n === 1 ? 'un día' : `unos ${n.toLocaleString('es')} días`
}

/** `1 mensaje`, `3.000 mensajes`. */
export const formatCuantos = (n: number, uno: string, varios: string) =>
  `${n.toLocaleString('es')} ${n === 1 ? uno : varios}`
