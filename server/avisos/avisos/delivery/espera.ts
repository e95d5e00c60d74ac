/** Seconds until each retry; the last value applies from then on. */
const ESPERAS_S = [5, 30, 120, 600, 1800, 3600]
/** A delivery that fails for this long after it was due is given up. */
export const MAX_ESPERA_MS = 24 * 3_600_000
/** The longest wait that a receiver may ask for, s. */
const MAX_PEDIDA_S = 3600

/**
 * When to retry.
 * @param intentos tries so far, the failed one included
 * @param pedida seconds that the receiver asked for
 * @returns null: it is given up
 */
export function nextIntento(now: Date, due: Date, intentos: number, pedida?: number): Date | null {
  const espera = ESPERAS_S[Math.min(intentos, ESPERAS_S.length) - 1] ?? 5
  const s = Math.max(espera, Math.min(pedida ?? 0, MAX_PEDIDA_S))
  const cuando = new Date(now.getTime() + s * 1000)
  return cuando.getTime() - due.getTime() > MAX_ESPERA_MS ? null : cuando
}
