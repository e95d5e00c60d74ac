import { describe, expect, test } from 'vitest'
import { INICIALES } from '#contract/valores/ajustes'
import { hear, type Oidos, SIN_RSSI } from './atribucion'

const A = INICIALES
const [UNO, DOS, TRES] = [1, 2, 3]

function createOidos(): Oidos {
  return { lector: null, muestras: new Map(), rivales: null }
}

/** Seconds from an arbitrary start. */
const say = (o: Oidos, lector: number, s: number, rssi: number, a = A) =>
  hear(o, lector, { t: 1_000_000 + s * 1000, tiempo: 1_000_000 + s * 1000, rssi }, a)

describe('whose a tag is', () => {
  test('the first hearing counts at once, with or without signal strength', () => {
    expect(say(createOidos(), UNO, 0, -95)).toBe(UNO)
    expect(say(createOidos(), DOS, 0, SIN_RSSI)).toBe(DOS)
  })

  test('another reader takes over when it is 6 dB better for 10 s, not before', () => {
    const o = createOidos()
    say(o, UNO, 0, -70)
    for (let s = 1; s <= 10; s++) {
      say(o, UNO, s, -70)
      expect([s, say(o, DOS, s, -64)]).toEqual([s, UNO])
    }
    say(o, UNO, 11, -70)
    expect(say(o, DOS, 11, -64)).toBe(DOS)
  })

  test('5 dB better is never enough', () => {
    const o = createOidos()
    for (let s = 0; s <= 60; s++) {
      say(o, UNO, s, -70)
      expect(say(o, DOS, s, -65)).toBe(UNO)
    }
  })

  test('a moment without the advantage starts the ten seconds again', () => {
    const o = createOidos()
    const window = { ...INICIALES, segundosMediana: 1 }
    for (let s = 0; s <= 30; s++) {
      say(o, UNO, s, s % 8 === 7 ? -60 : -70, window)
      expect([s, say(o, DOS, s, -62, window)]).toEqual([s, UNO])
    }
  })

  test('a single strong sample does not move the median', () => {
    const o = createOidos()
    for (let s = 0; s <= 40; s++) {
      say(o, UNO, s, -70)
      expect(say(o, DOS, s, s % 5 === 0 ? -30 : -80)).toBe(UNO)
    }
  })

  test('the present reader is left after 60 s of silence about the tag, for the best of those that hear it', () => {
    const o = createOidos()
    say(o, UNO, 0, -50)
    for (let s = 5; s <= 60; s += 5) {
      expect([s, say(o, DOS, s, -80)]).toEqual([s, UNO])
      say(o, TRES, s, -85)
    }
    expect(say(o, TRES, 61, -85)).toBe(DOS)
  })

  test('the same reader after any silence is still the reader', () => {
    const o = createOidos()
    say(o, UNO, 0, -50)
    expect(say(o, UNO, 3600, -90)).toBe(UNO)
  })

  test('a reader silent for hours is left at the first hearing of another', () => {
    const o = createOidos()
    say(o, UNO, 0, -50)
    expect(say(o, DOS, 3600, -90)).toBe(DOS)
  })

  test('a reader that tells no signal strength never takes a tag from one that does', () => {
    const o = createOidos()
    for (let s = 0; s <= 50; s++) {
      say(o, UNO, s, -95)
      expect(say(o, DOS, s, SIN_RSSI)).toBe(UNO)
    }
  })

  test('two that take turns at being the best do not keep a tag at a third that is worse than both', () => {
    const o = createOidos()
    const cortos = { ...INICIALES, segundosMediana: 1 }
    for (let s = 0; s <= 10; s++) {
      say(o, UNO, s, -90, cortos)
      say(o, DOS, s, s % 2 ? -60 : -64, cortos)
      say(o, TRES, s, s % 2 ? -64 : -60, cortos)
    }
    expect(o.lector).not.toBe(UNO)
  })

  test('two equals do not toss a tag to and fro', () => {
    const o = createOidos()
    const suyos = new Set<number>()
    for (let s = 0; s < 300; s++) {
      say(o, UNO, s, -70 + (s % 3))
      suyos.add(say(o, DOS, s, -70 + ((s + 1) % 3)))
    }
    expect([...suyos]).toEqual([UNO])
  })

  test('memory stays bounded however many readers and samples there are', () => {
    const o = createOidos()
    for (let s = 0; s < 2000; s++) say(o, 1 + (s % 100), s / 50, -70)
    expect(o.muestras.size).toBeLessThanOrEqual(24)
    for (const m of o.muestras.values()) expect(m.length).toBeLessThanOrEqual(32)
    expect(o.lector).not.toBeNull()
  })

  test('the reader that has the tag is not forgotten among many others', () => {
    const o = createOidos()
    say(o, UNO, 0, -40)
    for (let i = 2; i < 40; i++) expect(say(o, i, 1 + i / 100, -90)).toBe(UNO)
  })
})
