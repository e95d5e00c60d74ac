const CALLADO_MS = 10 * 60_000
const ultimos = new Map<string, number>()

/** One line for whoever started us, the same one at most every ten minutes. */
export function warn(texto: string): void {
  const ahora = Date.now()
  if (ahora - (ultimos.get(texto) ?? 0) < CALLADO_MS) return
  ultimos.set(texto, ahora)
  process.stderr.write(`Simulador: ${texto}\n`)
}
