import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** Quantile: the value below which a share `p` (0..1) of the values lies; NaN if there are none. */
export function percentile(values: readonly number[], p: number): number {
  const v = Float64Array.from(values).sort()
  return v.length ? (v[Math.min(v.length - 1, Math.floor(v.length * p))] as number) : Number.NaN
}

export const suma = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)

export const n0 = (n: number) => Math.round(n).toLocaleString('en-GB')
export const ms = (n: number) => `${n < 10 ? n.toFixed(1) : n.toFixed(0)} ms`
export const pct = (n: number) => `${Math.round(n * 100)} %`

/** Duration of each of `veces` sequential calls, in ms. */
export async function timesOf(veces: number, fn: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < veces; i++) {
    const t0 = performance.now()
    await fn()
    times.push(performance.now() - t0)
  }
  return times
}

/** Repeat an action until `mientras` has ended. */
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

/** Load average of one minute, printed beside every figure: how busy other programs keep the machine. */
export const load = () => loadavg()[0]?.toFixed(1) ?? '?'

/** Busy processor seconds of the whole machine since its start. */
export function ocupado(): number {
  return suma(cpus().map(({ times: t }) => t.user + t.sys + t.nice + t.irq)) / 1000
}

/** A compact table for a terminal: first column left-aligned, the others right-aligned. */
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

/** Collects missed limits; they decide the exit code. */
export function createLimites() {
  const fallos: string[] = []
  return {
    fallos,
    /** @returns the mark for the table */
    check(que: string, vale: boolean): string {
      if (!vale) fallos.push(que)
      return vale ? 'ok' : 'MISSED'
    },
  }
}

export type Limites = ReturnType<typeof createLimites>

/** Small deterministic generator (mulberry32): each run sends the same data. */
export function createRandom(seed: number): () => number {
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
