import { describe, expect, it, test } from 'vitest'
import {
  advance,
  createPartida,
  DIFICULTADES,
  type Direccion,
  DURACION_LENTO_MS,
  DURACION_PODER_MS,
  move,
  type Partida,
  pasoMs,
  pause,
  resume,
  start,
  turn,
} from './motor'

/** A board with nothing but the snake. */
const vacia = (mas: Partial<Partida> = {}): Partida => ({
  ...start(createPartida('facil', false, 1)),
  obstaculos: [],
  comida: { x: 0, y: 0 },
  ...mas,
})
const cabeza = (p: Partida) => p.serpiente[0] as { x: number; y: number }
const pasos = (p: Partida, n: number) => Array.from({ length: n }).reduce<Partida>((q) => move(q), p)

describe('a new board', () => {
  // cubre: constantes 28
  test.each([
    ['facil', 16, 8, 180],
    ['normal', 20, 14, 130],
    ['dificil', 26, 22, 95],
  ] as const)('%s: its size, obstacles and tick', (dificultad, lado, obstaculos, ms) => {
    for (let semilla = 0; semilla < 50; semilla++) {
      const p = createPartida(dificultad, false, semilla)
      expect([p.lado, p.obstaculos.length, pasoMs(p), p.fase]).toEqual([lado, obstaculos, ms, 'menu'])
      const celdas = [...p.serpiente, ...p.obstaculos, p.comida].map((c) => `${c?.x},${c?.y}`)
      expect(new Set(celdas).size).toBe(celdas.length)
      // The player has time to turn before the game can end.
      expect(pasos(start(p), 4).fase).toBe('jugando')
    }
  })

  it('is the same under the same seed, and so is the game', () => {
    const play = (semilla: number) => {
      let p = start(createPartida('normal', true, semilla))
      const giros: Direccion[] = ['arriba', 'derecha', 'abajo', 'izquierda']
      for (let i = 0; i < 400; i++) p = move(i % 7 ? p : turn(p, giros[(i / 7) % 4] as Direccion))
      return p
    }
    expect(play(7)).toEqual(play(7))
    expect(createPartida('normal', false, 7)).not.toEqual(createPartida('normal', false, 8))
  })
})

describe('the way', () => {
  // cubre: transiciones 28
  it('does not turn straight back, not even by two quick keys', () => {
    expect(turn(vacia(), 'izquierda').giros).toEqual([])
    const doble = turn(turn(vacia(), 'arriba'), 'abajo')
    expect(doble.giros).toEqual(['arriba'])
    const esquina = turn(turn(vacia(), 'arriba'), 'izquierda')
    expect(pasos(esquina, 2).direccion).toBe('izquierda')
    expect(turn(esquina, 'abajo').giros).toHaveLength(2)
  })

  // cubre: transiciones 19
  it('ends at a wall, or comes out on the other side', () => {
    const lado = DIFICULTADES.facil.lado
    const hastaElMuro = lado - 1 - cabeza(vacia()).x
    expect(pasos(vacia(), hastaElMuro).fase).toBe('jugando')
    expect(pasos(vacia(), hastaElMuro + 1).fase).toBe('fin')
    const otra = pasos(vacia({ atraviesa: true }), hastaElMuro + 1)
    expect([otra.fase, cabeza(otra).x]).toEqual(['jugando', 0])
  })

  // cubre: transiciones 20
  it('ends at an obstacle and at itself, but may follow its own tail', () => {
    const delante = { x: cabeza(vacia()).x + 1, y: cabeza(vacia()).y }
    expect(move(vacia({ obstaculos: [delante] })).fase).toBe('fin')
    const cuadro = [
      { x: 5, y: 5 },
      { x: 5, y: 6 },
      { x: 6, y: 6 },
      { x: 6, y: 5 },
    ]
    expect(move(vacia({ serpiente: cuadro, direccion: 'arriba', giros: ['derecha'] })).fase).toBe('jugando')
    expect(
      move(vacia({ serpiente: [...cuadro, { x: 7, y: 5 }], direccion: 'arriba', giros: ['derecha'] })).fase,
    ).toBe('fin')
  })
})

