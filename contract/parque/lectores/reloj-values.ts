/** What the clock of a reader is worth: right, off and to be set, or so wrong that its times do not count. */
export const RELOJES = ['bien', 'desviado', 'mal'] as const
export type RelojLector = (typeof RELOJES)[number]

/** A clock that is off by no more is right, in seconds: what readers themselves need until they send explains that much. */
export const RELOJ_BIEN_S = 90

/**
 * One rule for clocks that are ahead and that are behind.
 * @param desfase the reader's clock minus ours, in seconds; null: not known
 * @param maxS setting of the company: beyond it the times of the reader do not count, in seconds
 */
export function judgeReloj(desfase: number | null, maxS: number): RelojLector | null {
  if (desfase === null) return null
  const off = Math.abs(desfase)
  return off > maxS ? 'mal' : off > RELOJ_BIEN_S ? 'desviado' : 'bien'
}

/** What to do about it; null: nothing. */
export const QUE_HACER_RELOJ: Record<RelojLector, string | null> = {
  bien: null,
  desviado: 'Conviene ponerlo en hora, mejor por NTP.',
  mal: 'Ponlo en hora: mientras tanto sus horas no se tienen en cuenta.',
}
