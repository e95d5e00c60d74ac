import type { ClaseCausa, Evidencia } from '#contract/avisos/causas/values'
import { judgeReloj } from '#contract/parque/lectores/reloj-values'
import { tailBinomial } from './random'

const MINUTE_MS = 60_000

/** How many of the containers that a reader usually hears are silent under normal conditions. */
export type Baseline = {
  /** Usual share. */
  callados: number
  /** Largest share so far; it decays over months. */
  peor: number
  /** Minutes of history behind these values. */
  minutos: number
}

/** The state of a reader at a moment. Times are epoch ms. */
export type Lector = {
  id: number
  /** Last sign of life; null: never. */
  ultimo: number | null
  /** From when its silence counts: its last sign of life, or the end of a stop of Retorna, during which nobody listened. */
  cuenta: number
  desfase_s: number | null
  /** When it was last refused, and why. */
  rechazo: { t: number; detalle: string } | null
  /**
   * Standing containers whose place this reader decides and that were heard in the last hour or so; and those of them that are silent now.
   */
  oidos: number
  callados: number
  /** Silent ones whose tag reports movement. */
  movibles: number
  /** Silent ones that moved just before they fell silent. */
  movidos: number
  /** When it last heard a container; null: never. */
  ultimoOido: number | null
  /** Its share of silent containers under normal conditions; null: not known yet. */
  habito: Baseline | null
  /** Containers that wait behind the open cause of this reader. */
  detras: number
}

/** An open cause. */
export type Open = {
  id: number
  clase: ClaseCausa
  lector: number | null
  padre: number | null
  desde: number
  /** Since when its symptoms are gone. */
  bien: number | null
}

export type Plazos = {
  /** A reader without a sign of life for longer counts as silent. */
  mudoMs: number
  /** A clock that is off by more counts as wrong, in seconds. */
  relojS: number
}

type Juicio = { clase: ClaseCausa; desde: number; evidencia: Evidencia }

export type Conclusion =
  | (Juicio & { que: 'abre'; lector: number; padre: number | null })
  /** Readers whose silence is part of one common cause. */
  | { que: 'abre-red'; desde: number; lectores: number[] }
  | { que: 'sigue'; id: number; bien: number | null; padre: number | null }
  | { que: 'cierra'; id: number; hasta: number }

/** Symptoms must be gone this long before a cause closes; doubled for each cause of the reader that ended recently, up to 8 times. */
export const ESTABLE_MS = 15 * MINUTE_MS
const MAX_DOBLES = 3
/** Readers that fall silent within this time belong together. */
const JOINED_MS = 2 * MINUTE_MS
const MIN_JOINED = 3
/** A network works again once this share of its readers does; the function `lectores_vuelven` of the database has the same. */
const VUELTOS = 0.6

/** A cause of higher rank replaces one of lower rank. */
const RANGE: Record<ClaseCausa, number> = { reloj: 0, sordo: 1, mudo: 2, clave: 3, red: 4, nuestra: 5 }

const MIN_OIDOS = 5
const MIN_PARTE = 0.6
const RANDOM_MAX = 1e-6
/** At least this many silent containers must report movement to show whether a truck took them. */
const MIN_MOVIBLES = 3
/** Minutes of history needed before a reader whose containers report no movement can be judged. */
const MIN_HISTORIA = 7 * 1440
const MARGIN = 0.2
/** Lower bound of the usual share: no reader is known that exactly. */
const HABITUAL_MIN = 0.02
/** Usual share of a reader without history. */
const HABITUAL_INICIAL = 0.1
/** A refusal that is not repeated for this long is over. */
const REJECTION_MS = 30 * MINUTE_MS

/** Whether more is silent than ever in a week or more of history. Where tags report no movement, a truck looks like a deaf reader. */
function isInaudito(baseline: Baseline | null, parte: number): boolean {
  return baseline !== null && baseline.minutos >= MIN_HISTORIA && parte > baseline.peor + MARGIN
}

/** Whether so many of the containers that it usually hears fell silent at once that it cannot be chance. */
function judgeSordera(l: Lector): Evidencia | null {
  const { oidos, callados, movidos, movibles } = l
  if (oidos < MIN_OIDOS || callados < MIN_PARTE * oidos) return null
  // A truck took a whole dock along: at least half of the containers that report movement moved.
  if (movidos && movidos >= movibles / 2) return null
  if (movibles < MIN_MOVIBLES && !isInaudito(l.habito, callados / oidos)) return null
  const habitual = Math.max(HABITUAL_MIN, l.habito?.callados ?? HABITUAL_INICIAL)
  const random = tailBinomial(oidos, callados, habitual)
  return random < RANDOM_MAX ? { oidos, callados, habitual, azar: random } : null
}

