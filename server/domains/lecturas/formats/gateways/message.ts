import { decodeAnuncio, mergeAnuncios } from '../adverts/anuncio'
import {
  extraPosible,
  isObject,
  isRotatoria,
  type MedidasBrutas,
  medidasPosibles,
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
  readonly #contexto: Context
  readonly #lecturas: Lectura[] = []
  readonly #rechazos: Rejection[] = []
  readonly #lectores = new Map<string, number | null>()
  #filas = 0
  #lleno = false

  constructor(context: Context) {
    this.#contexto = context
  }

  /** Parse the text as JSON; undefined, with a rejection: it is none. */
  json(text: string): unknown {
    try {
      return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
    } catch {
      this.refuse('json_invalido', 'El mensaje no es JSON válido')
      return undefined
    }
  }

  /** The rows that are objects, up to MAX_ROWS; any other row is a rejection. */
  *filas(list: Iterable<unknown>): Generator<Objeto> {
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
    const mac = normalizeMac(lector)
    if (!mac) return null
    const hour = reloj === null ? null : normalizeTime(reloj)
    if (hour !== null || !this.#lectores.has(mac)) this.#lectores.set(mac, hour)
    return mac
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
      lector: this.latido(row.lector) ?? this.latido(this.#contexto.lectorTopic),
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
    const lectores = [...this.#lectores].map(([mac, reloj]) => ({ mac, reloj }))
    return { lecturas: this.#lecturas, rechazos: this.#rechazos, lectores }
  }
}

/** The fields that the decoder does not read by name; they become extras. */
export function resto(row: Objeto, leidos: ReadonlySet<string>): Objeto {
  const extra: Objeto = {}
  for (const clave of Object.keys(row).slice(0, 200)) {
    if (!leidos.has(clave) && clave !== '__proto__') extra[clave] = row[clave]
  }
  return extra
}

/** Three axes as one sample, times a factor to g; undefined: an axis is missing. */
export function sampleOf(x: unknown, y: unknown, z: unknown, aG = 1): unknown[] | undefined {
  if (x === undefined || y === undefined || z === undefined) return undefined
  const axes = [x, y, z].map((axis) => (typeof axis === 'string' && axis.trim() !== '' ? Number(axis) : axis))
  return axes.every((axis) => typeof axis === 'number') ? [axes.map((axis) => Number(axis) * aG)] : undefined
}
