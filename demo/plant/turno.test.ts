// @module-tag slow: the plant of the demonstration
import { describe, expect, it } from 'vitest'
import { decoderOf } from '../../server/oir/lecturas/formats/gateways/makers'
import { parseTopic } from '../../server/oir/lecturas/formats/gateways/topics'
import { createHistoria, type IdsDemo } from '../historia'
import { CONTENEDORES, LECTOR_MUDO, LECTORES } from './planta'
import { createTurno } from './turno'

const MINUTE = 60_000
/** A Wednesday, in the early shift. */
const SIEMBRA = Date.UTC(2026, 2, 4, 8, 0, 0)
const DOMINGO = Date.UTC(2026, 2, 8, 8, 0, 0)
const PASO_MS = 1000

/** Runs the plant for some minutes and reads its readers' messages as the product would. */
function run(seed: number, minutes: number, desde = SIEMBRA + MINUTE) {
  const turno = createTurno(seed, SIEMBRA)
  turno.step(desde, () => {})
  const all = [...turno.contenedores.values()]
  const before = all.map((c) => c.lector())
  const oidos = new Set<string>()
  const hablaron = new Set<number>()
  const textos: string[] = []
  let [lecturas, rechazos, moviendose] = [0, 0, 0]
  const places = new Map<string, Set<number>>()
  for (let ms = 0; ms < minutes * MINUTE; ms += PASO_MS) {
    turno.step(desde + ms, (lector, envios) => {
      hablaron.add(lector)
      for (const { topic, texto } of envios) {
        textos.push(`${topic} ${texto}`)
        const t = parseTopic(topic)
        if (!t) throw new Error(topic)
        const parsed = decoderOf(t.formato)(texto, { lectorTopic: t.lector, tagTopic: t.tag })
        expect(parsed.lecturas.every((l) => l.lector === LECTORES[lector]?.mac)).toBe(true)
        lecturas += parsed.lecturas.length
        rechazos += parsed.rechazos.length
        for (const { mac } of parsed.lecturas) {
          oidos.add(mac)
          places.set(mac, (places.get(mac) ?? new Set()).add(lector))
        }
      }
    })
    moviendose += all.filter((c) => c.isMoving()).length
  }
  const cambiados = all.filter((c, i) => c.lector() !== before[i]).length
  const pasos = (minutes * MINUTE) / PASO_MS
  return {
    turno,
    textos,
    oidos,
    hablaron,
    rechazos,
    cambiados,
    lugares: places,
    porSegundo: lecturas / minutes / 60,
    moviendose: moviendose / pasos,
  }
}

describe('the plant at work', () => {
  it('is the same for the same seed', () => {
    expect(run(7, 0.2).textos).toEqual(run(7, 0.2).textos)
  })

  it('is heard and moves as a plant of its size does, and rests on Sundays', () => {
    const r = run(20014, 10)
    expect(r.porSegundo).toBeGreaterThan(5)
    expect(r.porSegundo).toBeLessThan(60)
    expect(r.cambiados).toBeGreaterThan(3)
    expect(r.cambiados).toBeLessThan(60)
    expect(r.moviendose).toBeGreaterThan(3)
    expect(r.rechazos).toBeLessThan(20)
    expect(run(20014, 10, DOMINGO).cambiados).toBeLessThan(r.cambiados / 2)
  })

  it('lets nearly everybody be heard but those that must not', () => {
    const r = run(3, 20)
    const callados = new Set(['perdido', 'transito', 'nunca'])
    for (const c of CONTENEDORES) if (callados.has(c.papel)) expect(r.oidos.has(c.mac)).toBe(false)
    const hablan = CONTENEDORES.filter(
      (c) => !callados.has(c.papel) && !r.turno.contenedores.get(c)?.isMoving(),
    )
    expect(hablan.filter((c) => r.oidos.has(c.mac)).length / hablan.length).toBeGreaterThan(0.97)
    expect([...LECTORES.keys()].filter((i) => !r.hablaron.has(i))).toEqual([
      LECTORES.findIndex((l) => l.mac === LECTOR_MUDO),
    ])
  })
})

describe('history and life', () => {
  const ids: IdsDemo = {
    dispositivos: new Map(CONTENEDORES.map((c, i) => [c.mac, i + 1])),
    lectores: new Map(LECTORES.map((l, i) => [l.mac, i])),
  }

  it('are one: life begins where history ends', () => {
    const vidas = createHistoria(ids, SIEMBRA)
    const turno = createTurno(1, SIEMBRA)
    turno.step(SIEMBRA, () => {})
    let seguidos = 0
    for (const [c, vivo] of turno.contenedores)
      if (!vivo.isMoving()) {
        seguidos++
        expect([c.apodo, vidas.get(c)?.lector]).toEqual([c.apodo, vivo.lector()])
      }
    expect(seguidos).toBeGreaterThan(500)
  })

  it('tells 90 days in order, and stops where somebody was lost', () => {
    const vidas = createHistoria(ids, SIEMBRA)
    const eventos = [...vidas.values()].flatMap((v) => v.eventos)
    expect(eventos.length).toBeGreaterThan(200_000)
    for (const [c, { eventos: suyos }] of vidas) {
      for (let i = 1; i < suyos.length; i++)
        expect(suyos[i]?.tiempo).toBeGreaterThanOrEqual(suyos[i - 1]?.tiempo as number)
      const calla = (SIEMBRA - (suyos.at(-1)?.tiempo ?? 0)) / 3_600_000
      if (c.papel === 'perdido') expect(calla).toBeGreaterThan(72)
      else if (c.papel === 'transito') expect(calla).toBeGreaterThan(5)
      else expect(calla).toBeLessThan(1.5)
    }
  })
})
