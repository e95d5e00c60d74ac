import { parseArgs } from 'node:util'
import type { ClaseCausa } from '#contract/avisos/causas/values'
import { judgePlanta, type Lector, learnBaseline, type Open } from '#server/avisos/causas/rules'

/**
 * npm run bench -- causas [--dias N] [--averias N] [--semilla N] [--mudas S]: faults in a plant over months, checked each minute by the
 * rules of the product: how many are found within 12 minutes, false reports, and how often people are notified. --mudas: share of tags that
 * never report movement. Exit code not 0 if a limit is missed.
 */
const { values } = parseArgs({
  options: {
    dias: { type: 'string', default: '120' },
    averias: { type: 'string', default: '200' },
    semilla: { type: 'string', default: '1' },
    mudas: { type: 'string', default: '0.4' },
  },
})
const [DAYS, AVERIAS, SEED, MUDAS] = [values.dias, values.averias, values.semilla, values.mudas].map(
  Number,
) as [number, number, number, number]

const MIN = 60_000
const LECTORES = 45
const ETIQUETAS = 900
const MUELLES = [0, 1, 2, 3]
const P = { mudoMs: 10 * MIN, relojS: 600 }
/** Delay of the notice of a silent reader, in ms: until it is known whether it is the only one. */
const ESPERA_MS = 2 * MIN
const HORAS_RECIENTES = 6

let estado = SEED >>> 0
function random(): number {
  estado = (estado + 0x6d2b79f5) >>> 0
  let t = Math.imul(estado ^ (estado >>> 15), 1 | estado)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}
const entre = (a: number, b: number) => a + random() * (b - a)
const uno = (n: number) => Math.floor(random() * n)

type Tipo = 'muerto' | 'sordo' | 'titubeo' | 'tarde' | 'red' | 'servidor' | 'reloj'
type Averia = { tipo: Tipo; lector: number; desde: number; hasta: number; hallada: number | null }
/** Expected class of each fault; null for a reader that only comes and goes, or reports late. */
const KIND: Record<Tipo, ClaseCausa | null> = {
  muerto: 'mudo',
  sordo: 'sordo',
  titubeo: null,
  tarde: null,
  red: 'red',
  servidor: 'red',
  reloj: 'reloj',
}

/** Faults that do not overlap, so that each has a clear expected report. */
function createAverias(): Averia[] {
  const tipos: Tipo[] = [
    'muerto',
    'muerto',
    'muerto',
    'sordo',
    'sordo',
    'titubeo',
    'tarde',
    'red',
    'servidor',
    'reloj',
  ]
  const gap = (DAYS * 1440) / AVERIAS
  return Array.from({ length: AVERIAS }, (_, i) => {
    const tipo = tipos[i % tipos.length] as Tipo
    const desde = Math.floor((i + 0.1) * gap)
    const dura = tipo === 'titubeo' ? 60 : Math.floor(entre(30, gap * 0.6))
    return { tipo, lector: uno(LECTORES), desde, hasta: desde + dura, hallada: null }
  })
}

/** Containers stand near a reader, move to another one in the open hours, and leave in lots by truck. */
const etiquetas = Array.from({ length: ETIQUETAS }, () => ({
  lector: uno(LECTORES),
  /** Minute of the last reading. */
  observation: -9999,
  /** Minute of the last reported movement. */
  movida: -9999,
  dice: random() >= MUDAS,
  /** Minute until which it is away, or on its way. */
  fuera: 0,
}))

function moveLotes(minute: number): void {
  const hour = Math.floor(minute / 60) % 24
  const abierto = hour >= 6 && hour < 22 && Math.floor(minute / 1440) % 7 < 5
  if (!abierto) return
  for (let n = ETIQUETAS / 400; random() < n; n--) {
    const e = etiquetas[uno(ETIQUETAS)] as (typeof etiquetas)[number]
    if (e.fuera > minute) continue
    if (e.dice) e.movida = minute
    e.fuera = minute + Math.floor(entre(3, 20))
    e.lector = uno(LECTORES)
  }
  // About eight trucks a day, each of which takes all containers of a dock.
  if (random() > 8 / 960) return
  const muelle = MUELLES[uno(MUELLES.length)] as number
  for (const e of etiquetas) {
    if (e.lector !== muelle || e.fuera > minute) continue
    if (e.dice) e.movida = minute
    e.fuera = minute + Math.floor(entre(8, 72) * 60)
  }
}

