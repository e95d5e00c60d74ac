import type { ClaseCausa, Evidencia } from '#contract/valores/eventos/causas'
import { tailBinomial } from './random'

const MINUTE_MS = 60_000

/** How much of what a reader usually hears is silent while nothing is wrong with it. */
export type Baseline = {
  /** Share at any moment. */
  callados: number
  /** The largest that it was, fading over months. */
  peor: number
  /** For how long that has been looked at. */
  minutos: number
}

/** What is known of a reader at a moment. Times are epoch ms. */
export type Lector = {
  id: number
  /** Last sign of life; null: never. */
  ultimo: number | null
  /** From when on its silence counts: its last sign of life, or the end of a stop of ours, in which nobody listened. */
  cuenta: number
  desfase_s: number | null
  /** Last time that it was refused, and why. */
  rechazo: { t: number; detalle: string } | null
  /** Standing containers whose place is decided by it and that were heard in the last hour or so; of them those not heard any more ... */
  oidos: number
  callados: number
  /** ... of those, the ones whose tag tells of movement ... */
  movibles: number
  /** ... and the ones that moved just before they fell silent. */
  movidos: number
  /** Last time that a container was heard by it; null: never. */
  ultimoOido: number | null
  /** What is nothing special for it; null: not known yet. */
  habito: Baseline | null
  /** Containers that wait behind the open cause of this reader. */
  detras: number
}

/** A cause that is open. */
export type Open = {
  id: number
  clase: ClaseCausa
  lector: number | null
  padre: number | null
  desde: number
  /** Since when nothing is to be seen of it any more. */
  bien: number | null
}

export type Plazos = {
  /** A reader without a sign of life for longer is silent. */
  mudoMs: number
  /** A clock off by more is wrong. */
  relojS: number
}

type Juicio = { clase: ClaseCausa; desde: number; evidencia: Evidencia }

export type Conclusion =
  | (Juicio & { que: 'abre'; lector: number; padre: number | null })
  /** Readers whose silence is part of one that is reported instead. */
  | { que: 'abre-red'; desde: number; lectores: number[] }
  | { que: 'sigue'; id: number; bien: number | null; padre: number | null }
  | { que: 'cierra'; id: number; hasta: number }

/** It has to be over for this long before it is reported to be; twice as long for each that ended within some hours, up to eight times. */
export const ESTABLE_MS = 15 * MINUTE_MS
const MAX_DOBLES = 3
/** Readers that fall silent within this belong together. */
const JOINED_MS = 2 * MINUTE_MS
const MIN_JOINED = 3
/** A network is back once this many of its readers are. */
const VUELTOS = 0.6

/** What is worse takes the place of what is less. */
const RANGE: Record<ClaseCausa, number> = { reloj: 0, sordo: 1, mudo: 2, clave: 3, red: 4, nuestra: 5 }

const MIN_WALK_OBSERVATIONS = 5
const MIN_PARTE = 0.6
const RANDOM_MAX = 1e-6
/** This many silent containers that tell of movement say whether a truck took them. */
const MIN_MOVIBLES = 3
/** Minutes of history without which nothing is said of a reader whose containers do not tell. */
const MIN_HISTORIA = 7 * 1440
const MARGIN = 0.2
/** A share that is never undercut: nobody knows a reader that well. */
const HABITUAL_MIN = 0.02
/** Where nothing is known of a reader yet. */
const HABITUAL_INICIAL = 0.1
/** A refusal that is not repeated for this long is over. */
const REJECTION_MS = 30 * MINUTE_MS

/** Never in a week and more was so much silent at once: where no tag tells of movement, a truck looks like deafness else. */
function isInaudito(baseline: Baseline | null, parte: number): boolean {
  return baseline !== null && baseline.minutos >= MIN_HISTORIA && parte > baseline.peor + MARGIN
}

/** Of the containers that it usually hears so many fell silent at once that chance is out of question. */
function judgeSordera(l: Lector): Evidencia | null {
  const { oidos: walkObservations, callados, movidos, movibles } = l
  if (walkObservations < MIN_WALK_OBSERVATIONS || callados < MIN_PARTE * walkObservations) return null
  // A truck that takes a whole dock along: those of its containers that can tell say that they moved.
  if (movidos && movidos >= movibles / 2) return null
  if (movibles < MIN_MOVIBLES && !isInaudito(l.habito, callados / walkObservations)) return null
  const habitual = Math.max(HABITUAL_MIN, l.habito?.callados ?? HABITUAL_INICIAL)
  const random = tailBinomial(walkObservations, callados, habitual)
  return random < RANDOM_MAX ? { oidos: walkObservations, callados, habitual, azar: random } : null
}

/** What is wrong with a reader now, the worst first; null: nothing is. */
function judgeLector(l: Lector, abierta: Open | undefined, now: number, p: Plazos): Juicio | null {
  if (l.ultimo === null) return null
  // Silent since before a stop of ours: that nobody listened for a while is no sign of life.
  const sigueMudo = (abierta?.clase === 'mudo' || abierta?.clase === 'clave') && l.ultimo - abierta.desde < 1
  const mudo = sigueMudo || now - l.cuenta > p.mudoMs
  const rechazado = l.rechazo && l.rechazo.t > l.ultimo && now - l.rechazo.t < REJECTION_MS
  if (rechazado || (mudo && abierta?.clase === 'clave'))
    return { clase: 'clave', desde: l.ultimo, evidencia: { detalle: l.rechazo?.detalle, oidos: l.oidos } }
  if (mudo) return { clase: 'mudo', desde: l.ultimo, evidencia: { oidos: l.oidos } }
  if (abierta?.clase === 'sordo') {
    // It is over once it hears one again, or nobody waits behind it: they were heard elsewhere.
    if (l.detras > 0 && (l.ultimoOido ?? 0) <= abierta.desde + p.mudoMs / 2)
      return { clase: 'sordo', desde: abierta.desde, evidencia: {} }
  } else {
    const evidencia = judgeSordera(l)
    if (evidencia) return { clase: 'sordo', desde: l.ultimoOido ?? now, evidencia }
  }
  if (l.desfase_s !== null && Math.abs(l.desfase_s) > p.relojS)
    return { clase: 'reloj', desde: now, evidencia: { desfase_s: l.desfase_s } }
  return null
}

