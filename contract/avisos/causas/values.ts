/**
 * What can be broken, in this order: a reader without a sign of life, a reader that lives and hears nothing, a wrong clock of a reader, a
 * gateway refused for its key, several readers of a plant at once, and Retorna itself.
 */
export const CLASES_CAUSA = ['mudo', 'sordo', 'reloj', 'clave', 'red', 'nuestra'] as const
export type ClaseCausa = (typeof CLASES_CAUSA)[number]

/** Evidence of a cause; each class uses other fields. */
export type Evidencia = {
  /** Containers that the reader usually hears, or heard until then. */
  oidos?: number
  /** Of those, how many have fallen silent. */
  callados?: number
  /** Share of them that is normally silent at any moment. */
  habitual?: number
  /** Probability that this many are silent by chance. */
  azar?: number
  /** How far the reader's clock is ahead of ours, in seconds. */
  desfase_s?: number
  /** Reason of the refusal. */
  detalle?: string
  /** Readers that fell silent together. */
  lectores?: number
  /** Minutes in which Retorna did not run its checks. */
  minutos?: number
}

/** The cause of a silence in words, to follow `por`. */
export const POR_CAUSA: Record<ClaseCausa, string> = {
  mudo: 'lector sin señal',
  sordo: 'lector que no oye nada',
  reloj: 'lector con la hora mal',
  clave: 'lector rechazado por su clave',
  red: 'red o servidor de mensajes caídos',
  nuestra: 'parada de Retorna',
}

/** Title of the class. */
export const TITULOS_CAUSA: Record<ClaseCausa, string> = {
  mudo: 'Lector sin señal',
  sordo: 'Lector que no oye nada',
  reloj: 'Lector con la hora mal',
  clave: 'Lector rechazado por su clave',
  red: 'Red o servidor de mensajes',
  nuestra: 'Parada de Retorna',
}

/** What people see of one whose symptoms are gone, until that has lasted. */
export const VUELVE_CAUSA: Record<ClaseCausa, string> = {
  mudo: 'Vuelve a oírse',
  sordo: 'Vuelve a oír',
  reloj: 'Vuelve a estar en hora',
  clave: 'Vuelve a oírse',
  red: 'Vuelve a funcionar',
  nuestra: 'Parece acabada',
}

const n = (v: number, uno: string, varios: string) => `${v.toLocaleString('es')} ${v === 1 ? uno : varios}`

function formatDesfase(s: number): string {
  const minutos = Math.max(1, Math.round(Math.abs(s) / 60))
  return `Su reloj va ${n(minutos, 'minuto', 'minutos')} ${s > 0 ? 'adelantado' : 'atrasado'}.`
}

/** The evidence in words. */
export function formatEvidencia(clase: ClaseCausa, e: Evidencia): string {
  switch (clase) {
    case 'mudo':
      return e.oidos
        ? `No da señales de vida. Hasta entonces oía ${n(e.oidos, 'contenedor', 'contenedores')}.`
        : 'No da señales de vida.'
    case 'sordo':
      return `Da señales de vida, pero ${n(e.callados ?? 0, 'contenedor', 'contenedores')} de los ${(e.oidos ?? 0).toLocaleString('es')} que suele oír callaron a la vez. Lo normal en él es que calle el ${Math.round((e.habitual ?? 0) * 100)} %.`
    case 'reloj':
      return formatDesfase(e.desfase_s ?? 0)
    case 'clave':
      return `Retorna rechaza lo que envía: ${e.detalle || 'su clave no vale.'}`
    case 'red':
      return `${n(e.lectores ?? 0, 'lector calló', 'lectores callaron')} con menos de dos minutos de diferencia: parece la red de la planta o el servidor de mensajes, no los lectores.`
    case 'nuestra':
      return `Retorna no atendió durante ${n(e.minutos ?? 0, 'minuto', 'minutos')}. Lo que los lectores no guardaron mientras tanto no se sabe.`
  }
}

export const LARGO_NOTA_CAUSA = 1000