/** What the readers report in this minute, with the present faults. */
function createLectores(averias: Averia[]) {
  const lectores = Array.from(
    { length: LECTORES },
    (_, id): Lector => ({
      id,
      ultimo: 0,
      cuenta: 0,
      desfase_s: 0,
      rechazo: null,
      oidos: 0,
      callados: 0,
      movibles: 0,
      movidos: 0,
      ultimoOido: 0,
      habito: null,
      detras: 0,
    }),
  )
  return (minute: number, abiertas: Open[]): Lector[] => {
    const en = averias.filter((a) => minute >= a.desde && minute < a.hasta)
    const all = en.some((a) => a.tipo === 'red' || a.tipo === 'servidor')
    const de = new Map(en.map((a) => [a.lector, a]))
    const vive = (l: number) => {
      const a = de.get(l)
      if (all || a?.tipo === 'muerto') return false
      // It is away for two of every three minutes; a late one reports every seven minutes.
      if (a?.tipo === 'titubeo') return (minute - a.desde) % 3 === 0
      return a?.tipo !== 'tarde' || (minute - a.desde) % 7 === 0
    }
    const vivos = lectores.map((l) => vive(l.id))
    for (const l of lectores) {
      if (vivos[l.id]) l.ultimo = l.cuenta = minute * MIN
      l.desfase_s = de.get(l.id)?.tipo === 'reloj' ? -1200 : entre(-5, 5)
      l.oidos = l.callados = l.movibles = l.movidos = l.detras = 0
    }
    const causaOf = new Map(abiertas.map((c) => [c.lector, c]))
    for (const e of etiquetas) {
      const l = lectores[e.lector] as Lector
      if (e.fuera <= minute && vivos[e.lector] && de.get(e.lector)?.tipo !== 'sordo' && random() > 0.2) {
        e.observation = minute
        l.ultimoOido = minute * MIN
      }
      const calla = minute - e.observation
      if (calla < 70) {
        l.oidos++
        if (calla > 10) {
          l.callados++
          if (e.dice) l.movibles++
          if (e.movida > e.observation - 5) l.movidos++
        }
      }
      const c = causaOf.get(e.lector)
      if (c && Math.abs(e.observation * MIN - c.desde) < P.mudoMs) l.detras++
    }
    return lectores
  }
}

type Causa = Open & { hasta: number | null; avisada: boolean; falsa: boolean }

/** The product's records of causes, kept in memory. */
function createLibro(averias: Averia[]) {
  const causas: Causa[] = []
  const avisos: { t: number; id: number; que: 'abre' | 'cierra' }[] = []
  const explains = (c: Pick<Open, 'clase' | 'lector'>, minute: number) =>
    averias.find(
      (a) =>
        KIND[a.tipo] === c.clase &&
        (c.clase === 'red' || a.lector === c.lector) &&
        minute >= a.desde &&
        minute < a.hasta + 15,
    )
  const isPart = (minute: number) =>
    averias.some((a) => KIND[a.tipo] === 'red' && minute >= a.desde && minute < a.hasta + 15)
  function open(c: Pick<Open, 'clase' | 'lector' | 'padre' | 'desde'>, minute: number): number {
    const averia = explains(c, minute)
    if (averia && averia.hallada === null) averia.hallada = minute
    const falsa = !averia && !(c.clase === 'mudo' && isPart(minute))
    const id = causas.length + 1
    causas.push({ ...c, id, bien: null, hasta: null, avisada: false, falsa })
    return id
  }
  return {
    causas,
    avisos,
    abiertas: () => causas.filter((c) => c.hasta === null),
    recientes: (now: number) => {
      const n = new Map<number, number>()
      for (const c of causas)
        if (c.lector !== null && c.hasta !== null && now - c.hasta < HORAS_RECIENTES * 3_600_000)
          n.set(c.lector, (n.get(c.lector) ?? 0) + 1)
      return n
    },
    apply(conclusiones: ReturnType<typeof judgePlanta>, minute: number): void {
      for (const c of conclusiones) {
        if (c.que === 'abre-red' || c.que === 'abre') continue
        const causa = causas[c.id - 1] as Causa
        if (c.que === 'sigue') Object.assign(causa, { bien: c.bien, padre: c.padre })
        else {
          causa.hasta = c.hasta
          if (causa.avisada) avisos.push({ t: minute, id: c.id, que: 'cierra' })
        }
      }
      for (const c of conclusiones) if (c.que === 'abre') open(c, minute)
      for (const c of conclusiones) {
        if (c.que !== 'abre-red') continue
        const id = open({ clase: 'red', lector: null, padre: null, desde: c.desde }, minute)
        for (const x of causas)
          if (x.hasta === null && x.clase === 'mudo' && c.lectores.includes(x.lector ?? -1)) x.padre = id
      }
      for (const c of causas)
        if (c.hasta === null && !c.avisada && c.padre === null)
          if (c.clase !== 'mudo' || minute * MIN - c.desde > P.mudoMs + ESPERA_MS) {
            c.avisada = true
            avisos.push({ t: minute, id: c.id, que: 'abre' })
          }
    },
  }
}

