import { createAzar } from '../medidas'

/** How containers leave a stage. Times in minutes. */
export type Salida =
  /** One by one when they are done; lognormal, of open time or (`siempre`) of any. */
  | { como: 'proceso'; mediana: number; sigma: number; siempre?: boolean }
  /** The line takes the first that came, so many an open hour (of each family its share). */
  | { como: 'linea'; porHora: number }
  /** By truck at these hours of the week, as many as it takes; on the road for `viaje`. */
  | { como: 'camion'; horas: readonly number[]; carga: number; viaje: number }

export type Etapa = {
  nombre: string
  salida: Salida
  a: string /** share that goes elsewhere instead */
  desvio?: { a: string; parte: number }
}

export type Plano = {
  nombre: string
  etapas: readonly Etapa[]
  /** Containers of each family, and where they run if not through all (name of the first stage). */
  familias: readonly { nombre: string; cuantos: number; desde: string }[]
  /** Shifts of the days from Monday on, hours; null: always open. */
  turnos: readonly (readonly [number, number])[] | null
  dias: number
  semanas: number
  festivos: readonly number[]
  /** How much what the line takes changes from day to day, and how long it stays so. */
  demanda: { sigma: number; memoria: number }
  /** Chance that a shift does without its line for some hours. */
  paros: number
  perdidas: number
  retenidos: number
  /** Day on which the readers of a stage are out. */
  apagon?: { etapa: string; dia: number }
}

export type Visita = {
  item: string
  familia: string
  etapa: string
  desde: number
  hasta: number
  tapada: boolean
}
export type Retenido = { item: string; etapa: string; desde: number; hasta: number }
export type Simulada = {
  plano: Plano
  visitas: Visita[]
  abierto: [number, number][]
  retenidos: Retenido[]
  /** Open minutes of all stays, lost and held ones too, as they would have been. */
  estancias: Map<string, number[]>
}

const DIA = 1440
const PASO = 10
/** Monday 2026-01-05, 00:00 of a plant an hour ahead of UTC. */
export const INICIO_MS = Date.UTC(2026, 0, 4, 23)

/** Normal from uniform numbers (Box and Muller). */
const normal = (azar: () => number) => Math.sqrt(-2 * Math.log(1 - azar())) * Math.cos(2 * Math.PI * azar())

type Cosa = {
  item: string
  familia: number
  etapa: number
  llego: number
  listo: number
  retenida: number
  perdida: boolean
  abiertos: number
}

export function openOf(p: Plano): [number, number][] {
  const fin = p.semanas * 7 * DIA
  if (!p.turnos) return [[0, fin]]
  const dias = Array.from({ length: p.semanas * 7 }, (_, d) => d).filter(
    (d) => d % 7 < p.dias && !p.festivos.includes(d),
  )
  return dias.flatMap((d) =>
    (p.turnos ?? []).map(([a, b]): [number, number] => [d * DIA + a * 60, d * DIA + b * 60]),
  )
}

