import { expect, test } from 'vitest'
import { createCreencia } from './creencia'
import { createLectores, numberOf } from './lectores'
import { evaluate, observe } from './motor'
import { packCreencia, unpackCreencia } from './paquete'
import { createSumas } from './sumas'
import { compile } from './tabla'

const IDS = [501, 502, 503]
const S = 1_800_000_000

/** The readers of a process, which were met in this order. */
function createProceso(ids: number[]) {
  const l = createLectores()
  const planta = ids.map((id) => ({ lector: numberOf(l, id), lugar: id }))
  return { l, tabla: compile(createSumas(planta, ids.length), planta, 0) }
}

test('another process goes on with the same evidence, whatever numbers its readers have', () => {
  const uno = createProceso(IDS)
  const c = createCreencia()
  for (let k = 0; k < 40; k++)
    for (const [i, id] of IDS.entries())
      if ((k + i) % 3) observe(c, uno.l, numberOf(uno.l, id), 7, S + 30 * k, -60 - 8 * i, k === 20)
  const antes = evaluate(c, uno.tabla, uno.l, S + 1200)
  const b = packCreencia(c, uno.l)
  expect(b.length).toBeLessThan(2048 + 64)
  const dos = createProceso(IDS.toReversed())
  const d = unpackCreencia(b, dos.l)
  expect(d).not.toBeNull()
  if (!d) return
  const despues = evaluate(d, dos.tabla, dos.l, S + 1200)
  expect(despues?.lugar).toBe(antes?.lugar)
  expect(despues?.p).toBeCloseTo(antes?.p ?? 0, 6)
  expect(packCreencia(d, dos.l).length).toBe(b.length)
})

test('what is cut, of another version or broken is forgotten', () => {
  const { l } = createProceso(IDS)
  const c = createCreencia()
  for (const id of IDS) observe(c, l, numberOf(l, id), 7, S, -60)
  const b = packCreencia(c, l)
  for (let n = 0; n < b.length; n++) expect(unpackCreencia(b.subarray(0, n), createLectores())).toBeNull()
  const otra = Buffer.from(b)
  otra.writeUInt8(1, 0)
  expect(unpackCreencia(otra, createLectores())).toBeNull()
  // No mutation of it throws.
  for (let n = 0; n < b.length; n++) {
    const rota = Buffer.from(b)
    rota.writeUInt8((rota.readUInt8(n) + 97) % 256, n)
    unpackCreencia(rota, createLectores())
  }
})
