import { decodeAnuncio, mergeAnuncios } from '../anuncios/anuncio'
import {
  extraPosible,
  isObjeto,
  isRotatoria,
  type MedidasBrutas,
  medidasPosibles,
  normalizeMac,
  normalizeRssi,
  normalizeTiempo,
  type Objeto,
} from '../campos'
import type { Contexto, Decodificado, Lectura, LecturaAnuncio, Rechazo } from '../lectura'

/** Rows of one message that are read; the rest is one rejection. */
export const MAX_FILAS = 5000

/** One hearing as the payload spells it; every field is checked here. */
export type FilaBruta = {
  mac: unknown
  lector?: unknown
  rssi?: unknown
  tiempo?: unknown
  /** The payload calls the address random. */
  aleatoria?: boolean
  medidas?: MedidasBrutas
  /** Raw adverts in hex; what is no string or empty was only heard. */
  anuncios?: unknown[]
  /** Advert data that the decoder took apart itself. */
  leido?: (LecturaAnuncio | null)[]
  extra?: Objeto
}

/** Collects what one message says; the one place where a Lectura, a Rechazo and a living gateway are made. */
export class Mensaje {
  readonly #contexto: Contexto
  readonly #lecturas: Lectura[] = []
  readonly #rechazos: Rechazo[] = []
  readonly #lectores = new Map<string, number | null>()
  #filas = 0
  #lleno = false

  constructor(contexto: Contexto) {
    this.#contexto = contexto
  }

  /** The JSON value of the text, or undefined and a rejection. */
  json(texto: string): unknown {
    try {
      return JSON.parse(texto.charCodeAt(0) === 0xfeff ? texto.slice(1) : texto)
    } catch {
      this.refuse('json_invalido', 'El mensaje no es JSON válido')
      return undefined
    }
  }

  /** The objects among the first rows; any other row is a rejection. */
  *filas(lista: Iterable<unknown>): Generator<Objeto> {
    for (const fila of lista) {
      if (!this.countFila()) return
      if (isObjeto(fila)) yield fila
      else this.refuse('fila_invalida', `La fila ${this.#filas} no es un objeto`)
    }
  }

  /** False, with one rejection, from the first row too many on. */
  countFila(): boolean {
    if (this.#filas < MAX_FILAS) {
      this.#filas++
      return true
    }
    this.#overflow()
    return false
  }

  #overflow(): void {
    if (this.#lleno) return
    this.#lleno = true
    this.refuse('demasiadas_filas', `El mensaje tiene más de ${MAX_FILAS} filas; el resto no se lee`)
  }

  refuse(motivo: string, detalle: string): void {
    this.#rechazos.push({ motivo, detalle })
  }

  /** A gateway that this message proves alive; null when the name is no MAC. */
  latido(lector: unknown, reloj: unknown = null): string | null {
    const mac = normalizeMac(lector)
    if (!mac) return null
    const hora = reloj === null ? null : normalizeTiempo(reloj)
    if (hora !== null || !this.#lectores.has(mac)) this.#lectores.set(mac, hora)
    return mac
  }

  /** One hearing. An unreadable raw advert still counts as heard. */
  lectura(fila: FilaBruta): void {
    if (this.#lecturas.length >= MAX_FILAS) {
      this.#overflow()
      return
    }
    const anuncio = mergeAnuncios([...(fila.leido ?? []), ...this.#anuncios(fila.anuncios ?? [])])
    const mac = normalizeMac(fila.mac ?? anuncio.mac)
    if (!mac) {
      this.refuse('mac_invalida', `La fila ${this.#filas} no tiene una MAC válida`)
      return
    }
    this.#lecturas.push({
      mac,
      lector: this.latido(fila.lector) ?? this.latido(this.#contexto.lectorTopic),
      rssi: normalizeRssi(fila.rssi),
      tiempo: normalizeTiempo(fila.tiempo),
      macAleatoria: fila.aleatoria === true && isRotatoria(mac),
      medidas: { ...anuncio.medidas, ...medidasPosibles(fila.medidas ?? {}) },
      extra: extraPosible(anuncio.extra, fila.extra ?? {}),
    })
  }

  #anuncios(crudos: unknown[]): (LecturaAnuncio | null)[] {
    return crudos
      .filter((crudo) => typeof crudo === 'string' && crudo.trim() !== '')
      .map((crudo) => {
        const leido = decodeAnuncio(crudo)
        if (!leido) this.refuse('anuncio_ilegible', `El anuncio de la fila ${this.#filas} no se puede leer`)
        return leido
      })
  }

  resultado(): Decodificado {
    const lectores = [...this.#lectores].map(([mac, reloj]) => ({ mac, reloj }))
    return { lecturas: this.#lecturas, rechazos: this.#rechazos, lectores }
  }
}

/** The fields that were not read by name, for the extras. */
export function resto(fila: Objeto, leidos: ReadonlySet<string>): Objeto {
  const extra: Objeto = {}
  for (const clave of Object.keys(fila).slice(0, 200)) {
    if (!leidos.has(clave) && clave !== '__proto__') extra[clave] = fila[clave]
  }
  return extra
}

/** Three axes as one sample with a factor to g; undefined where one is missing. */
export function muestraDe(x: unknown, y: unknown, z: unknown, aG = 1): unknown[] | undefined {
  if (x === undefined || y === undefined || z === undefined) return undefined
  const ejes = [x, y, z].map((eje) => (typeof eje === 'string' && eje.trim() !== '' ? Number(eje) : eje))
  return ejes.every((eje) => typeof eje === 'number') ? [ejes.map((eje) => Number(eje) * aG)] : undefined
}
