/** mulberry32: a small seeded random generator, the same in every run. */
export function random(seed: number): () => number {
  let estado = seed
  return () => {
    estado = (estado + 0x6d2b79f5) | 0
    let t = Math.imul(estado ^ (estado >>> 15), 1 | estado)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const CARACTERES = '0123456789abcdefABCDEF{}[]":,.-+eE\\ntfu$\u0000\ud800ñ '
const RAROS: unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  1,
  -1,
  127,
  -128,
  255,
  65535,
  2 ** 31,
  2 ** 53,
  1e308,
  -1e308,
  5e-324,
  1653668027,
  1653668027000,
  '',
  ' ',
  'NaN',
  'Infinity',
  '1e999',
  '-42',
  '__proto__',
  'constructor',
  '000000000000',
  'FFFFFFFFFFFF',
  'AC233FC001EA',
  '2026-02-30T25:61:61Z',
  '2026-03-01T10:00:00Z',
  '0201061BFF990405',
  'FF'.repeat(300),
  'x'.repeat(2000),
  [],
  {},
  [[]],
  [1, 2, 3],
  ['1', null, {}],
  { x: 1, y: '2', z: null },
  { timestamp: 5 },
]

/** Replace, remove, double or insert one to four characters. */
export function mutateTexto(text: string, r: () => number): string {
  let mutado = text
  for (let n = Math.floor(r() * 4); n >= 0; n--) {
    const i = Math.floor(r() * (mutado.length + 1))
    const c = CARACTERES[Math.floor(r() * CARACTERES.length)] ?? ''
    const modo = Math.floor(r() * 4)
    if (modo === 0) mutado = mutado.slice(0, i) + c + mutado.slice(i + 1)
    else if (modo === 1) mutado = mutado.slice(0, i) + mutado.slice(i + 1)
    else if (modo === 2) mutado = mutado.slice(0, i) + c + mutado.slice(i)
    else mutado = mutado.slice(0, i) + mutado.slice(Math.max(0, i - 20))
  }
  return mutado
}

/** Swap some leaves or branches for odd values, and rename some keys; the result is still JSON. */
export function mutateJson(valor: unknown, r: () => number): unknown {
  if (r() < 0.06) return RAROS[Math.floor(r() * RAROS.length)]
  if (typeof valor === 'number' && r() < 0.3) return (r() - 0.5) * 10 ** Math.floor(r() * 16)
  if (typeof valor === 'string' && r() < 0.15) return mutateTexto(valor, r)
  if (Array.isArray(valor)) return valor.map((v) => mutateJson(v, r))
  if (typeof valor !== 'object' || valor === null) return valor
  const pairs = Object.entries(valor).map(([k, v]): [string, unknown] => [
    r() < 0.02 ? '__proto__' : k,
    mutateJson(v, r),
  ])
  return Object.fromEntries(pairs)
}

/** Change one to four bytes, or cut or pad the end. */
export function mutateBytes(bytes: Uint8Array, r: () => number): Uint8Array {
  const length = r() < 0.3 ? Math.floor(r() * (bytes.length + 1)) : bytes.length
  const mutado = Uint8Array.from([...bytes.subarray(0, length), ...(r() < 0.2 ? [0, 0, 0xff] : [])])
  for (let n = Math.floor(r() * 4); n >= 0 && mutado.length > 0; n--) {
    mutado[Math.floor(r() * mutado.length)] = Math.floor(r() * 256)
  }
  return mutado
}
