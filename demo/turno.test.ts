import { describe, expect, it } from 'vitest'
import { decodificadores } from '../server/lecturas/formatos/gateways/registro'
import { parseTopic } from '../server/lecturas/formatos/gateways/topics'
import { CONTENEDORES, LECTOR_MUDO, LECTORES } from './planta'
import { createTurno } from './turno'

const INICIO = Date.UTC(2026, 2, 1, 10, 0, 0)
const PASO_MS = 250

/** Run the plant for some minutes and read what its readers send, as the product would. */
function run(semilla: number, minutos: number) {
  const turno = createTurno(semilla, new Map())
  const antes = turno.contenedores.map((c) => c.lector)
  const oidos = new Set<string>()
  const hablaron = new Set<number>()
  const textos: string[] = []
  let [lecturas, rechazos, golpes, moviendose] = [0, 0, 0, 0]
  for (let ms = 0; ms < minutos * 60_000; ms += PASO_MS) {
    turno.step(PASO_MS, INICIO + ms, (lector, envios) => {
      hablaron.add(lector)
      for (const { topic, texto } of envios) {
        textos.push(`${topic} ${texto}`)
        const t = parseTopic(topic)
        if (!t) throw new Error(topic)
        const leido = decodificadores[t.formato](texto, { lectorTopic: t.lector, tagTopic: t.tag })
        expect(leido.lecturas.every((l) => l.lector === LECTORES[lector]?.mac)).toBe(true)
        lecturas += leido.lecturas.length
        rechazos += leido.rechazos.length
        for (const { mac, medidas } of leido.lecturas) {
          oidos.add(mac)
          if (medidas.aceleraciones?.some((a) => Math.hypot(...a) >= 2.5)) golpes++
        }
      }
    })
    moviendose += turno.contenedores.filter((c) => c.viaje.length).length
  }
  const pasos = (minutos * 60_000) / PASO_MS
  const cambiados = turno.contenedores.filter((c, i) => c.lector !== antes[i]).length
  return {
    textos,
    oidos,
    hablaron,
    rechazos,
    golpes,
    cambiados,
    porSegundo: lecturas / minutos / 60,
    moviendose: moviendose / pasos,
  }
}

describe('the plant at work', () => {
  it('is the same for the same seed', () => {
    expect(run(7, 0.2).textos).toEqual(run(7, 0.2).textos)
  })

  it('hears, moves and hits at the rates of a demonstration', () => {
    const r = run(20014, 3)
    expect(r.porSegundo).toBeGreaterThan(70)
    expect(r.porSegundo).toBeLessThan(160)
    expect(r.cambiados).toBeGreaterThan(25)
    expect(r.cambiados).toBeLessThan(150)
    expect(r.moviendose).toBeGreaterThan(8)
    expect(r.golpes).toBeGreaterThan(0)
    expect(r.rechazos).toBeLessThan(12)
  })

  it('lets everybody speak but those that must not', () => {
    const r = run(3, 1)
    const callados = new Set(['perdido', 'transito', 'nunca'])
    for (const c of CONTENEDORES)
      expect([c.apodo, r.oidos.has(c.mac)]).toEqual([c.apodo, !callados.has(c.papel)])
    expect([...LECTORES.keys()].filter((i) => !r.hablaron.has(i))).toEqual([
      LECTORES.findIndex((l) => l.mac === LECTOR_MUDO),
    ])
  })
})
