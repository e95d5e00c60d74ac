import type { FilaExtracto } from '#contract/cuentas/custodia/custodia'
import type { Tercero } from '#contract/cuentas/custodia/terceros'
import { type EntradaMovimiento, NOMBRE_DICHO, PARQUE_PROPIO } from '#contract/cuentas/custodia/values'
import { porCiento } from '../../lib/formato'

const OTRO: Record<FilaExtracto['otro'], string> = {
  propio: PARQUE_PROPIO,
  fuera: 'Fuera del parque',
  tercero: 'Otro tercero',
}

/** The other account of a line, as far as the user may see it. */
export const formatOtro = (f: Pick<FilaExtracto, 'otro' | 'otro_nombre'>): string =>
  f.otro_nombre ?? OTRO[f.otro]

/** `+3`, `−2`. */
export const formatCantidad = (n: number): string => `${n > 0 ? '+' : '−'}${Math.abs(n).toLocaleString('es')}`

/** The latest message on a line. */
export const formatEstado = (f: Pick<FilaExtracto, 'dichos' | 'anulada'>): string | null => {
  const last = f.dichos.at(-1)
  if (last) return NOMBRE_DICHO[last.clase]
  return f.anulada ? 'Corregida' : null
}

/** The latest remark on a line, and by whom. */
export const formatUltimo = (f: Pick<FilaExtracto, 'dichos'>): string => {
  const last = f.dichos.at(-1)
  return last ? `${last.nota} (${last.autor})` : '—'
}

/** `Muelle, por LEC-1, 92 %`. */
export const formatVisto = (v: {
  lugar: string | null
  lector: string | null
  certeza: number | null
}): string =>
  [
    v.lugar ?? 'Sin lugar',
    v.lector && `por ${v.lector}`,
    v.certeza !== null && `${porCiento(v.certeza)} de certeza`,
  ]
    .filter(Boolean)
    .join(', ')

/** `octubre de 2026`. @param mes YYYY-MM */
export const formatMes = (mes: string): string =>
  new Date(`${mes}-01T00:00:00Z`).toLocaleDateString('es', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })

/** Recipients of the monthly statement, and the result of the last mail. */
export function formatMensual(m: Tercero['mensual']): string {
  if (!m?.activo) return 'No se envía'
  if (m.error) return `Sin enviar: ${m.error}`
  return m.ultimo ? `Enviado el de ${formatMes(m.ultimo.mes)}` : 'Desde el día 1'
}

export const NOMBRE_ENTRADA: Record<EntradaMovimiento, string> = {
  enviado: 'Enviado al tercero',
  devuelto: 'Devuelto por el tercero',
  recuento: 'Recuento: diferencia',
  perdida: 'Pérdida aceptada',
}
