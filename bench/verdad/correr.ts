import { Diario, type Sucesos, type Vida } from './diario'
import { type Dicho, Juez, type Nota } from './juez'
import { type Camino, type ErrorGrabacion, type Lectores, type Nombres, numero, readFilas } from './leer'

/** What is judged. Readers, tags and zones are numbers; times are seconds. */
export type Metodo = {
  /** @param moving undefined: the recording does not tell */
  hear(t: number, lector: number, tag: number, rssi: number, moving: boolean | undefined): void
  /** Fill in where the tag is at `t`; called some time after its hearings (`ESPERA_S`). */
  answer(t: number, tag: number, dicho: Dicho): void
  /** Called each minute of the recording; `dicho` takes what time alone changes. */
  tick?(t: number, dicho: (tag: number) => void): void
}

/** An answer waits this long for the others that heard the same advert, seconds. */
const ESPERA_S = 1
const MINUTO_S = 60
/** After this time without any reading nothing is asked any more until the next one, seconds. */
const CALLADO_S = 3600
/** Rows that each method takes in one go, between two looks at the clock. */
const TROZO = 16_384

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
 * A method, its judge and the time it took. Answers are logged and judged afterwards, and what asks for them makes no objects, so that neither work
 * is counted as the method's.
 */
class Prueba {
  readonly juez: Juez
  readonly diario: Diario
  #us = 0
  readonly #metodo: Metodo
  /** What is to be asked, in order: when, and about which tag; and by tag whether it is among these. */
  readonly #cuando: number[] = []
  readonly #quien: number[] = []
  readonly #espera: boolean[] = []
  /** Answers of this piece, the first `#dadas` of them; they are used again for the next one. */
  readonly #dichos: Dicho[] = []
  #dadas = 0
  #cabeza = 0
  #minuto = Number.NaN

  constructor(metodo: Metodo, caminos: ReadonlyMap<number, Camino>, sucesos: Sucesos) {
    this.#metodo = metodo
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

  /** Ask for what is due until `t`. */
  #until(t: number): void {
    for (;;) {
      const due = this.#cuando[this.#cabeza] ?? Number.POSITIVE_INFINITY
      if (Math.min(due, this.#minuto) > t) break
      if (due <= this.#minuto) {
        const tag = this.#quien[this.#cabeza++] as number
        this.#espera[tag] = false
        this.#ask(due, tag)
      } else {
        const ahora = this.#minuto
        this.#metodo.tick?.(ahora, (tag) => this.#ask(ahora, tag))
        this.#minuto = ahora + MINUTO_S
      }
    }
    if (this.#cabeza > 4096) {
      this.#cuando.splice(0, this.#cabeza)
      this.#quien.splice(0, this.#cabeza)
      this.#cabeza = 0
    }
  }

  run(trozo: Trozo): void {
    const desde = process.cpuUsage()
    for (let i = 0; i < trozo.n; i++) {
      const t = trozo.t[i] as number
      const tag = trozo.tag[i] as number
      const previa = trozo.previa[i] as number
      if (Number.isNaN(this.#minuto)) this.#minuto = t + MINUTO_S
      if (t - previa > CALLADO_S) {
        this.#until(previa + CALLADO_S)
        this.#minuto = t
      }
      this.#until(t)
      const moving = trozo.moving[i] as number
      this.#metodo.hear(
        t,
        trozo.lector[i] as number,
        tag,
        trozo.rssi[i] as number,
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

  end(t: number, lecturas: number): Resultado {
    const desde = process.cpuUsage()
    this.#until(t + ESPERA_S)
    const { user, system } = process.cpuUsage(desde)
    this.#us += user + system
    this.#judge()
    return {
      nota: this.juez.end(t, lecturas ? this.#us / lecturas : null),
      vida: this.diario.end(t),
      visitas: this.diario.dichas,
      bandas: this.juez.bandas,
    }
  }
}

/** Rows of readings.csv; `previa` is the time of the row before, `moving` -1 where it is not told. */
type Trozo = {
  n: number
  t: Float64Array
  previa: Float64Array
  lector: Int32Array
  tag: Int32Array
  rssi: Float64Array
  moving: Int8Array
}

const createTrozo = (): Trozo => ({
  n: 0,
  t: new Float64Array(TROZO),
  previa: new Float64Array(TROZO),
  lector: new Int32Array(TROZO),
  tag: new Int32Array(TROZO),
  rssi: new Float64Array(TROZO),
  moving: new Int8Array(TROZO),
})

export type Resultado = { nota: Nota; vida: Vida; visitas: Diario['dichas']; bandas: Juez['bandas'] }

/**
 * Feed `readings.csv` to each method, a piece at a time, and judge it. Throws ErrorGrabacion for what cannot be read.
 * @param caminos by tag, what is judged
 * @param sucesos what happened beside
 * @param maximo readings that are fed; those after them are passed over
 * @returns what came of each, and how many readings they were fed
 */
export async function runGrabacion<N extends string>(
  carpeta: string,
  lectores: Lectores,
  tags: Nombres,
  caminos: ReadonlyMap<number, Camino>,
  sucesos: Sucesos,
  metodos: Record<N, Metodo>,
  fallo: (que: string) => ErrorGrabacion,
  maximo = Number.POSITIVE_INFINITY,
): Promise<{ resultados: Record<N, Resultado>; lecturas: number }> {
  const pruebas = Object.entries<Metodo>(metodos).map(
    ([n, m]) => [n, new Prueba(m, caminos, sucesos)] as const,
  )
  const numeros = new Map(lectores.nombres.map((n, i) => [n, i]))
  const trozo = createTrozo()
  let previa = Number.NaN
  let lecturas = 0
  const flush = () => {
    for (const [, p] of pruebas) p.run(trozo)
    lecturas += trozo.n
    trozo.n = 0
  }
  const hay = await readFilas(
    carpeta,
    'readings.csv',
    ['t', 'reader', 'tag', 'rssi'],
    ['moving'],
    ([t, reader, tag, rssi, moving], mal) => {
      const lector = numeros.get(reader as string)
      if (lector === undefined) throw mal(`el lector «${(reader ?? '').slice(0, 40)}» no está en readers.csv`)
      if (!tag) throw mal('falta el tag')
      if (moving && moving !== '0' && moving !== '1')
        throw mal(`moving debe ser 0 o 1: «${moving.slice(0, 40)}»`)
      const { n } = trozo
      if (lecturas + n >= maximo) return
      const cuando = numero(t, 't', mal)
      if (cuando < previa) throw mal(`no está ordenado por t: ${cuando} viene después de ${previa}`)
      trozo.t[n] = cuando
      trozo.previa[n] = Number.isNaN(previa) ? cuando : previa
      trozo.lector[n] = lector
      trozo.tag[n] = tags.add(tag)
      trozo.rssi[n] = numero(rssi, 'rssi', mal)
      trozo.moving[n] = moving ? Number(moving) : -1
      previa = cuando
      trozo.n++
      if (trozo.n === TROZO) flush()
    },
  )
  if (!hay) throw fallo('readings.csv: no existe')
  flush()
  if (!lecturas) throw fallo('readings.csv: no tiene ninguna lectura')
  const resultados = Object.fromEntries(pruebas.map(([n, p]) => [n, p.end(previa, lecturas)]))
  return { resultados: resultados as Record<N, Resultado>, lecturas }
}
