import { describe, expect, test } from 'vitest'
import { judgeLibro } from '../../testing/pool/book'
import { type Cuenta, countSaldo, type Movimiento, saldoOf, saldosOf } from './libro'
import {
  type Contenedor,
  type Dicho,
  differenceOf,
  type Llegada,
  listQueridos,
  MINIMO_MS,
  type Querido,
  ripensAt,
} from './vistos'

const HOUR = 3_600_000
const NOW = 1000 * HOUR
/** Pseudo-random generator (mulberry32): the same numbers on each run. */
function createRandom(seed: number) {
  let a = seed
  return (n: number) => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * n)
  }
}
const CUENTAS: Cuenta[] = ['propio', 1, 2, 3]
const at = (h: number, cuenta: Cuenta): Llegada => ({
  momento: h * HOUR,
  cuenta,
  lugar: typeof cuenta === 'number' ? 10 + cuenta : 10,
})
const make = (mas: Partial<Contenedor> = {}): Contenedor => ({
  familia: 'F',
  creado: 0,
  eliminado: null,
  inicio: null,
  llegadas: [],
  dichos: [],
  ...mas,
})
/** `0 fuera>propio`: hour, then accounts. */
const tell = (q: readonly Querido[]) => q.map((m) => `${m.momento / HOUR} ${m.de}>${m.a}`)

describe('the book', () => {
  test('own stock and all balances are the pool at every moment of a replay of random movements', () => {
    const random = createRandom(7)
    const movimientos: Movimiento[] = []
    const pools: number[] = []
    let pool = 0
    for (let i = 0; i < 3000; i++) {
      const now = saldosOf(movimientos.slice(-1))
      expect(now.size === 0 || now.size === 2).toBe(true)
      const [de, a] = [CUENTAS[random(4)] as Cuenta, CUENTAS[random(4)] as Cuenta]
      const familia = 'FGH'.charAt(random(3))
      const cantidad = 1 + random(40)
      if (i % 7 === 0) movimientos.push({ momento: i, familia, cantidad, de: 'fuera', a })
      else if (i % 31 === 0) movimientos.push({ momento: i, familia, cantidad, de, a: 'fuera' })
      else if (de !== a) movimientos.push({ momento: i, familia, cantidad, de, a })
      if (i % 7 === 0) pool += cantidad
      else if (i % 31 === 0) pool -= cantidad
      pools.push(pool)
      if (i % 50) continue
      const saldos = saldosOf(movimientos)
      expect(CUENTAS.reduce<number>((sum, c) => sum + countSaldo(saldos, c), 0)).toBe(pool)
      expect(countSaldo(saldos, 'fuera')).toBe(-pool)
      for (const c of [1, 2, 3]) expect(saldoOf(movimientos, c)).toBe(countSaldo(saldos, c))
    }
    const nota = judgeLibro(
      movimientos.map((m) => ({ ...m, quien: null })),
      (momento) => pools[momento] as number,
    )
    expect([nota.momentos, nota.descuadres]).toEqual([movimientos.length, []])
  })

  test('a balance is sent − returned ± counted − losses that were accepted', () => {
    const m = (de: Cuenta, a: Cuenta, cantidad: number): Movimiento => ({
      momento: 0,
      familia: 'F',
      cantidad,
      de,
      a,
    })
    const all = [m('propio', 1, 40), m(1, 'propio', 12), m('propio', 1, 3), m(1, 'fuera', 2), m(1, 2, 5)]
    expect(saldoOf(all, 1)).toBe(40 - 12 + 3 - 2 - 5)
    expect(saldoOf(all, 1, 'G')).toBe(0)
  })
})

