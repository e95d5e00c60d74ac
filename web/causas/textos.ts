import type { Causa } from '#contract/causas'
import { TITULOS_CAUSA } from '#contract/valores/causas'

type Dicha = Pick<Causa, 'clase' | 'lector' | 'evidencia'>

const n = (v: number, uno: string, varios: string) => `${v.toLocaleString('es')} ${v === 1 ? uno : varios}`
const porCiento = (parte: number) => `${Math.round(parte * 100)} %`

/** Whose it is: the reader, or the whole plant. */
export const sujetoDe = ({ lector, clase }: Dicha): string =>
  lector ? (lector.Apodo ?? lector.mac) : clase === 'nuestra' ? 'Retorna' : 'La planta'

export const tituloDe = (c: Dicha): string => `${TITULOS_CAUSA[c.clase]}: ${sujetoDe(c)}`

function tellDesfase(s: number): string {
  const minutos = Math.max(1, Math.round(Math.abs(s) / 60))
  return `Su reloj va ${n(minutos, 'minuto', 'minutos')} ${s > 0 ? 'adelantado' : 'atrasado'}.`
}

/** What it was concluded from, in words. */
export function tellEvidencia({ clase, evidencia: e }: Dicha): string {
  switch (clase) {
    case 'mudo':
      return e.oidos
        ? `No da señales de vida. Hasta entonces oía ${n(e.oidos, 'contenedor', 'contenedores')}.`
        : 'No da señales de vida.'
    case 'sordo':
      return `Da señales de vida, pero ${n(e.callados ?? 0, 'contenedor', 'contenedores')} de los ${(e.oidos ?? 0).toLocaleString('es')} que suele oír callaron a la vez. Lo normal en él es que calle el ${porCiento(e.habitual ?? 0)}.`
    case 'reloj':
      return tellDesfase(e.desfase_s ?? 0)
    case 'clave':
      return `Retorna rechaza lo que envía: ${e.detalle || 'su clave no vale.'}`
    case 'red':
      return `${n(e.lectores ?? 0, 'lector calló', 'lectores callaron')} con menos de dos minutos de diferencia: parece la red de la planta o el servidor de mensajes, no los lectores.`
    case 'nuestra':
      return `Retorna no atendió durante ${n(e.minutos ?? 0, 'minuto', 'minutos')}. Lo que los lectores no guardaron mientras tanto no se sabe.`
  }
}

/** What somebody can do about it. */
export const QUE_HACER: Record<Causa['clase'], string> = {
  mudo: 'Comprueba que el lector tiene corriente y red.',
  sordo: 'Comprueba la antena y que nada metálico tapa el lector; reiniciarlo suele bastar.',
  reloj: 'Pon el lector en hora, mejor por NTP.',
  clave: 'Vuelve a emitir su credencial en Usuarios › Lectores y ponla en el lector.',
  red: 'Comprueba la red de la planta y el servidor de mensajes.',
  nuestra: 'Acaba sola cuando los lectores vuelven a oírse.',
}