/** The worst problem of a reader now; null: none. */
function judgeLector(l: Lector, abierta: Open | undefined, now: number, p: Plazos): Juicio | null {
  if (l.ultimo === null) return null
  // Silent since before a stop of Retorna: the stop is no sign of life.
  const sigueMudo = (abierta?.clase === 'mudo' || abierta?.clase === 'clave') && l.ultimo - abierta.desde < 1
  const mudo = sigueMudo || now - l.cuenta > p.mudoMs
  const rechazado = l.rechazo && l.rechazo.t > l.ultimo && now - l.rechazo.t < REJECTION_MS
  if (rechazado || (mudo && abierta?.clase === 'clave'))
    return { clase: 'clave', desde: l.ultimo, evidencia: { detalle: l.rechazo?.detalle, oidos: l.oidos } }
  if (mudo) return { clase: 'mudo', desde: l.ultimo, evidencia: { oidos: l.oidos } }
  if (abierta?.clase === 'sordo') {
    // It is over once the reader hears a container again, or none waits behind it because other readers hear them.
    if (l.detras > 0 && (l.ultimoOido ?? 0) <= abierta.desde + p.mudoMs / 2)
      return { clase: 'sordo', desde: abierta.desde, evidencia: {} }
  } else {
    const evidencia = judgeSordera(l)
    if (evidencia) return { clase: 'sordo', desde: l.ultimoOido ?? now, evidencia }
  }
  if (l.desfase_s !== null && judgeReloj(l.desfase_s, p.relojS) === 'mal')
    return { clase: 'reloj', desde: now, evidencia: { desfase_s: l.desfase_s } }
  return null
}

/** Groups of readers that fell silent at the same time. */
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
 * Which causes to open, close or keep open in a plant.
 * @param abiertas open causes
 * @param recientes number of causes of each reader that ended recently: it must work for longer before the next one closes
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
    // A worse problem replaces it.
    if (c) res.push({ que: 'cierra', id: c.id, hasta: now })
    if (j) res.push({ que: 'abre', lector: l.id, padre: null, ...j })
  }
  // Readers that no longer exist.
  for (const c of deLector.values()) res.push({ que: 'cierra', id: c.id, hasta: now })

  const padres = new Map<number, number>()
  const padreOf = new Map(seguidas.map((s) => [s.c.lector, s.c.padre]))
  for (const group of groupJoined(mudos)) {
    const desde = group[0]?.desde as number
    // Readers of an outage that were heard once in between are still part of it.
    const red = redes.find(
      (r) =>
        Math.abs(r.desde - desde) <= JOINED_MS ||
        group.filter((m) => padreOf.get(m.lector) === r.id).length > group.length / 2,
    )
    if (red) for (const m of group) padres.set(m.lector, red.id)
    else res.push({ que: 'abre-red', desde, lectores: group.map((m) => m.lector) })
  }
  for (const r of redes) {
    const hijas = seguidas.filter((s) => s.c.padre === r.id)
    const malas = hijas.filter((s) => s.mal)
    if (!hijas.length || malas.length <= (1 - VUELTOS) * hijas.length) {
      const bien = r.bien ?? now
      // Readers of it that are still silent are reported one by one from now on.
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

/** Weight of a minute in the usual share: a moving average over about a day. */
const WEIGHT_MINUTE = 1 / 1440
/** Decay of the largest share per minute: half-life of two months. */
const RESTO_MINUTO = 0.5 ** (1 / (60 * 1440))

/** The baseline of a reader after one more minute without a problem; null: nothing is known. */
export function learnBaseline({ oidos, callados, habito: baseline }: Lector): Baseline | null {
  if (oidos < MIN_OIDOS) return baseline
  const parte = callados / oidos
  const before = baseline ?? { callados: HABITUAL_INICIAL, peor: 0, minutos: 0 }
  return {
    callados: before.callados + (parte - before.callados) * WEIGHT_MINUTE,
    peor: Math.max(parte, before.peor * RESTO_MINUTO),
    minutos: before.minutos + 1,
  }
}
