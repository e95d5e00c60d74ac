/** The battery report of a tag at the warmest hour of a day. */
export type DiaPila = {
  /** Days since 1970-01-01, UTC. */
  dia: number
  /** Millivolts; null: it reports percent alone. */
  mv: number | null
  /** Percent, if it reports no voltage. */
  pct: number | null
  /** Degrees Celsius at that hour; null: the tag reports none. */
  grados: number | null
}

/** Sums of the reports at the warmest hours of the days of a week. */
export type SemanaPila = {
  /** Weeks of seven days since 1970-01-01, UTC. */
  semana: number
  /** Number of days that reported the same unit, and their sum in mV, or in percent if it reports no voltage. */
  n: number
  suma: number
  /** Whether `suma` is in mV (else percent). */
  mv: boolean
}

/** An event between two reports: `t`, when it was noticed, and `antes`, the report before it. Unix ms. */
export type Suceso = { t: number; antes: number }

/** What is stored about a battery between two reports. Times are Unix ms. */
export type Memoria = {
  /** Mac of the tag that the other fields are about. */
  tag: string
  /** When the last evaluated report was received. */
  t: number
  /** The last days that reported the battery, newest first. */
  dias: DiaPila[]
  /** Weeks of the completed days, newest first. */
  semanas: SemanaPila[]
  /** Advert counter, and when it was received. */
  contador: { n: number; t: number } | null
  /** The highest rate in adverts per second between two reports with a growing counter. */
  ritmo: number | null
  /** Seconds since the tag started, as it reports, and when that was received. */
  encendido: { s: number; t: number } | null
  /** The tag restarted. */
  reinicio: Suceso | null
  /** The voltage or charge rose as only a new battery explains. */
  fresca: Suceso | null
}

/** The last report of a tag. */
export type Muestra = {
  tag: string
  /** When it was received, Unix ms. */
  t: number
  /** Millivolts; null: it reports none. */
  mv: number | null
  /** Percent; null: it reports none. */
  bateria: number | null
  /** Degrees Celsius. */
  grados: number | null
  /** Advert counter or sequence number. */
  secuencia: number | null
  /** Seconds since the tag started. */
  encendidoS: number | null
}

const DAY = 86_400_000
const DIAS_GUARDADOS = 7
export const SEMANA_D = 7
const SEMANAS_GUARDADAS = 5
/** A battery may be new from this voltage on, in mV. */
const MV_FRESCA = 2900
/** Smallest rise of a new battery, in mV. It is more than warmth explains: cold lowers the voltage by a tenth, about 300 mV. */
const SUBIDA_MV = 400
/** Tags compute percent from the voltage, so it varies with it: 2.85 V are 35 %, 3 V are 100 %. */
const PCT_FRESCA = 90
const SUBIDA_PCT = 60
/** Tolerance between the tag's clock and ours between two reports. */
const HOLGURA_MS = 10 * 60_000
/** Counters of 8 bits wrap around every few minutes. */
const CONTADOR_CORTO = 0xff
const CONTADOR_16 = 0x1_0000
const CONTADOR_32 = 0x1_0000_0000

export const createMemoria = (tag: string): Memoria => ({
  tag,
  t: 0,
  dias: [],
  semanas: [],
  contador: null,
  ritmo: null,
  encendido: null,
  reinicio: null,
  fresca: null,
})

/** Whether a report was at a warmer hour than another. Without degrees, the higher voltage or charge counts as warmer. */
function isWarmer(a: DiaPila, b: DiaPila): boolean {
  if ((a.mv === null) !== (b.mv === null)) return a.mv !== null
  if (a.grados !== null && b.grados !== null) return a.grados >= b.grados
  if (a.grados !== null || b.grados !== null) return a.grados !== null
  return (a.mv ?? a.pct ?? 0) > (b.mv ?? b.pct ?? 0)
}

const dayOf = ({ t, mv, bateria, grados }: Muestra): DiaPila => ({
  dia: Math.floor(t / DAY),
  mv,
  pct: mv === null ? bateria : null,
  grados,
})

/** Adds a report to the days: each day keeps the report of its warmest hour. */
function addDay(dias: readonly DiaPila[], s: Muestra): DiaPila[] {
  const nuevo = dayOf(s)
  if (nuevo.mv === null && nuevo.pct === null) return [...dias]
  const [ultimo, ...resto] = dias
  if (!ultimo || ultimo.dia < nuevo.dia) return [nuevo, ...dias].slice(0, DIAS_GUARDADOS)
  return isWarmer(nuevo, ultimo) ? [{ ...nuevo, dia: ultimo.dia }, ...resto] : [...dias]
}

