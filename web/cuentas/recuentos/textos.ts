import type { LineaRecuento } from '#contract/cuentas/recuentos/reglas-values'
import type { ResultadoRecuento } from '#contract/cuentas/recuentos/values'

/** Message shown at once after a scan. */
export type Dicho = Exclude<ResultadoRecuento, 'falta'> | 'repetido'

export const PALABRA: Record<Dicho, string> = {
  correcto: 'Sitio correcto',
  otro_sitio: 'Otro sitio',
  no_esperado: 'No esperado',
  desconocido: 'Código desconocido',
  repetido: 'Repetido',
}

/** Colour token of each result. */
export const TONO = {
  correcto: 'verde',
  repetido: 'azul',
  otro_sitio: 'amber',
  no_esperado: 'amber',
  desconocido: 'rojo',
  falta: 'muted',
} as const

/**
 * Further details of a scan.
 * @param veces how often it was scanned before
 */
export function formatDetalle(
  l: Pick<LineaRecuento, 'lugar' | 'resultado' | 'personas'>,
  veces: number,
): string {
  if (veces > 0) return `Ya lo ha escaneado ${l.personas.join(' y ')}: cuenta una vez.`
  if (l.resultado === 'otro_sitio') return `Retorna lo tenía en «${l.lugar ?? ''}».`
  if (l.resultado === 'no_esperado')
    return l.lugar ? 'No es de este recuento.' : 'Retorna no sabía dónde estaba.'
  if (l.resultado === 'desconocido') return 'Queda apuntado para registrarlo.'
  return ''
}

/** `1 sin enviar`. */
export const formatSinEnviar = (n: number) => `${n.toLocaleString('es')} sin enviar`

const contados = (n: number, uno: string, varios: string) =>
  n === 0 ? [] : [`${n.toLocaleString('es')} ${n === 1 ? uno : varios}`]

/** `3 escaneos y 1 foto`. */
export const formatEscaneosFotos = (escaneos: number, fotos: number): string =>
  [...contados(escaneos, 'escaneo', 'escaneos'), ...contados(fotos, 'foto', 'fotos')].join(' y ')
