import {
  createEscuela,
  learnLugar,
  promote,
  promoteCercania,
  teachRest,
} from '../../server/lecturas/lugar/aprender'
import { saidQuieto } from '../../server/lecturas/lugar/celdas'
import { type Creencia, createCreencia } from '../../server/lecturas/lugar/creencia'
import { createLectores, numberOf } from '../../server/lecturas/lugar/lectores'
import { evaluate, isDue, observe } from '../../server/lecturas/lugar/motor'
import { muestrasOf, type OidoDePaseo } from '../../server/lecturas/lugar/muestra'
import { createSumas } from '../../server/lecturas/lugar/sumas'
import { compile } from '../../server/lecturas/lugar/tabla'
import type { Metodo } from './correr'
import type { Camino, Lectores } from './leer'

/** Rests without doubt before a new table is tried; then each time that there are half as many more. */
const PRIMERAS = 4
/** Hearings of one place that a walk keeps. */
const MAX_PASEO = 20_000

/** Unheard for less, it is not asked whether it stood still, seconds. */
const CALLADO_S = 600

type Paseo = { camino: Camino; i: number; oidos: OidoDePaseo[] }

/** The engine of the product, fed as the product feeds it: it learns from the walk as it goes by, and from rests without doubt. */
export function createMotor(lectores: Lectores, recorridos: ReadonlyMap<number, Camino>): Metodo {
  const vivos = createLectores()
  const planta = lectores.zona.map((lugar, i) => ({
    lector: numberOf(vivos, i),
    lugar,
    x: lectores.xy?.[i]?.[0],
    y: lectores.xy?.[i]?.[1],
  }))
  const escuela = createEscuela(createSumas(planta, planta.length))
  let tabla = compile(escuela.sumas, planta, 1)
  let prueba = 1
  /** A walk told something that the table does not know yet; what it says of the tag on the walk meanwhile is not judged. */
  let paseado = false
  const creencias = new Map<number, Creencia>()
  /** When each tag was last told of, while it was not gone. */
  const dichos = new Map<number, number>()
  const paseos = new Map(
    [...recorridos].map(([tag, camino]): [number, Paseo] => [tag, { camino, i: -1, oidos: [] }]),
  )

  const walk = (p: Paseo, t: number, lector: number, nivel: number) => {
    if ((p.camino.t[p.i + 1] ?? Number.POSITIVE_INFINITY) <= t) {
      const zona = p.camino.zona[p.i] ?? -1
      if (zona >= 0 && p.oidos.length) {
        const muestras = muestrasOf(p.oidos, vivos)
        for (const s of [escuela.sumas, escuela.sombra]) learnLugar(s, zona, muestras)
        paseado = true
      }
      p.oidos = []
      while ((p.camino.t[p.i + 1] ?? Number.POSITIVE_INFINITY) <= t) p.i++
    }
    if ((p.camino.zona[p.i] ?? -1) >= 0 && p.oidos.length < MAX_PASEO)
      p.oidos.push({ s: Math.floor(t), lector, nivel })
  }

  return {
    hear(t, lector, tag, rssi, moving) {
      let c = creencias.get(tag)
      if (!c) {
        c = createCreencia()
        creencias.set(tag, c)
      }
      observe(c, vivos, lector, tag, Math.floor(t), rssi, moving)
      const paseo = paseos.get(tag)
      if (paseo) walk(paseo, t, lector, rssi)
    },
    answer(t, tag, dicho) {
      const c = creencias.get(tag)
      if (paseado && (paseos.get(tag)?.oidos.length ?? 0) === 0) {
        tabla = compile(escuela.sumas, planta, tabla.version + 1)
        paseado = false
      }
      const j = c && evaluate(c, tabla, vivos, Math.floor(t))
      if (!j) return
      // Gone is told as no place.
      dicho.primera = j.modo === 'fuera' ? -1 : j.lugar
      dicho.segunda = j.orden[1]?.lugar ?? -1
      dicho.p = j.p
      dicho.desde = j.desde
      dicho.dice = j.dice
      dicho.lejos = j.lejos
      dicho.enCamino = j.modo === 'moviendo'
      if (j.modo !== 'fuera') {
        const antes = dichos.get(tag) ?? t
        dicho.quedo = t - antes > CALLADO_S && saidQuieto(c.celdas, Math.floor(antes))
        dichos.set(tag, t)
      }
      if (!j.muestra || !teachRest(escuela, tabla, j.muestra, planta)) return
      promoteCercania(escuela, tabla)
      if (escuela.nuevas < prueba) return
      prueba = escuela.nuevas + Math.max(PRIMERAS, escuela.nuevas >> 1)
      tabla = promote(escuela, tabla, planta) ?? tabla
    },
    tick(t, ask) {
      for (const [tag, c] of creencias) if (isDue(c, Math.floor(t))) ask(tag)
    },
  }
}
