const CALLADO_MS = 10 * 60_000
const ultimos = new Map<string, number>()

/** Prints a warning for the parent process, the same text at most every ten minutes. */
export function warn(text: string): void {
  const now = Date.now()
  if (now - (ultimos.get(text) ?? 0) < CALLADO_MS) return
  ultimos.set(text, now)
  process.stderr.write(`Simulador: ${text}\n`)
}
