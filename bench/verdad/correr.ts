import { Diario, type Sucesos, type Vida } from './diario'
import { type Dicho, Juez, type Nota } from './juez'
import { type Camino, type ErrorGrabacion, type Lectores, type Nombres, numero, readRows } from './leer'

/** A judged method. Readers, tags and zones are numbers; times are seconds. */
export type Method = {
  /** @param moving undefined: not recorded */
  hear(t: number, lector: number, tag: number, rssi: number, moving: boolean | undefined): void
  /** Fill in where the tag is at `t`; called some time after its readings (`ESPERA_S`). */
  answer(t: number, tag: number, dicho: Dicho): void
  /** Called each minute of the recording; it calls `dicho` for tags whose answer changes with time alone. */
  tick?(t: number, dicho: (tag: number) => void): void
  /** Processor time in µs of work that the product does outside of a reading, once per walk: not part of the cost of a reading. */
  aside?(): number
}

/** Seconds that an answer waits for other readers of the same advert. */
const ESPERA_S = 1
const MINUTE_S = 60
/** Seconds without any reading after which no answers are requested until the next reading. */
const CALLADO_S = 3600
/** Rows that each method processes in one go, between two time measurements. */
const CHUNK = 16_384

const createDicho = (): Dicho => ({
  t: 0,
  tag: 0,
  primera: -1,
  segunda: -1,
  p: 0,
  desde: undefined,
  enCamino: false,
  dice: false,
  lejos: false,
  quedo: false,
})

/**
 * A method, its judge and its processor time. Answers are stored and judged afterwards, and requesting them creates no objects, so that
 * neither work is counted as the method's.
 */
class Prueba {
  readonly juez: Juez
  readonly diario: Diario
  #us = 0
  readonly #metodo: Method
  /** Queue of due answers: their times. */
  readonly #cuando: number[] = []
  /** Queue of due answers: their tags. */
  readonly #quien: number[] = []
  /** By tag: whether an answer is queued. */
  readonly #espera: boolean[] = []
  /** Answers of this chunk, of which the first `#dadas` are valid; the objects are reused for the next chunk. */
  readonly #dichos: Dicho[] = []
  #dadas = 0
  #cabeza = 0
  #minuto = Number.NaN

  constructor(method: Method, caminos: ReadonlyMap<number, Camino>, sucesos: Sucesos) {
    this.#metodo = method
    this.juez = new Juez(caminos)
    this.diario = new Diario(caminos, sucesos)
  }