/** Adds a completed day to its week. A change between mV and percent starts anew. */
function addWeek(semanas: readonly SemanaPila[], { dia, mv, pct }: DiaPila): SemanaPila[] {
  const reported = { semana: Math.floor(dia / SEMANA_D), n: 1, suma: (mv ?? pct) as number, mv: mv !== null }
  const [last, ...rest] = semanas
  if (last && last.mv !== reported.mv) return [reported]
  if (last?.semana !== reported.semana) return [reported, ...semanas].slice(0, SEMANAS_GUARDADAS)
  return [{ ...last, n: last.n + 1, suma: last.suma + reported.suma }, ...rest]
}

/** Updates the weeks: a day is completed by the first report of a later day. */
function nextWeeks(m: Memoria, s: Muestra): SemanaPila[] {
  const [last] = m.dias
  const reports = s.mv !== null || s.bateria !== null
  return reports && last && last.dia < Math.floor(s.t / DAY) ? addWeek(m.semanas, last) : [...m.semanas]
}

/** Whether the voltage or charge rose, since the last day with the same unit, by more than warmth explains. */
function isFresh(m: Memoria, { mv, bateria }: Muestra): boolean {
  const before = m.dias.find((d) => (mv === null ? d.pct !== null : d.mv !== null))
  if (!before) return false
  if (mv !== null) return mv >= MV_FRESCA && mv - (before.mv as number) >= SUBIDA_MV
  return bateria !== null && bateria >= PCT_FRESCA && bateria - (before.pct as number) >= SUBIDA_PCT
}

/** Whether the tag restarted since the last report. A counter that may have wrapped around proves nothing. */
function hasRestarted(m: Memoria, s: Muestra): boolean {
  if (s.encendidoS !== null && m.encendido !== null)
    return s.t - s.encendidoS * 1000 > m.encendido.t - m.encendido.s * 1000 + HOLGURA_MS
  if (s.secuencia === null || m.contador === null || m.ritmo === null) return false
  const { n, t } = m.contador
  if (s.secuencia >= n || n <= CONTADOR_CORTO) return false
  // Twice its usual rate of adverts is not enough to wrap the counter around.
  const largo = n >= CONTADOR_16 ? CONTADOR_32 : CONTADOR_16
  return n + 2 * m.ritmo * ((s.t - t) / 1000) < largo
}

function nextRitmo(m: Memoria, s: Muestra): number | null {
  if (s.secuencia === null || m.contador === null || s.secuencia <= m.contador.n) return m.ritmo
  return Math.max(m.ritmo ?? 0, ((s.secuencia - m.contador.n) * 1000) / Math.max(1, s.t - m.contador.t))
}

/**
 * The memory after one more report. A restart with fresh voltage is probably an exchange: a user is asked about it, and the restart does
 * not count as a sign of an ending battery.
 * @param before null: no memory yet
 */
export function noteSample(before: Memoria | null, s: Muestra): Memoria {
  const m = before?.tag === s.tag ? before : createMemoria(s.tag)
  const fresh = isFresh(m, s)
  const suceso = { t: s.t, antes: m.t }
  return {
    tag: s.tag,
    t: s.t,
    dias: addDay(fresh ? [] : m.dias, s),
    semanas: fresh ? [] : nextWeeks(m, s),
    contador: s.secuencia === null ? m.contador : { n: s.secuencia, t: s.t },
    ritmo: nextRitmo(m, s),
    encendido: s.encendidoS === null ? m.encendido : { s: s.encendidoS, t: s.t },
    reinicio: fresh ? null : hasRestarted(m, s) ? suceso : m.reinicio,
    fresca: fresh ? suceso : m.fresca,
  }
}

/** Whether an exchange at `cuando` explains an event. One day of tolerance, because users' clocks and days are inexact. */
const explains = (cuando: number, { antes }: Suceso) => cuando >= antes - DAY

/**
 * The memory after an exchange: nothing of the old battery is kept. Events that the exchange does not explain are kept.
 * @param cuando when the battery was put in, Unix ms
 */
export function afterCambio(m: Memoria, cuando: number): Memoria {
  const seenSince = m.t > cuando + DAY
  return {
    ...m,
    dias: m.dias.filter((d) => d.dia * DAY > cuando),
    semanas: m.semanas.filter((w) => w.semana * SEMANA_D * DAY > cuando),
    contador: seenSince ? m.contador : null,
    encendido: seenSince ? m.encendido : null,
    reinicio: m.reinicio && !explains(cuando, m.reinicio) ? m.reinicio : null,
    fresca: m.fresca && !explains(cuando, m.fresca) ? m.fresca : null,
  }
}

/** The memory after users' exchanges and answers. @param negada when a user answered that no battery was put in, Unix ms */
export function afterDicho(m: Memoria, cuando: number | null, negada: number | null): Memoria {
  const n = cuando === null ? m : afterCambio(m, cuando)
  return n.fresca && negada !== null && negada >= n.fresca.t ? { ...n, fresca: null } : n
}
