import type { NewEvento } from './evento'

/** One round of MurmurHash3 (32 bits, public domain). */
function mix(h: number, valor: number): number {
  let k = Math.imul(valor, 0xcc9e2d51)
  k = Math.imul((k << 15) | (k >>> 17), 0x1b873593)
  const x = h ^ k
  return (Math.imul((x << 13) | (x >>> 19), 5) + 0xe6546b64) | 0
}

function finish(h: number): number {
  let x = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return (x ^ (x >>> 16)) >>> 0
}

type Identidad = Pick<NewEvento, 'dispositivo' | 'lector' | 'tiempo' | 'estado'>

function hashOf(e: Identidad, seed: number): number {
  let h = seed
  for (const n of [e.dispositivo, e.lector, e.tiempo]) h = mix(mix(h, n | 0), Math.floor(n / 4294967296) | 0)
  return finish(mix(h, e.estado))
}

/** 63-bit id of an event: the same fact always gets the same id, so that writing it twice changes nothing. */
export function idDeEvento(e: Identidad): string {
  const height = BigInt(hashOf(e, 0x2545f491) >>> 1)
  return ((height << 32n) | BigInt(hashOf(e, 0x5bd1e995))).toString()
}