/** Groups of readers that fell silent together. */
function groupJoined(mudos: { lector: number; desde: number }[]): { lector: number; desde: number }[][] {
  const groups: { lector: number; desde: number }[][] = []
  let group: { lector: number; desde: number }[] = []
  for (const m of mudos.toSorted((a, b) => a.desde - b.desde)) {
    if (group[0] && m.desde - group[0].desde > JOINED_MS) {
      groups.push(group)
      group = []
    }
    group.push(m)
  }
  return [...groups, group].filter((g) => g.length >= MIN_JOINED)
}

/**
 * What to open, to close and to go on with in a plant.
 * @param abiertas causes that are open
 * @param recientes how many causes of each reader ended within the last hours: it has to be well for longer
 */
export function judgePlanta(
  lectores: readonly Lector[],
  abiertas: readonly Open[],
  recientes: ReadonlyMap<number, number>,
  now: number,
  p: Plazos,
): Conclusion[] {
  const res: Conclusion[] = []
  const deLector = new Map(abiertas.flatMap((c) => (c.lector === null ? [] : [[c.lector, c] as const])))
  const redes = abiertas.filter((c) => c.clase === 'red')
  const mudos: { lector: number; desde: number }[] = []
  const seguidas: { c: Open; mal: boolean; bien: number | null }[] = []
  for (const l of lectores) {
    const c = deLector.get(l.id)
    deLector.delete(l.id)
    const j = judgeLector(l, c, now, p)
    if (j?.clase === 'mudo') mudos.push({ lector: l.id, desde: j.desde })
    if (c && j?.clase === c.clase) {
      seguidas.push({ c, mal: true, bien: null })
      continue
    }
    if (c && (!j || RANGE[j.clase] < RANGE[c.clase])) {
      const bien = c.bien ?? (c.clase === 'mudo' || c.clase === 'clave' ? Math.min(now, l.cuenta) : now)
      const plazo = ESTABLE_MS * 2 ** Math.min(MAX_DOBLES, recientes.get(l.id) ?? 0)
      if (now - bien >= plazo) res.push({ que: 'cierra', id: c.id, hasta: bien })
      else seguidas.push({ c, mal: false, bien })
      continue
    }
    // Something worse is wrong with it now.
    if (c) res.push({ que: 'cierra', id: c.id, hasta: now })
    if (j) res.push({ que: 'abre', lector: l.id, padre: null, ...j })
  }
  // Readers that are no more.
  for (const c of deLector.values()) res.push({ que: 'cierra', id: c.id, hasta: now })

  const padres = new Map<number, number>()
  for (const group of groupJoined(mudos)) {
    const desde = group[0]?.desde as number
    const red = redes.find((r) => Math.abs(r.desde - desde) <= JOINED_MS)
    if (red) for (const m of group) padres.set(m.lector, red.id)
    else res.push({ que: 'abre-red', desde, lectores: group.map((m) => m.lector) })
  }
  for (const r of redes) {
    const hijas = seguidas.filter((s) => s.c.padre === r.id)
    const malas = hijas.filter((s) => s.mal)
    if (!hijas.length || malas.length <= (1 - VUELTOS) * hijas.length) {
      const bien = r.bien ?? now
      // Its readers are reported one by one from now on, where they stay silent.
      if (now - bien >= ESTABLE_MS) {
        res.push({ que: 'cierra', id: r.id, hasta: bien })
        for (const s of hijas) padres.set(s.c.lector as number, 0)
      } else res.push({ que: 'sigue', id: r.id, bien, padre: null })
    } else res.push({ que: 'sigue', id: r.id, bien: null, padre: null })
  }
  for (const { c, bien } of seguidas) {
    const padre = padres.get(c.lector as number) ?? c.padre
    res.push({ que: 'sigue', id: c.id, bien, padre: padre || null })
  }
  for (const c of res) if (c.que === 'abre') c.padre = padres.get(c.lector) || null
  return res
}

/** Weight of a minute in the share that is usual: a day is remembered. */
const WEIGHT_MINUTE = 1 / 1440
/** What is left of the largest share after a minute: half after two months. */
const RESTO_MINUTO = 0.5 ** (1 / (60 * 1440))

/** What is nothing special for a reader, with this minute, in which nothing was wrong; null: nothing is known. */
export function learnBaseline({
  oidos: walkObservations,
  callados,
  habito: baseline,
}: Lector): Baseline | null {
  if (walkObservations < MIN_WALK_OBSERVATIONS) return baseline
  const parte = callados / walkObservations
  const before = baseline ?? { callados: HABITUAL_INICIAL, peor: 0, minutos: 0 }
  return {
    callados: before.callados + (parte - before.callados) * WEIGHT_MINUTE,
    peor: Math.max(parte, before.peor * RESTO_MINUTO),
    minutos: before.minutos + 1,
  }
}
