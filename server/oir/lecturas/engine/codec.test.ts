import { expect, test } from 'vitest'
import { createBelief, observe } from './belief'
import { packBelief, unpackBelief } from './codec'
import { createEngineContext } from './context'
import { createLectores, numberOf } from './lectores'
import { compile } from './model/emission-model'
import { createStats } from './model/stats'
import { evaluate } from './motor'

const motor = createEngineContext()

const IDS = [501, 502, 503]
const S = 1_800_000_000

/** The readers of one process, which numbers them in this order. */
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
      if ((k + i) % 3)
        observe({ motor, lectores: uno.l }, c, {
          lector: numberOf(uno.l, id),
          tag: 7,
          s: S + 30 * k,
          nivel: -60 - 8 * i,
          mueve: k === 20,
        })
  const before = evaluate({ motor, tabla: uno.tabla, lectores: uno.l }, c, S + 1200)
  const b = packBelief(c, uno.l)
  expect(b.length).toBeLessThan(2048 + 64)
  const dos = createProcess(IDS.toReversed())
  const d = unpackBelief(b, dos.l)
  expect(d).not.toBeNull()
  if (!d) return
  const despues = evaluate({ motor, tabla: dos.tabla, lectores: dos.l }, d, S + 1200)
  expect(despues?.lugar).toBe(before?.lugar)
  expect(despues?.p).toBeCloseTo(before?.p ?? 0, 6)
  expect(packBelief(d, dos.l).length).toBe(b.length)
})

test('what is cut, of another version or broken is forgotten', () => {
  const { l } = createProcess(IDS)
  const c = createBelief()
  for (const id of IDS)
    observe({ motor, lectores: l }, c, { lector: numberOf(l, id), tag: 7, s: S, nivel: -60 })
  const b = packBelief(c, l)
  for (let n = 0; n < b.length; n++) expect(unpackBelief(b.subarray(0, n), createLectores())).toBeNull()
  const otra = Buffer.from(b)
  otra.writeUInt8(1, 0)
  expect(unpackBelief(otra, createLectores())).toBeNull()
  // No changed byte makes it throw.
  for (let n = 0; n < b.length; n++) {
    const rota = Buffer.from(b)
    rota.writeUInt8((rota.readUInt8(n) + 97) % 256, n)
    unpackBelief(rota, createLectores())
  }
})

test('how often new spots were of the same place goes with the tag; the version before told nothing of it', () => {
  const { l } = createProcess(IDS)
  const c = { ...createBelief(), quedas: 63, idas: 41, ensenado: true, lugar: 501 }
  const b = packBelief(c, l)
  expect(unpackBelief(b, l)).toMatchObject({ quedas: 63, idas: 41, ensenado: true, lugar: 501 })
  const before = Buffer.from(b)
  before.writeUInt32LE(before.readUInt32LE(0) & 0xfffff, 0)
  expect(unpackBelief(before, l)).toMatchObject({ quedas: 0, idas: 0, ensenado: true, lugar: 501 })
})
