import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** Value below which a share `p` (0..1) of the values lies; NaN where there are none. */
export function percentile(values: readonly number[], p: number): number {
  const v = Float64Array.from(values).sort()
  return v.length ? (v[Math.min(v.length - 1, Math.floor(v.length * p))] as number) : Number.NaN
}

export const suma = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)

export const n0 = (n: number) => Math.round(n).toLocaleString('en-GB')
export const ms = (n: number) => `${n < 10 ? n.toFixed(1) : n.toFixed(0)} ms`
export const pct = (n: number) => `${Math.round(n * 100)} %`

/** How long each of `veces` calls took, one after the other, in ms. */
export async function timesOf(veces: number, fn: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < veces; i++) {
    const t0 = performance.now()
    await fn()
    times.push(performance.now() - t0)
  }
  return times
}

/** Something again and again while `mientras` has not ended. */
export async function during(
  mientras: Promise<unknown>,
  cada: number,
  fn: () => Promise<void>,
): Promise<void> {
  let acabado = false
  const fin = mientras.finally(() => {
    acabado = true
  })
  while (!acabado) {
    await fn()
    await Promise.race([fin.catch(() => {}), sleep(cada)])
  }
}

/** How busy the machine is by others: one minute's load, to stand beside every figure. */
export const load = () => loadavg()[0]?.toFixed(1) ?? '?'

/** Processor seconds that the whole machine has been busy since its start. */
export function ocupado(): number {
  return suma(cpus().map(({ times: t }) => t.user + t.sys + t.nice + t.irq)) / 1000
}

/** A compact table for a terminal: first column to the left, the others to the right. */
export function printTabla(title: string, header: string[], rows: string[][]): void {
  const widths = header.map((c, i) => Math.max(c.length, ...rows.map((f) => (f[i] ?? '').length)))
  const linea = (f: string[]) =>
    f
      .map((c, i) => (i ? c.padStart(widths[i] as number) : c.padEnd(widths[i] as number)))
      .join('  ')
      .trimEnd()
  process.stdout.write(`\n${title}\n`)
  for (const f of [header, widths.map((a) => '-'.repeat(a)), ...rows]) process.stdout.write(`  ${linea(f)}\n`)
}

/** Collects the limits that were missed; what is left at the end is the exit code. */
export function createLimites() {
  const fallos: string[] = []
  return {
    fallos,
    /** @returns a mark for the table */
    check(que: string, vale: boolean): string {
      if (!vale) fallos.push(que)
      return vale ? 'ok' : 'MISSED'
    },
  }
}

export type Limites = ReturnType<typeof createLimites>

/** Small deterministic generator (mulberry32): the same run twice sends the same things. */
export function createRandom(seed: number): () => number {
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
