const CALLADO_MS = 10 * 60_000
const ultimos = new Map<string, number>()

/** One line for whoever started us, the same one at most every ten minutes. */
export function warn(text: string): void {
  const now = Date.now()
  if (now - (ultimos.get(text) ?? 0) < CALLADO_MS) return
  ultimos.set(text, now)
  process.stderr.write(`Simulador: ${text}\n`)
}
