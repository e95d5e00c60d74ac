import { expect, test } from 'vitest'
import { createBelief } from './belief'
import { packBelief, unpackBelief } from './codec'
import { createLectores, numberOf } from './lectores'
import { compile } from './model/emission-model'
import { createStats } from './model/stats'
import { evaluate, observe } from './motor'

const IDS = [501, 502, 503]
const S = 1_800_000_000

/** The readers of a process, which were met in this order. */
function createProcess(ids: number[]) {
  const l = createLectores()
  const planta = ids.map((id) => ({ lector: numberOf(l, id), lugar: id }))
  return { l, tabla: compile(createStats(planta, ids.length), planta, 0) }
}

test('another process goes on with the same evidence, whatever numbers its readers have', () => {
  const uno = createProcess(IDS)
  const c = createBelief()
  for (let k = 0; k < 40; k++)
    for (const [i, id] of IDS.entries())
      if ((k + i) % 3) observe(c, uno.l, numberOf(uno.l, id), 7, S + 30 * k, -60 - 8 * i, k === 20)
  const before = evaluate(c, uno.tabla, uno.l, S + 1200)
  const b = packBelief(c, uno.l)
  expect(b.length).toBeLessThan(2048 + 64)
  const dos = createProcess(IDS.toReversed())
  const d = unpackBelief(b, dos.l)
  expect(d).not.toBeNull()
  if (!d) return
  const despues = evaluate(d, dos.tabla, dos.l, S + 1200)
  expect(despues?.lugar).toBe(before?.lugar)
  expect(despues?.p).toBeCloseTo(before?.p ?? 0, 6)
  expect(packBelief(d, dos.l).length).toBe(b.length)
})

test('what is cut, of another version or broken is forgotten', () => {
  const { l } = createProcess(IDS)
  const c = createBelief()
  for (const id of IDS) observe(c, l, numberOf(l, id), 7, S, -60)
  const b = packBelief(c, l)
  for (let n = 0; n < b.length; n++) expect(unpackBelief(b.subarray(0, n), createLectores())).toBeNull()
  const otra = Buffer.from(b)
  otra.writeUInt8(1, 0)
  expect(unpackBelief(otra, createLectores())).toBeNull()
  // No mutation of it throws.
  for (let n = 0; n < b.length; n++) {
    const rota = Buffer.from(b)
    rota.writeUInt8((rota.readUInt8(n) + 97) % 256, n)
    unpackBelief(rota, createLectores())
  }
})
