import type { CanalEntrega } from '#contract/valores/avisos/avisos'

/** A destination by its parts: `webhook:3`, or `correo:7:vista 12`, whose number is that of the person. */
export function partsOf(destino: string): { canal: CanalEntrega; id: number } {
  const [canal, id] = destino.split(':')
  return { canal: canal as CanalEntrega, id: Number(id) }
}
