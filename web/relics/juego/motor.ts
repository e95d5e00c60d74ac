/** The rules of the snake: pure, in fixed steps, deterministic for a seed and a sequence of turns. */

export const DIFICULTADES = {
  facil: { nombre: 'Fácil', lado: 16, pasoMs: 180, obstaculos: 8 },
  normal: { nombre: 'Normal', lado: 20, pasoMs: 130, obstaculos: 14 },
  dificil: { nombre: 'Difícil', lado: 26, pasoMs: 95, obstaculos: 22 },
} as const
export type Dificultad = keyof typeof DIFICULTADES

const PASO_MIN_MS = 80
const PASO_MAX_MS = 280
export const PUNTOS_COMIDA = 10
export const PUNTOS_PODER = 20
const PROBABILIDAD_PODER = 0.15
export const DURACION_PODER_MS = 8_000
export const LENTO_MS = 40
export const DURACION_LENTO_MS = 6_000
const LARGO_INICIAL = 3
/** Grace time in which a player finds the keys. */
const ESPERA_MANO_MS = 4_000
/** Free cells ahead of the snake at the start. */
const SALIDA_LIBRE = 5
/** Maximum number of queued turns: two quick keys make one corner. */
const MAX_GIROS = 2

export type Punto = { x: number; y: number }
export type Direccion = 'arriba' | 'abajo' | 'izquierda' | 'derecha'
export type Fase = 'menu' | 'jugando' | 'pausado' | 'fin'

const AVANCE: Record<Direccion, Punto> = {
  arriba: { x: 0, y: -1 },
  abajo: { x: 0, y: 1 },
  izquierda: { x: -1, y: 0 },
  derecha: { x: 1, y: 0 },
}
const CONTRARIA: Record<Direccion, Direccion> = {
  arriba: 'abajo',
  abajo: 'arriba',
  izquierda: 'derecha',
  derecha: 'izquierda',
}

export type Partida = {
  dificultad: Dificultad
  lado: number
  atraviesa: boolean
  fase: Fase
  /** Head first. */
  serpiente: readonly Punto[]
  direccion: Direccion
  giros: readonly Direccion[]
  /** Remaining grace time in ms after a start or a resume: during it the snake stops instead of dying. */
  espera: number
  comida: Punto | null
  obstaculos: readonly Punto[]
  /** Times are in ms of play time. */
  poder: { tipo: 'puntos' | 'lento'; punto: Punto; hasta: number } | null
  lentoHasta: number
  puntos: number
  tiempo: number
  /** Play time since the last step. */
  resto: number
  semilla: number
}

const same = (a: Punto, b: Punto) => a.x === b.x && a.y === b.y
const occupies = (puntos: readonly Punto[], p: Punto) => puntos.some((o) => same(o, p))

/** A random number 0..1 and the next seed (mulberry32). */
function azar(semilla: number): [valor: number, semilla: number] {
  const a = (semilla + 0x6d2b79f5) >>> 0
  let t = Math.imul(a ^ (a >>> 15), 1 | a)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return [((t ^ (t >>> 14)) >>> 0) / 4294967296, a]
}

/** A free cell; null if there is none. */
function hueco(p: Partida, mas: (c: Punto) => boolean = () => true): [Punto | null, number] {
  const libres: Punto[] = []
  for (let y = 0; y < p.lado; y++)
    for (let x = 0; x < p.lado; x++) {
      const c = { x, y }
      const tomada =
        occupies(p.serpiente, c) ||
        occupies(p.obstaculos, c) ||
        (p.comida && same(p.comida, c)) ||
        (p.poder && same(p.poder.punto, c))
      if (!tomada && mas(c)) libres.push(c)
    }
  const [valor, semilla] = azar(p.semilla)
  return [libres[Math.floor(valor * libres.length)] ?? null, semilla]
}

/** A new board, not started. */
export function createPartida(dificultad: Dificultad, atraviesa: boolean, semilla: number): Partida {
  const { lado, obstaculos } = DIFICULTADES[dificultad]
  const y = Math.floor(lado / 2)
  const cabeza = Math.floor(lado / 3)
  let p: Partida = {
    dificultad,
    lado,
    atraviesa,
    fase: 'menu',
    serpiente: Array.from({ length: LARGO_INICIAL }, (_, i) => ({ x: cabeza - i, y })),
    direccion: 'derecha',
    giros: [],
    espera: ESPERA_MANO_MS,
    comida: null,
    obstaculos: [],
    poder: null,
    lentoHasta: 0,
    puntos: 0,
    tiempo: 0,
    resto: 0,
    semilla: semilla >>> 0,
  }
  const lejos = (c: Punto) => c.y !== y || c.x > cabeza + SALIDA_LIBRE || c.x < cabeza - LARGO_INICIAL
  for (let i = 0; i < obstaculos; i++) {
    const [punto, siguiente] = hueco(p, lejos)
    p = { ...p, semilla: siguiente, obstaculos: punto ? [...p.obstaculos, punto] : p.obstaculos }
  }
  const [comida, siguiente] = hueco(p)
  return { ...p, comida, semilla: siguiente }
}

