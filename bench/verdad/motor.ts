import { type Belief, createBelief, observe } from '../../server/oir/lecturas/engine/belief'
import { createEngineContext } from '../../server/oir/lecturas/engine/context'
import { createLectores, numberOf } from '../../server/oir/lecturas/engine/lectores'
import {
  createShadowModel,
  learnPlace,
  promote,
  teachRest,
} from '../../server/oir/lecturas/engine/model/aprender'
import { chooseWeights } from '../../server/oir/lecturas/engine/model/choosing'
import { compile } from '../../server/oir/lecturas/engine/model/emission-model'
import { type PaseoObservation, samplesOf } from '../../server/oir/lecturas/engine/model/sample'
import { createStats } from '../../server/oir/lecturas/engine/model/stats'
import { evaluate, isDue } from '../../server/oir/lecturas/engine/motor'
import { saidQuieto } from '../../server/oir/lecturas/engine/time-bins'
import type { Method } from './correr'
import type { Camino, Lectores } from './leer'

/** Number of certain rests before a new table is tried; the next try needs half as many more. */
const PRIMERAS = 4
/** Maximum number of readings that a walk keeps of one place. */
const MAX_PASEO = 20_000

/** Seconds; after a shorter silence it is not checked whether the tag stood still. */
const CALLADO_S = 600

type Paseo = { camino: Camino; i: number; oidos: PaseoObservation[] }

/** The engine of the product, fed as in the product: it learns from the walk while it goes on, and from certain rests. */
export function createMotor(lectores: Lectores, recorridos: ReadonlyMap<number, Camino>): Method {
  const motor = createEngineContext()
  const vivos = createLectores()
  const planta = lectores.zona.map((place, i) => ({
    lector: numberOf(vivos, i),
    lugar: place,
    x: lectores.xy?.[i]?.[0],
    y: lectores.xy?.[i]?.[1],
  }))
  const shadowModel = createShadowModel(createStats(planta, planta.length))
  let tabla = compile(shadowModel.sumas, planta, 1)
  let prueba = 1
  const { oido: heard } = motor
  /** A walk gave data that is not in the table yet. */
  let paseado = false
  const beliefs = new Map<number, Belief>()
  /** Time of the last report of each tag that is not gone. */
  const dichos = new Map<number, number>()
  const paseos = new Map(
    [...recorridos].map(([tag, camino]): [number, Paseo] => [tag, { camino, i: -1, oidos: [] }]),
  )

  /** Learn from the stops of a walk that are over at `t`. */
  const advance = (p: Paseo, t: number) => {
    if ((p.camino.t[p.i + 1] ?? Number.POSITIVE_INFINITY) > t) return
    const zona = p.camino.zona[p.i] ?? -1
    if (zona >= 0 && p.oidos.length) {
      const samples = samplesOf(p.oidos, vivos)
      for (const s of [shadowModel.sumas, shadowModel.sombra]) learnPlace(s, zona, samples)
      paseado = true
    }
    p.oidos = []
    while ((p.camino.t[p.i + 1] ?? Number.POSITIVE_INFINITY) <= t) p.i++
  }

  const walk = (p: Paseo, t: number, lector: number, nivel: number) => {
    advance(p, t)
    if ((p.camino.zona[p.i] ?? -1) >= 0 && p.oidos.length < MAX_PASEO)
      p.oidos.push({ s: Math.floor(t), lector, nivel })
  }

  const setting = { motor, tabla, lectores: vivos }
  let aside = 0
  /** Learn from the finished stops, and choose the models by them, as the product does when a walk ends. */
  const learn = (t: number) => {
    for (const p of paseos.values()) advance(p, t)
    if (!paseado) return
    const { sumas: stats, sombra: shadow } = shadowModel
    const before = process.cpuUsage()
    stats.mezcla = chooseWeights(stats, planta)?.pesos ?? null
    const { user, system } = process.cpuUsage(before)
    aside += user + system
    shadow.mezcla = stats.mezcla
    tabla = compile(stats, planta, tabla.version + 1)
    paseado = false
  }

  const isWalking = (tag: number, t: number) =>
    (paseos.get(tag)?.camino.t.at(-1) ?? Number.NEGATIVE_INFINITY) > t

  return {
    hear(t, lector, tag, rssi, moving) {
      let c = beliefs.get(tag)
      if (!c) {
        c = createBelief()
        beliefs.set(tag, c)
      }
      heard.lector = lector
      heard.tag = tag
      heard.s = Math.floor(t)
      heard.nivel = rssi
      heard.mueve = moving
      observe(setting, c, heard)
      const paseo = paseos.get(tag)
      if (paseo) walk(paseo, t, lector, rssi)
    },
    answer(t, tag, dicho) {
      const c = beliefs.get(tag)
      // Answers about the tag on the walk are not judged, so that learning can wait.
      if (!isWalking(tag, t)) learn(t)
      setting.tabla = tabla
      const j = c && evaluate(setting, c, Math.floor(t))
      if (!j) return
      // A tag that is gone has no place.
      dicho.primera = j.modo === 'fuera' ? -1 : j.lugar
      dicho.segunda = j.orden[1]?.lugar ?? -1
      dicho.p = j.p
      dicho.desde = j.desde
      dicho.dice = j.dice
      dicho.lejos = j.lejos
      dicho.enCamino = j.modo === 'moviendo'
      if (j.modo !== 'fuera') {
        const before = dichos.get(tag) ?? t
        dicho.quedo = t - before > CALLADO_S && saidQuieto(c.celdas, Math.floor(before))
        dichos.set(tag, t)
      }
      if (!j.muestra || !teachRest(shadowModel, j.muestra, planta)) return
      if (shadowModel.nuevas < prueba) return
      prueba = shadowModel.nuevas + Math.max(PRIMERAS, shadowModel.nuevas >> 1)
      tabla = promote(shadowModel, tabla, planta) ?? tabla
    },
    aside: () => aside,
    tick(t, ask) {
      for (const [tag, c] of beliefs) if (isDue(c, Math.floor(t))) ask(tag)
    },
  }
}