export function simulate(p: Plano, semilla: number): Simulada {
  const azar = createAzar(semilla)
  const fin = p.semanas * 7 * DIA
  const abierto = openOf(p)
  const pasos = fin / PASO
  const esAbierto = new Uint8Array(pasos)
  for (const [a, b] of abierto) for (let t = a; t < b && t < fin; t += PASO) esAbierto[t / PASO] = 1
  const numero = new Map(p.etapas.map((e, i) => [e.nombre, i]))
  const etapaDe = (nombre: string) => numero.get(nombre) as number
  const colas: Cosa[][][] = p.etapas.map(() => p.familias.map(() => []))
  const visitas: Visita[] = []
  const retenidos: Retenido[] = []
  const estancias = new Map<string, number[]>()
  const enCamino: { t: number; cosas: Cosa[]; a: number }[] = []
  let abiertos = 0
  const apagada = p.apagon ? etapaDe(p.apagon.etapa) : -1
  const [apagaDesde, apagaHasta] = p.apagon ? [p.apagon.dia * DIA, (p.apagon.dia + 1) * DIA] : [0, 0]

  const arrive = (c: Cosa, etapa: number, t: number) => {
    const e = p.etapas[etapa] as Etapa
    c.etapa = etapa
    c.llego = t
    c.abiertos = abiertos
    c.perdida = azar() < p.perdidas
    const s = e.salida
    c.listo = 0
    if (s.como === 'proceso') {
      const dura = s.mediana * Math.exp(s.sigma * normal(azar))
      c.listo = s.siempre ? t + dura : abiertos + dura
    }
    // Held: nobody takes it for one to three weeks of open days.
    c.retenida = azar() < p.retenidos ? t + (8 + 10 * azar()) * DIA : 0
    ;(colas[etapa] as Cosa[][])[c.familia]?.push(c)
  }
  const leave = (c: Cosa, t: number): void => {
    const e = p.etapas[c.etapa] as Etapa
    const familia = (p.familias[c.familia] as Plano['familias'][number]).nombre
    if (c.retenida && c.retenida <= t)
      retenidos.push({ item: c.item, etapa: e.nombre, desde: c.llego, hasta: t })
    const suyas = estancias.get(e.nombre)
    if (suyas) suyas.push(abiertos - c.abiertos)
    else estancias.set(e.nombre, [abiertos - c.abiertos])
    // Behind a dead reader it is seen to leave only once another hears it or the reader is back.
    const tapada = c.etapa === apagada && c.llego < apagaHasta && t > apagaDesde
    visitas.push({ item: c.item, familia, etapa: e.nombre, desde: c.llego, hasta: t, tapada })
  }
  const nextOf = (c: Cosa): number => {
    const e = p.etapas[c.etapa] as Etapa
    return etapaDe(e.desvio && azar() < e.desvio.parte ? e.desvio.a : e.a)
  }

  for (const [f, familia] of p.familias.entries())
    for (let i = 0; i < familia.cuantos; i++) {
      const c: Cosa = {
        item: `${familia.nombre}-${i}`,
        familia: f,
        etapa: 0,
        llego: 0,
        listo: 0,
        retenida: 0,
        perdida: false,
        abiertos: 0,
      }
      // Spread over the loop of its first stage.
      const vuelta: number[] = []
      for (let e = etapaDe(familia.desde); !vuelta.includes(e); e = etapaDe((p.etapas[e] as Etapa).a))
        vuelta.push(e)
      arrive(c, vuelta[Math.floor(azar() * vuelta.length)] as number, 0)
    }
  const demanda = p.familias.map(() => 0)
  let paro = -1
  const total = p.familias.reduce((n, f) => n + f.cuantos, 0)
  const quiere = p.etapas.map(() => p.familias.map(() => azar()))
  const seen = (c: Cosa, t: number) => !c.perdida && !(c.retenida > t)
  for (let k = 0; k < pasos; k++) {
    const t = k * PASO
    if (t % DIA === 0)
      for (const f of p.familias.keys())
        demanda[f] = (demanda[f] as number) * p.demanda.memoria + p.demanda.sigma * normal(azar)
    const abre = esAbierto[k] === 1
    if (abre && (k === 0 || !esAbierto[k - 1]) && azar() < p.paros) paro = t + 60 + azar() * 240
    for (let i = enCamino.length - 1; i >= 0; i--) {
      const v = enCamino[i] as (typeof enCamino)[number]
      if (v.t > t || !abre) continue
      for (const c of v.cosas) arrive(c, v.a, t)
      enCamino.splice(i, 1)
    }
    for (const [e, etapa] of p.etapas.entries()) {
      const s = etapa.salida
      const suyas = colas[e] as Cosa[][]
      if (s.como === 'proceso') {
        for (const [f, cola] of suyas.entries()) {
          const sale = cola.filter(
            (c) => seen(c, t) && (s.siempre ? c.listo <= t : abre && c.listo <= abiertos),
          )
          if (!sale.length) continue
          suyas[f] = cola.filter((c) => !sale.includes(c))
          for (const c of sale) {
            leave(c, t)
            arrive(c, nextOf(c), t)
          }
        }
      } else if (s.como === 'linea' && abre && t >= paro) {
        for (const [f, cola] of suyas.entries()) {
          const parte = (p.familias[f] as Plano['familias'][number]).cuantos / total
          const w = quiere[e] as number[]
          w[f] =
            (w[f] as number) +
            s.porHora * parte * Math.exp(demanda[f] as number) * (PASO / 60) * (0.5 + azar())
          while ((w[f] as number) >= 1) {
            const i = cola.findIndex((c) => seen(c, t))
            if (i < 0) {
              w[f] = Math.min(w[f] as number, 1)
              break
            }
            w[f] = (w[f] as number) - 1
            const [c] = cola.splice(i, 1) as [Cosa]
            leave(c, t)
            arrive(c, nextOf(c), t)
          }
        }
      } else if (s.como === 'camion' && abre && s.horas.some((h) => (h * 60) % (7 * DIA) === t % (7 * DIA))) {
        const late = PASO * Math.floor(azar() * 4)
        const lleva: Cosa[] = []
        const todas = suyas
          .flat()
          .filter((c) => seen(c, t))
          .sort((x, y) => x.llego - y.llego)
        for (const c of todas.slice(0, s.carga)) lleva.push(c)
        for (const [f, cola] of suyas.entries()) suyas[f] = cola.filter((c) => !lleva.includes(c))
        const porDestino = new Map<number, Cosa[]>()
        for (const c of lleva) {
          leave(c, t + late)
          const a = nextOf(c)
          porDestino.set(a, [...(porDestino.get(a) ?? []), c])
        }
        for (const [a, cosas] of porDestino)
          enCamino.push({ t: t + late + s.viaje * (0.8 + 0.5 * azar()), cosas, a })
      }
    }
    if (abre) abiertos += PASO
  }
  for (const [e, suyas] of colas.entries())
    for (const c of suyas.flat()) {
      const etapa = p.etapas[e] as Etapa
      if (c.retenida && c.retenida > fin)
        retenidos.push({ item: c.item, etapa: etapa.nombre, desde: c.llego, hasta: fin })
      visitas.push({
        item: c.item,
        familia: (p.familias[c.familia] as Plano['familias'][number]).nombre,
        etapa: etapa.nombre,
        desde: c.llego,
        hasta: Number.POSITIVE_INFINITY,
        tapada: e === apagada && c.llego < apagaHasta,
      })
    }
  return { plano: p, visitas, abierto, retenidos, estancias }
}
