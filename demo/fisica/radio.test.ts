import { describe, expect, it } from 'vitest'
import { createRandom } from '../random'
import { createRadio, type Muro, type Point } from './radio'

const HERE: Point = [0, 0]
const puesto = (semilla: number) => ({ semilla, giro: 0, extra: 0 })

/** Mean level over many plants, at `metros` in front of the tag. */
function levelAt(metros: number, muros: Muro[] = [], giro = 0): number {
  let suma = 0
  const n = 400
  for (let s = 0; s < n; s++) {
    const [e] = createRadio(s, [[metros, 0]], muros).linksOf(HERE, { ...puesto(s), giro })
    suma += e?.dbm ?? -105
  }
  return suma / n
}

describe('levels', () => {
  it('fall by 23 dB with ten times the distance', () => {
    expect(levelAt(2) - levelAt(20)).toBeCloseTo(23, -0.5)
  })

  it('fall by what the air there takes', () => {
    const fall = (exponente: number) => {
      const aire = { exponente, sombra: { metros: 5, sigma: 0 }, oido: 2 }
      const levelOf = (metros: number) =>
        createRadio(1, [[metros, 0]], [], aire).linksOf(HERE, puesto(1))[0]?.dbm as number
      return levelOf(2) - levelOf(20)
    }
    expect(fall(1.8)).toBeCloseTo(18)
    expect(fall(3)).toBeCloseTo(30)
  })

  it('fall behind a wall, and behind the rack that a tag is fixed to', () => {
    const muro: Muro = { a: [2, -5], b: [2, 5], db: 10 }
    expect(levelAt(5) - levelAt(5, [muro])).toBeCloseTo(10, -0.5)
    expect(levelAt(5) - levelAt(5, [], Math.PI)).toBeCloseTo(9, -0.5)
  })
})

describe('packets', () => {
  /** Share of adverts with a strong signal that each reader misses. */
  function missed(moviendose: boolean): number[] {
    const perdidas: number[] = []
    for (let s = 0; s < 40; s++) {
      const radio = createRadio(s, [[3, 0]], [])
      const links = radio.linksOf(HERE, puesto(s))
      const random = createRandom(s)
      let heard = 0
      for (let i = 0; i < 500; i++) heard += radio.hear(links, moviendose, 0, random).length
      perdidas.push(1 - heard / 500)
    }
    return perdidas
  }

  it.each([false, true])('are lost to 30 to 60 % by readers that are near (moving %s)', (moviendose) => {
    for (const parte of missed(moviendose)) {
      expect(parte).toBeGreaterThan(0.25)
      expect(parte).toBeLessThan(0.6)
    }
  })

  it('are lost altogether far away', () => {
    expect(createRadio(1, [[400, 0]], []).linksOf(HERE, puesto(1))).toEqual([])
  })

  it('fade more on the move than at rest', () => {
    const radio = createRadio(5, [[4, 0]], [])
    const links = radio.linksOf(HERE, puesto(5))
    const spread = (moviendose: boolean) => {
      const random = createRandom(9)
      const rssi = Array.from({ length: 2000 }, () => radio.hear(links, moviendose, 0, random)).flatMap((e) =>
        e.map((x) => x.rssi),
      )
      const media = rssi.reduce((a, b) => a + b, 0) / rssi.length
      return Math.sqrt(rssi.reduce((a, b) => a + (b - media) ** 2, 0) / rssi.length)
    }
    expect(spread(true)).toBeGreaterThan(4.5)
    expect(spread(false)).toBeLessThan(spread(true))
  })
})

it('is the same for the same seed', () => {
  const hear = () => {
    const radio = createRadio(
      7,
      [
        [3, 0],
        [9, 4],
        [20, 1],
      ],
      [],
    )
    const random = createRandom(1)
    return Array.from({ length: 50 }, () => radio.hear(radio.linksOf([1, 1], puesto(2), 1), false, 0, random))
  }
  expect(hear()).toEqual(hear())
})