  #judge(): void {
    for (let k = 0; k < this.#dadas; k++) {
      const d = this.#dichos[k] as Dicho
      this.juez.say(d)
      this.diario.say(d)
    }
    this.#dadas = 0
  }

  #ask(t: number, tag: number): void {
    if (this.#dadas === this.#dichos.length) this.#dichos.push(createDicho())
    const dicho = this.#dichos[this.#dadas++] as Dicho
    dicho.t = t
    dicho.tag = tag
    dicho.primera = dicho.segunda = -1
    dicho.p = 0
    dicho.desde = undefined
    dicho.enCamino = dicho.dice = dicho.lejos = dicho.quedo = false
    this.#metodo.answer(t, tag, dicho)
  }

  /** Request the answers that are due until `t`. */
  #until(t: number): void {
    for (;;) {
      const due = this.#cuando[this.#cabeza] ?? Number.POSITIVE_INFINITY
      if (Math.min(due, this.#minuto) > t) break
      if (due <= this.#minuto) {
        const tag = this.#quien[this.#cabeza++] as number
        this.#espera[tag] = false
        this.#ask(due, tag)
      } else {
        const now = this.#minuto
        this.#metodo.tick?.(now, (tag) => this.#ask(now, tag))
        this.#minuto = now + MINUTE_S
      }
    }
    if (this.#cabeza > 4096) {
      this.#cuando.splice(0, this.#cabeza)
      this.#quien.splice(0, this.#cabeza)
      this.#cabeza = 0
    }
  }

  run(chunk: Chunk): void {
    const desde = process.cpuUsage()
    for (let i = 0; i < chunk.n; i++) {
      const t = chunk.t[i] as number
      const tag = chunk.tag[i] as number
      const previa = chunk.previa[i] as number
      if (Number.isNaN(this.#minuto)) this.#minuto = t + MINUTE_S
      if (t - previa > CALLADO_S) {
        this.#until(previa + CALLADO_S)
        this.#minuto = t
      }
      this.#until(t)
      const moving = chunk.moving[i] as number
      this.#metodo.hear(
        t,
        chunk.lector[i] as number,
        tag,
        chunk.rssi[i] as number,
        moving < 0 ? undefined : moving > 0,
      )
      if (this.#espera[tag]) continue
      this.#espera[tag] = true
      this.#cuando.push(t + ESPERA_S)
      this.#quien.push(tag)
    }
    const { user, system } = process.cpuUsage(desde)
    this.#us += user + system
    this.#judge()
  }

  end(t: number, lecturas: number): Result {
    const desde = process.cpuUsage()
    this.#until(t + ESPERA_S)
    const { user, system } = process.cpuUsage(desde)
    this.#us += user + system
    this.#judge()
    return {
      nota: this.juez.end(t, lecturas ? (this.#us - (this.#metodo.aside?.() ?? 0)) / lecturas : null),
      vida: this.diario.end(t),
      visitas: this.diario.dichas,
      bandas: this.juez.bandas,
    }
  }
}

/** Rows of readings.csv; `previa`: time of the row before; `moving`: -1 where it is not recorded. */
type Chunk = {
  n: number
  t: Float64Array
  previa: Float64Array
  lector: Int32Array
  tag: Int32Array
  rssi: Float64Array
  moving: Int8Array
}

const createChunk = (): Chunk => ({
  n: 0,
  t: new Float64Array(CHUNK),
  previa: new Float64Array(CHUNK),
  lector: new Int32Array(CHUNK),
  tag: new Int32Array(CHUNK),
  rssi: new Float64Array(CHUNK),
  moving: new Int8Array(CHUNK),
})

export type Result = { nota: Nota; vida: Vida; visitas: Diario['dichas']; bandas: Juez['bandas'] }

/**
 * Feed `readings.csv` to each method in chunks, and judge it. Throws ErrorGrabacion for a file that cannot be read.
 * @param caminos the truth by tag
 * @param sucesos other events of the recording
 * @param maximum maximum number of readings that are fed; later ones are skipped
 * @returns the results of each method, and the number of readings that were fed
 */
export async function runGrabacion<N extends string>(
  folder: string,
  lectores: Lectores,
  tags: Nombres,
  caminos: ReadonlyMap<number, Camino>,
  sucesos: Sucesos,
  methods: Record<N, Method>,
  failure: (que: string) => ErrorGrabacion,
  maximum = Number.POSITIVE_INFINITY,
): Promise<{ resultados: Record<N, Result>; lecturas: number }> {
  const pruebas = Object.entries<Method>(methods).map(
    ([n, m]) => [n, new Prueba(m, caminos, sucesos)] as const,
  )
  const numbers = new Map(lectores.nombres.map((n, i) => [n, i]))
  const chunk = createChunk()
  let previa = Number.NaN
  let lecturas = 0
  const flush = () => {
    for (const [, p] of pruebas) p.run(chunk)
    lecturas += chunk.n
    chunk.n = 0
  }
  const hay = await readRows(
    folder,
    'readings.csv',
    ['t', 'reader', 'tag', 'rssi'],
    ['moving'],
    ([t, reader, tag, rssi, moving], mal) => {
      const lector = numbers.get(reader as string)
      if (lector === undefined) throw mal(`el lector «${(reader ?? '').slice(0, 40)}» no está en readers.csv`)
      if (!tag) throw mal('falta el tag')
      if (moving && moving !== '0' && moving !== '1')
        throw mal(`moving debe ser 0 o 1: «${moving.slice(0, 40)}»`)
      const { n } = chunk
      if (lecturas + n >= maximum) return
      const cuando = numero(t, 't', mal)
      if (cuando < previa) throw mal(`no está ordenado por t: ${cuando} viene después de ${previa}`)
      chunk.t[n] = cuando
      chunk.previa[n] = Number.isNaN(previa) ? cuando : previa
      chunk.lector[n] = lector
      chunk.tag[n] = tags.add(tag)
      chunk.rssi[n] = numero(rssi, 'rssi', mal)
      chunk.moving[n] = moving ? Number(moving) : -1
      previa = cuando
      chunk.n++
      if (chunk.n === CHUNK) flush()
    },
  )
  if (!hay) throw failure('readings.csv: no existe')
  flush()
  if (!lecturas) throw failure('readings.csv: no tiene ninguna lectura')
  const results = Object.fromEntries(pruebas.map(([n, p]) => [n, p.end(previa, lecturas)]))
  return { resultados: results as Record<N, Result>, lecturas }
}
