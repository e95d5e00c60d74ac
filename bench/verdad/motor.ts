import { addMuestra, wholeVentana } from '../../server/lecturas/lugar/aprender'
import { type Celdas, createCeldas, noteOido } from '../../server/lecturas/lugar/celdas'
import { type Creencia, createCreencia } from '../../server/lecturas/lugar/creencia'
import { createLectores, numberOf } from '../../server/lecturas/lugar/lectores'
import { evaluate, observe } from '../../server/lecturas/lugar/motor'
import { addPunto, compile, createSumas } from '../../server/lecturas/lugar/tabla'
import type { Metodo } from './correr'
import type { Camino, Lectores } from './leer'

/** The engine of the product, fed as the product feeds it. */
export function createMotor(lectores: Lectores, recorridos: ReadonlyMap<number, Camino>): Metodo {
  const vivos = createLectores()
  for (let i = 0; i < lectores.nombres.length; i++) numberOf(vivos, i)
  const planta = lectores.zona.map((lugar, i) => ({
    lector: i,
    lugar,
    x: lectores.xy?.[i]?.[0],
    y: lectores.xy?.[i]?.[1],
  }))
  const sumas = createSumas(planta, planta.length)
  let tabla = compile(sumas, planta, 1)
  const paseos = new Map<number, { i: number; zona: number; desde: number; celdas: Celdas; previo: number }>()
  const P: Record<string, number> = {}
  const puntos = new Map<number, number[]>()
  const flush = (p: { zona: number; celdas: Celdas }) => {
    if (p.zona < 0 || !p.celdas.usado) return
    const suyos = puntos.get(p.zona) ?? []
    puntos.set(p.zona, suyos)
    const v = wholeVentana(p.celdas, vivos)
    // new spot or same?
    const K = P.k ?? 1
    const cada = P.cada ?? 6
    let e = suyos.at(-1)
    if (e === undefined || ((sumas.dicho[e] as number) >= cada && suyos.length < K)) {
      e = addPunto(sumas, p.zona)
      suyos.push(e)
    }
    addMuestra(sumas, e, v)
  }
  const walk = (tag: number, t: number, lector: number, rssi: number) => {
    const r = recorridos.get(tag)
    if (!r) return
    let p = paseos.get(tag)
    if (!p) {
      p = { i: -1, zona: -1, desde: 0, celdas: createCeldas(), previo: 0 }
      paseos.set(tag, p)
    }
    const cambia = (r.t[p.i + 1] ?? Number.POSITIVE_INFINITY) <= t
    if (cambia || t - p.desde > (P.pieza ?? 10)) {
      flush(p)
      p.celdas = createCeldas()
      p.desde = t
    }
    if (cambia) {
      while ((r.t[p.i + 1] ?? Number.POSITIVE_INFINITY) <= t) p.i++
      p.zona = r.zona[p.i] as number
      const fuera = new Set(puntos.keys())
      tabla = compile(sumas, planta, tabla.version + 1, fuera)
    }
    if (p.zona >= 0) noteOido(p.celdas, Math.floor(t), lector, rssi)
  }
  const creencias = new Map<number, Creencia>()
  return {
    hear(t, lector, tag, rssi, moving) {
      let c = creencias.get(tag)
      if (!c) {
        c = createCreencia()
        creencias.set(tag, c)
      }
      walk(tag, t, lector, rssi)
      observe(c, vivos, lector, tag, Math.floor(t), rssi, moving)
    },
    answer(t, tag, dicho) {
      const c = creencias.get(tag)
      const j = c && evaluate(c, tabla, vivos, Math.floor(t))
      if (!j) return
      dicho.primera = j.lugar ?? -1
      dicho.segunda = j.orden[1]?.lugar ?? -1
      dicho.p = j.p
    },
  }
}