const averias = createAverias()
const look = createLectores(averias)
const libro = createLibro(averias)
const inicio = performance.now()
for (let minute = 0; minute < DAYS * 1440; minute++) {
  moveLotes(minute)
  const abiertas = libro.abiertas()
  const lectores = look(minute, abiertas)
  const now = minute * MIN
  libro.apply(judgePlanta(lectores, abiertas, libro.recientes(now), now, P), minute)
  const conCausa = new Set(abiertas.map((c) => c.lector))
  for (const l of lectores)
    if (!conCausa.has(l.id) && now - (l.ultimo ?? 0) < P.mudoMs) l.habito = learnBaseline(l)
}

const deberian = averias.filter((a) => KIND[a.tipo] !== null)
const halladas = deberian.filter((a) => a.hallada !== null && a.hallada - a.desde <= 12)
const falsas = libro.causas.filter((c) => c.falsa)
const titubeos = averias.filter((a) => KIND[a.tipo] === null)
const avisosOf = (a: Averia) =>
  libro.avisos.filter(
    (v) => v.t >= a.desde && v.t < a.hasta + 30 && libro.causas[v.id - 1]?.lector === a.lector,
  ).length
const porCausa = new Map<string, number>()
for (const v of libro.avisos) porCausa.set(`${v.id} ${v.que}`, (porCausa.get(`${v.id} ${v.que}`) ?? 0) + 1)
const retrasos = deberian
  .flatMap((a) => (a.hallada === null ? [] : [a.hallada - a.desde]))
  .sort((x, y) => x - y)

const parte = halladas.length / deberian.length
const falsasMes = (falsas.length * 30) / DAYS
const masAvisos = Math.max(0, ...titubeos.map(avisosOf))
const repetidos = [...porCausa.values()].filter((n) => n > 1).length
const lineas = [
  [
    'found within 12 minutes',
    parte >= 0.98,
    `${(parte * 100).toFixed(1)} % of ${deberian.length} (at least 98 %); slowest ${retrasos.at(-1)} min`,
  ],
  [
    'false causes in 30 days',
    falsasMes <= 1,
    `${falsasMes.toFixed(2)} (at most 1): ${[...new Set(falsas.map((f) => f.clase))].join(' ') || 'none'}`,
  ],
  ['notices of a reader that comes and goes', masAvisos <= 2, `${masAvisos} (at most 2)`],
  ['openings or closings told twice', repetidos === 0, String(repetidos)],
] as const
for (const tipo of Object.keys(KIND) as Tipo[]) {
  const suyas = averias.filter((a) => a.tipo === tipo)
  if (KIND[tipo])
    process.stdout.write(
      `  ${tipo}: ${suyas.filter((a) => halladas.includes(a)).length} of ${suyas.length}\n`,
    )
}
for (const [que, bien, cuanto] of lineas)
  process.stdout.write(`${bien ? 'ok  ' : 'FAIL'} ${que}: ${cuanto}\n`)
process.stdout.write(
  `${DAYS} days, ${LECTORES} readers, ${ETIQUETAS} tags in ${((performance.now() - inicio) / 1000).toFixed(1)} s\n`,
)
process.exitCode = lineas.every(([, bien]) => bien) ? 0 : 1
