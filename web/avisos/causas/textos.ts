import type { Causa } from '#contract/avisos/causas/causas'
import { TITULOS_CAUSA } from '#contract/avisos/causas/values'

type Dicha = Pick<Causa, 'clase' | 'lector'>

/** What the fault belongs to: the reader, or the whole plant. */
export const sujetoOf = ({ lector, clase }: Dicha): string =>
  lector ? (lector.Apodo ?? lector.mac) : clase === 'nuestra' ? 'Retorna' : 'La planta'

export const tituloOf = (c: Dicha): string => `${TITULOS_CAUSA[c.clase]}: ${sujetoOf(c)}`

/** What a user can do about it. */
export const QUE_HACER: Record<Causa['clase'], string> = {
  mudo: 'Comprueba que el lector tiene corriente y red.',
  sordo: 'Comprueba la antena y que nada metálico tapa el lector; reiniciarlo suele bastar.',
  reloj: 'Pon el lector en hora, mejor por NTP.',
  clave: 'Vuelve a emitir su credencial en Usuarios, pestaña Lectores, y ponla en el lector.',
  red: 'Comprueba la red de la planta y el servidor de mensajes.',
  nuestra: 'Acaba sola cuando los lectores vuelven a oírse.',
}