/** Duration of a step at the current speed, in ms. */
export function pasoMs(p: Partida): number {
  const ms = DIFICULTADES[p.dificultad].pasoMs + (p.tiempo < p.lentoHasta ? LENTO_MS : 0)
  return Math.min(PASO_MAX_MS, Math.max(PASO_MIN_MS, ms))
}

/** Queue a turn; a turn straight back is ignored. */
export function turn(p: Partida, direccion: Direccion): Partida {
  const ultima = p.giros.at(-1) ?? p.direccion
  if (p.fase !== 'jugando' || p.giros.length >= MAX_GIROS) return p
  const q = p.espera > 0 ? { ...p, espera: 0 } : p
  if (direccion === ultima || direccion === CONTRARIA[ultima]) return q
  return { ...q, giros: [...q.giros, direccion] }
}

export const start = (p: Partida): Partida => (p.fase === 'menu' ? { ...p, fase: 'jugando' } : p)
export const pause = (p: Partida): Partida => (p.fase === 'jugando' ? { ...p, fase: 'pausado' } : p)
export const resume = (p: Partida): Partida =>
  p.fase === 'pausado' ? { ...p, fase: 'jugando', espera: ESPERA_MANO_MS } : p

/** Advance the time of a game that is being played by as many steps as fit into it. */
export function advance(p: Partida, ms: number): Partida {
  if (p.fase !== 'jugando') return p
  let q: Partida = { ...p, resto: p.resto + ms, espera: Math.max(0, p.espera - ms) }
  while (q.fase === 'jugando' && q.resto >= pasoMs(q)) {
    const paso = pasoMs(q)
    const luego = move({ ...q, resto: q.resto - paso, tiempo: q.tiempo + paso })
    if (q.espera > 0 && luego.fase === 'fin') return { ...q, resto: 0 }
    q = luego
  }
  return q
}

/** One step. */
export function move(p: Partida): Partida {
  const [direccion = p.direccion, ...giros] = p.giros
  const avance = AVANCE[direccion]
  const [primera] = p.serpiente
  if (!primera) return p
  let cabeza = { x: primera.x + avance.x, y: primera.y + avance.y }
  const fuera = cabeza.x < 0 || cabeza.y < 0 || cabeza.x >= p.lado || cabeza.y >= p.lado
  if (fuera && p.atraviesa) cabeza = { x: (cabeza.x + p.lado) % p.lado, y: (cabeza.y + p.lado) % p.lado }
  const come = p.comida !== null && same(p.comida, cabeza)
  // The tail moves away as the head arrives, unless the snake grows.
  const cuerpo = come ? p.serpiente : p.serpiente.slice(0, -1)
  const choca = (fuera && !p.atraviesa) || occupies(p.obstaculos, cabeza) || occupies(cuerpo, cabeza)
  if (choca) return { ...p, direccion, giros: [], fase: 'fin' }
  const poder = p.poder && p.tiempo < p.poder.hasta ? p.poder : null
  const q: Partida = { ...p, direccion, giros, poder, serpiente: [cabeza, ...cuerpo] }
  return come ? eat(q) : q.poder && same(q.poder.punto, cabeza) ? takePoder(q) : q
}

function eat(p: Partida): Partida {
  const [comida, semilla] = hueco({ ...p, comida: null })
  const q: Partida = { ...p, puntos: p.puntos + PUNTOS_COMIDA, comida, semilla }
  // A full board is won.
  if (!comida) return { ...q, fase: 'fin' }
  const [suerte, segunda] = azar(q.semilla)
  if (q.poder || suerte >= PROBABILIDAD_PODER) return { ...q, semilla: segunda }
  const [cara, tercera] = azar(segunda)
  const [punto, cuarta] = hueco({ ...q, semilla: tercera })
  if (!punto) return { ...q, semilla: cuarta }
  const tipo = cara < 0.5 ? 'puntos' : 'lento'
  return { ...q, semilla: cuarta, poder: { tipo, punto, hasta: q.tiempo + DURACION_PODER_MS } }
}

const takePoder = (p: Partida): Partida =>
  p.poder?.tipo === 'puntos'
    ? { ...p, poder: null, puntos: p.puntos + PUNTOS_PODER }
    : { ...p, poder: null, lentoHasta: p.tiempo + DURACION_LENTO_MS }
