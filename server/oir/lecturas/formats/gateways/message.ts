import { decodeAnuncio, mergeAnuncios } from '../adverts/anuncio'
import {
  extraPosible,
  isObject,
  isRotatoria,
  type MedidasBrutas,
  medidasPosibles,
  normalizeLector,
  normalizeMac,
  normalizeRssi,
  normalizeTime,
  type Objeto,
} from '../fields'
import type { Context, Decodificado, Lectura, LecturaAnuncio, Rejection } from '../lectura'

/** Most rows of one message that are read; all the others together are one rejection. */
export const MAX_ROWS = 5000

/** One hearing as the payload has it, unchecked; `lectura` checks every field. */
export type FilaBruta = {
  mac: unknown
  lector?: unknown
  /** Reader without a MAC, by its serial. It counts where nothing else names one. */
  lectorSerie?: unknown
  rssi?: unknown
  tiempo?: unknown
  /** The payload says that the address is random. */
  aleatoria?: boolean
  medidas?: MedidasBrutas
  /** Raw adverts in hex. Entries that are empty or no strings are skipped: the tag was only heard. */
  anuncios?: unknown[]
  /** Parts of the advert that the decoder has decoded itself. */
  leido?: (LecturaAnuncio | null)[]
  extra?: Objeto
}

/** Collects the content of one message. Only this class makes readings, rejections and live gateways. */
export class Message {
  readonly #lectorTopic: string | null
  readonly #remitente: string | null
  readonly #lecturas: Lectura[] = []
  readonly #rechazos: Rejection[] = []
  readonly #lectores = new Map<string, number | null>()
  #filas = 0
  #lleno = false
  /** Understood, and with nothing in it. */
  #vacio = false

  constructor({ lectorTopic, remitente }: Context) {
    this.#lectorTopic = normalizeLector(lectorTopic)
    this.#remitente = normalizeLector(remitente)
  }

  /** Parse the text as JSON; undefined, with a rejection: it is none. */
  json(text: string): unknown {
    try {
      return JSON.parse(clean(text))
    } catch {
      this.refuse('json_invalido', 'El mensaje no es JSON válido')
      return undefined
    }
  }

  /** The rows that are objects, up to MAX_ROWS; any other row is a rejection. A sender with nothing to tell is alive. */
  *filas(list: readonly unknown[]): Generator<Objeto> {
    if (list.length === 0) this.noteEmpty()
    for (const row of list) {
      if (!this.countFila()) return
      if (isObject(row)) yield row
      else this.refuse('fila_invalida', `La fila ${this.#filas} no es un objeto`)
    }
  }

  /** Count a row. False, with one rejection for all: there are too many rows. */
  countFila(): boolean {
    if (this.#filas < MAX_ROWS) {
      this.#filas++
      return true
    }
    this.#overflow()
    return false
  }

  #overflow(): void {
    if (this.#lleno) return
    this.#lleno = true
    this.refuse('demasiadas_filas', `El mensaje tiene más de ${MAX_ROWS} filas; el resto no se lee`)
  }

  refuse(motivo: string, detalle: string): void {
    this.#rechazos.push({ motivo, detalle })
  }

  /**
   * Note that a gateway is alive.
   * @returns its MAC; null: the name is no MAC
   */
  latido(lector: unknown, reloj: unknown = null): string | null {
    return this.#noteAlive(normalizeMac(lector), reloj)
  }

  /**
   * Note that the sender is alive: the gateway of the topic, else the reader of the credential.
   * @returns its MAC or serial; null: nothing names it
   */
  latidoPropio(reloj: unknown = null, serie: unknown = null): string | null {
    return this.#noteAlive(this.#lectorTopic ?? normalizeLector(serie) ?? this.#remitente, reloj)
  }

  #noteAlive(lector: string | null, reloj: unknown): string | null {
    if (!lector) return null
    const hour = reloj === null ? null : normalizeTime(reloj)
    if (hour !== null || !this.#lectores.has(lector)) this.#lectores.set(lector, hour)
    return lector
  }

  /** A list without rows: its sender heard nothing, and is alive. */
  noteEmpty(): void {
    this.#vacio = true
    this.latidoPropio()
  }

  /** A gateway says that it is gone, or its broker does: that is no sign of life, and nothing to look at. */
  noteFarewell(): void {
    this.#vacio = true
  }

  /** Add one hearing. It counts even if its raw advert is unreadable. */
  lectura(row: FilaBruta): void {
    if (this.#lecturas.length >= MAX_ROWS) {
      this.#overflow()
      return
    }
    const anuncio = mergeAnuncios([...(row.leido ?? []), ...this.#anuncios(row.anuncios ?? [])])
    const mac = normalizeMac(row.mac ?? anuncio.mac)
    if (!mac) {
      this.refuse('mac_invalida', `La fila ${this.#filas} no tiene una MAC válida`)
      return
    }
    this.#lecturas.push({
      mac,
      lector: this.latido(row.lector) ?? this.latidoPropio(null, row.lectorSerie),
      rssi: normalizeRssi(row.rssi),
      tiempo: normalizeTime(row.tiempo),
      macAleatoria: row.aleatoria === true && isRotatoria(mac),
      medidas: { ...anuncio.medidas, ...medidasPosibles(row.medidas ?? {}) },
      extra: extraPosible(anuncio.extra, row.extra ?? {}),
    })
  }

  #anuncios(crudos: unknown[]): (LecturaAnuncio | null)[] {
    return crudos
      .filter((crudo) => typeof crudo === 'string' && crudo.trim() !== '')
      .map((crudo) => {
        const parsed = decodeAnuncio(crudo)
        if (!parsed) this.refuse('anuncio_ilegible', `El anuncio de la fila ${this.#filas} no se puede leer`)
        return parsed
      })
  }

  resultado(): Decodificado {
    if (!this.#lecturas.length && !this.#lectores.size && !this.#rechazos.length && !this.#vacio)
      this.refuse('sin_lecturas', 'El mensaje no trae nada que se pueda leer')
    const lectores = [...this.#lectores].map(([mac, reloj]) => ({ mac, reloj }))
    return { lecturas: this.#lecturas, rechazos: this.#rechazos, lectores }
  }
}

/** The text without a byte order mark, and without the NUL that firmware in C sends along as the end of its text. */
export function clean(text: string): string {
  const desde = text.charCodeAt(0) === 0xfeff ? 1 : 0
  let hasta = text.length
  while (hasta > desde && text.charCodeAt(hasta - 1) === 0) hasta--
  return text.slice(desde, hasta)
}

/** The fields that the decoder does not read by name; they become extras. What no key of an extra may hold becomes `_`. */
export function resto(row: Objeto, leidos: ReadonlySet<string>): Objeto {
  const extra: Objeto = {}
  for (const clave of Object.keys(row).slice(0, 200)) {
    if (leidos.has(clave)) continue
    const nombre = /[ @/]/.test(clave) ? clave.replace(/[^\w.-]+/g, '_') : clave
    if (nombre !== '__proto__') extra[nombre] = row[clave]
  }
  return extra
}

/** Three axes as one sample, times a factor to g; undefined: an axis is missing. */
export function sampleOf(x: unknown, y: unknown, z: unknown, aG = 1): unknown[] | undefined {
  if (x === undefined || y === undefined || z === undefined) return undefined
  const axes = [x, y, z].map((axis) => (typeof axis === 'string' && axis.trim() !== '' ? Number(axis) : axis))
  return axes.every((axis) => typeof axis === 'number') ? [axes.map((axis) => Number(axis) * aG)] : undefined
}
