import { machineClock } from '../../../../platform/time/machine-clock'

/** An identical reading without a time of its own counts as a duplicate if it comes within this many ms. */
const WITHOUT_TIME_MS = 5000
const GENERACION_MS = 5 * 60_000
const MAX_POR_GENERACION = 600_000
const RANURAS_INICIALES = 1 << 12

const real = new Float64Array(1)
const words = new Uint32Array(real.buffer)

let a = 0
let b = 0

function add(n: number): void {
  a = Math.imul(a ^ n, 2654435761)
  b = Math.imul(b ^ n, 1597334677)
  a ^= a >>> 15
  b ^= b >>> 13
}

function addText(s: string): void {
  add(s.length)
  for (let i = 0; i < s.length; i++) add(s.charCodeAt(i))
}

function addValor(v: unknown): void {
  if (typeof v === 'number') {
    real[0] = v
    add(words[0] as number)
    add(words[1] as number)
  } else if (typeof v === 'string') {
    add(2)
    addText(v)
  } else if (Array.isArray(v)) {
    add(3)
    add(v.length)
    for (const x of v) addValor(x)
  } else if (typeof v === 'object' && v !== null) {
    add(4)
    for (const clave in v) {
      addText(clave)
      addValor((v as Record<string, unknown>)[clave])
    }
    add(5)
  } else add(v === true ? 6 : v === false ? 7 : 8)
}

/**
 * A fingerprint of 53 bits of any numbers, texts, booleans, lists and objects; the order of keys matters. The mixing is that of cyrb53
 * (public domain). It is well spread for a window of minutes, and not for secrets.
 */
export function fingerprintOf(...values: unknown[]): number {
  a = 0xdeadbeef
  b = 0x41c6ce57
  for (const v of values) addValor(v)
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  // Never 0, which marks a free slot.
  return 4294967296 * (2097151 & b) + (a >>> 0) || 1
}

const NUNCA = -1

/** When each fingerprint was seen: a hash table with open addressing in typed arrays, which costs the garbage collector nothing. */
function createGeneracion() {
  let fingerprints = new Float64Array(RANURAS_INICIALES)
  let cuando = new Float64Array(RANURAS_INICIALES)
  let n = 0

  /** Slot of a fingerprint, or the free slot for it. */
  function find(fingerprint: number): number {
    const mascara = fingerprints.length - 1
    let i = (fingerprint % 4294967296) & mascara
    while (fingerprints[i] !== 0 && fingerprints[i] !== fingerprint) i = (i + 1) & mascara
    return i
  }

  function grow(): void {
    const [before, times] = [fingerprints, cuando]
    fingerprints = new Float64Array(before.length * 2)
    cuando = new Float64Array(before.length * 2)
    for (const [k, h] of before.entries())
      if (h !== 0) {
        const i = find(h)
        fingerprints[i] = h
        cuando[i] = times[k] as number
      }
  }

  return {
    get size() {
      return n
    },
    get(fingerprint: number): number {
      const i = find(fingerprint)
      return fingerprints[i] === fingerprint ? (cuando[i] as number) : NUNCA
    },
    set(fingerprint: number, t: number): void {
      if (n * 2 > fingerprints.length) grow()
      const i = find(fingerprint)
      if (fingerprints[i] !== fingerprint) n++
      fingerprints[i] = fingerprint
      cuando[i] = t
    },
  }
}

/**
 * Readings seen in the last five to ten minutes; if they come faster, at least the last 600,000. Two generations, so that forgetting costs
 * nothing.
 */
export function createDuplicates() {
  let nueva = createGeneracion()
  let old = createGeneracion()
  let desde = machineClock.now()

  return {
    /** True: this reading was seen before. Else it is remembered. */
    seen(fingerprint: number, tieneHora: boolean, now: number): boolean {
      if (now - desde > GENERACION_MS || nueva.size >= MAX_POR_GENERACION) {
        old = nueva
        nueva = createGeneracion()
        desde = now
      }
      const reciente = nueva.get(fingerprint)
      const before = reciente === NUNCA ? old.get(fingerprint) : reciente
      if (before !== NUNCA && (tieneHora || Math.abs(now - before) < WITHOUT_TIME_MS)) return true
      nueva.set(fingerprint, now)
      return false
    },
    /** Forget a reading that could not be committed, so that a repetition is accepted. */
    forget(fingerprint: number): void {
      for (const g of [nueva, old]) if (g.get(fingerprint) !== NUNCA) g.set(fingerprint, NUNCA)
    },
  }
}

export type Duplicates = ReturnType<typeof createDuplicates>
