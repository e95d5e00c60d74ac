import type { CanalEntrega } from '#contract/avisos/avisos/values'

/** Parses a destination: `webhook:3`; `correo:7:vista 12`, where 7 is the user's id; `correo:5:extracto`, where 5 is the partner's id. */
export function partsOf(destino: string): { canal: CanalEntrega; id: number; isTercero: boolean } {
  const [canal, id, que] = destino.split(':')
  return { canal: canal as CanalEntrega, id: Number(id), isTercero: que === EXTRACTO }
}

const EXTRACTO = 'extracto'

/** The destination of a partner's statements. */
export const destinoDeExtracto = (tercero: number): string => `correo:${tercero}:${EXTRACTO}`