describe('food and power-ups', () => {
  const conComida = (mas: Partial<Partida> = {}) =>
    vacia({ comida: { x: cabeza(vacia()).x + 1, y: cabeza(vacia()).y }, ...mas })

  // cubre: transiciones 23, constantes 30
  it('food is worth 10 and a cell of length', () => {
    const p = move(conComida())
    expect([p.puntos, p.serpiente.length]).toEqual([10, 4])
    expect(p.comida).not.toBeNull()
  })

  // cubre: transiciones 24, constantes 30
  it('brings a power-up in about 15 of 100, of either kind, for 8 s', { tags: ['slow'] }, () => {
    const vistos = { puntos: 0, lento: 0 }
    for (let semilla = 0; semilla < 4000; semilla++) {
      const { poder, tiempo } = move(conComida({ semilla }))
      if (!poder) continue
      vistos[poder.tipo]++
      expect(poder.hasta - tiempo).toBe(DURACION_PODER_MS)
    }
    expect(vistos.puntos + vistos.lento).toBeGreaterThan(4000 * 0.13)
    expect(vistos.puntos + vistos.lento).toBeLessThan(4000 * 0.17)
    expect(Math.abs(vistos.puntos - vistos.lento)).toBeLessThan(100)
  })

  // cubre: transiciones 25, constantes 31
  it('points give 20; slowness adds 40 ms for 6 s; both go when their time is over', () => {
    const punto = { x: cabeza(vacia()).x + 1, y: cabeza(vacia()).y }
    const con = (tipo: 'puntos' | 'lento', hasta = 8000) =>
      vacia({ poder: { tipo, punto, hasta }, tiempo: 10 })
    expect(move(con('puntos')).puntos).toBe(20)
    const lenta = move(con('lento'))
    expect([pasoMs(lenta), pasoMs({ ...lenta, tiempo: 10 + DURACION_LENTO_MS })]).toEqual([220, 180])
    expect(move(con('puntos', 10)).puntos).toBe(0)
    expect(
      move(vacia({ poder: { tipo: 'lento', punto: { x: 1, y: 1 }, hasta: 5 }, tiempo: 5 })).poder,
    ).toBeNull()
  })

  it('a full board is won, not searched for ever', () => {
    const lado = 16
    const todas = Array.from({ length: lado * lado }, (_, i) => ({ x: i % lado, y: Math.floor(i / lado) }))
    const comida = todas[0] as { x: number; y: number }
    const serpiente = [{ x: 1, y: 0 }, ...todas.slice(2)]
    const p = move(vacia({ serpiente, comida, direccion: 'izquierda' }))
    expect([p.fase, p.puntos]).toEqual(['fin', 10])
  })
})

describe('time', () => {
  it('stops rather than dies before a hand can act, at the start and after a pause', () => {
    const run = (p: Partida, ms: number) => {
      for (let t = 0; t < ms; t += 50) p = advance(p, 50)
      return p
    }
    const quieta = run(start(createPartida('dificil', false, 7)), 3_900)
    expect(quieta.fase).toBe('jugando')
    expect(run(turn(quieta, quieta.direccion), 200).fase).toBe('fin')
    expect(run(quieta, 2_000).fase).toBe('fin')
    const girada = run(turn(quieta, 'arriba'), 100)
    expect(run(resume(pause(girada)), 3_900).fase).toBe('jugando')
  })

  it('passes in fixed steps, however it is cut', () => {
    const deUna = advance(vacia(), 180 * 3 + 50)
    let deMuchas = vacia()
    for (let i = 0; i < 59; i++) deMuchas = advance(deMuchas, 10)
    expect(deUna.serpiente).toEqual(deMuchas.serpiente)
    expect([deUna.resto, deUna.tiempo]).toEqual([50, 540])
  })

  // cubre: constantes 29
  it('a step takes from 80 to 280 ms', () => {
    const { pasoMs: previo } = DIFICULTADES.facil
    const con = (ms: number, lentoHasta = 0) => {
      Object.assign(DIFICULTADES.facil, { pasoMs: ms })
      return pasoMs(vacia({ lentoHasta }))
    }
    expect([con(20), con(79), con(280), con(300), con(250, 1)]).toEqual([80, 80, 280, 280, 280])
    Object.assign(DIFICULTADES.facil, { pasoMs: previo })
  })

  it('stands still in the menu, in a pause and at the end', () => {
    for (const p of [createPartida('facil', false, 1), pause(vacia()), vacia({ fase: 'fin' })])
      expect(advance(p, 5000).serpiente).toEqual(p.serpiente)
    expect(resume(pause(vacia())).fase).toBe('jugando')
    expect(turn(pause(vacia()), 'arriba').giros).toEqual([])
  })

  it('time in the menu or in a pause is not played once it starts or goes on', () => {
    for (const p of [
      start(advance(createPartida('facil', false, 1), 5000)),
      resume(advance(pause(vacia()), 5000)),
    ])
      expect(advance(p, 10).serpiente).toEqual(p.serpiente)
  })
})