describe('what was seen', () => {
  test.each<[string, Llegada[], string[]]>([
    ['never seen: own', [], ['0 fuera>propio']],
    [
      'sent and returned',
      [at(1, 'propio'), at(5, 1), at(6, 1), at(9, 'propio')],
      ['0 fuera>propio', '5 propio>1', '9 1>propio'],
    ],
    ['from one partner to another', [at(5, 1), at(9, 2)], ['0 fuera>propio', '5 propio>1', '9 1>2']],
    [
      'it passed a gate',
      [at(5, 1), { ...at(5, 'propio'), momento: 5 * HOUR + MINIMO_MS - 1 }],
      ['0 fuera>propio'],
    ],
    ['heard a moment ago', [{ ...at(0, 1), momento: NOW - MINIMO_MS + 1 }], ['0 fuera>propio']],
    [
      'seen before it was registered',
      [at(-5, 1), at(4, 'propio')],
      ['-5 fuera>propio', '-5 propio>1', '4 1>propio'],
    ],
  ])('%s', (_, llegadas, expected) => {
    expect(tell(listQueridos(make({ llegadas }), NOW))).toEqual(expected)
  })

  test('who is not heard after a place that leads to a partner has left for it; that it comes there adds nothing', () => {
    const left = (h: number, cuenta: Cuenta): Llegada => ({ ...at(h, cuenta), lugar: 10, salida: true })
    const book = (...llegadas: Llegada[]) =>
      listQueridos(make({ llegadas }), NOW).map(
        (m) => `${m.momento / HOUR} ${m.de}>${m.a} ${m.clase} ${m.lugar}`,
      )
    const begin = '0 fuera>propio alta null'
    const sent = '5 propio>1 salida 10'
    expect(book(at(1, 'propio'), left(5, 1))).toEqual([begin, sent])
    expect(book(at(1, 'propio'), left(5, 1), at(12, 1))).toEqual([begin, sent])
    expect(book(at(1, 'propio'), left(5, 1), at(12, 1), at(30, 'propio'))).toEqual([
      begin,
      sent,
      '30 1>propio visto 10',
    ])
    expect(book(at(1, 'propio'), left(5, 1), at(12, 2))).toEqual([begin, sent, '12 1>2 visto 12'])
    // Back at the place that it had left, and away again.
    expect(book(at(1, 'propio'), left(5, 1), at(11, 'propio'), left(12, 1))).toEqual([
      begin,
      sent,
      '11 1>propio visto 10',
      '12 propio>1 salida 10',
    ])
  })

  test('an arrival of a moment ago is looked at again', () => {
    expect(ripensAt([at(1, 1), { ...at(0, 2), momento: NOW - 1 }], NOW)).toBe(NOW - 1 + MINIMO_MS)
    expect(ripensAt([at(1, 1), at(2, 1)], NOW)).toBe(null)
    expect(ripensAt([], NOW)).toBe(null)
  })

  test('what was entered is joined to where it was, and what was seen afterwards goes on from there', () => {
    const entered = (h: number, de: Cuenta, a: Cuenta): Dicho => ({ momento: h * HOUR, familia: 'F', de, a })
    const seen = (dichos: Dicho[], llegadas: Llegada[]) => tell(listQueridos(make({ dichos, llegadas }), NOW))
    expect(seen([entered(3, 'propio', 1)], [at(1, 'propio'), at(5, 1), at(9, 'propio')])).toEqual([
      '0 fuera>propio',
      '9 1>propio',
    ])
    // It was at another partner at that moment.
    expect(seen([entered(3, 'propio', 1)], [at(2, 2)])).toEqual([
      '0 fuera>propio',
      '2 propio>2',
      '3 2>propio',
    ])
    // A loss that was accepted; the container was heard again later.
    expect(seen([entered(3, 1, 'fuera')], [at(2, 1)])).toEqual(['0 fuera>propio', '2 propio>1'])
    expect(seen([entered(3, 1, 'fuera')], [at(2, 1), at(8, 'propio')])).toEqual([
      '0 fuera>propio',
      '2 propio>1',
      '8 fuera>propio',
    ])
  })

  test('it leaves the pool as it leaves the register, and changes its family over the outside', () => {
    expect(tell(listQueridos(make({ llegadas: [at(2, 1), at(8, 2)], eliminado: 6 * HOUR }), NOW))).toEqual([
      '0 fuera>propio',
      '2 propio>1',
      '6 1>fuera',
    ])
    const inicio = { cuenta: 1 as Cuenta, familia: 'G' }
    const other = listQueridos(make({ inicio, llegadas: [at(4, 'propio')] }), NOW)
    expect(other.map((m) => `${m.familia} ${m.de}>${m.a}`)).toEqual(['G 1>fuera', 'F fuera>propio'])
  })

  test('at every moment it is in one account, whatever comes late', () => {
    const random = createRandom(11)
    for (let round = 0; round < 300; round++) {
      let book: Querido[] = []
      const dichos: Dicho[] = []
      const llegadas: Llegada[] = []
      for (let step = 0; step < 6; step++) {
        const h = 1 + random(200)
        if (random(4))
          llegadas.push({ ...at(h, CUENTAS[random(4)] as Cuenta), ...(random(3) ? {} : { salida: true }) })
        else dichos.push({ momento: h * HOUR, familia: 'F', de: CUENTAS[random(4)] as Cuenta, a: 'fuera' })
        const sort = <T extends { momento: number }>(l: T[]) => l.toSorted((x, y) => x.momento - y.momento)
        const c = make({ llegadas: sort(llegadas), dichos: sort(dichos) })
        const { sobran, faltan } = differenceOf(book, listQueridos(c, NOW))
        // The book is append-only: entries are reversed by other entries.
        book = book.filter((m) => !sobran.includes(m)).concat(faltan)
        const all = [...book, ...dichos].map((m): Movimiento => ({ ...m, cantidad: 1 }))
        const one = judgeLibro(
          all.map((m) => ({ ...m, quien: 1 })),
          null,
        )
        expect(one.dobles).toEqual([])
        expect(differenceOf(book, listQueridos(c, NOW))).toEqual({ sobran: [], faltan: [] })
      }
    }
  })
})
