import { checkDigit, reviewTipo } from '#contract/valores/epcis'

/** What the identifiers of a company are made of. */
export type Claves = {
  prefijo: string | null
  dominio: string | null
  gln: string | null
  /** Where our own URIs begin. */
  base: string
  familias: readonly { familia: string; tipo: string }[]
  lugares: readonly { ubicacion: number; gln: string | null; extension: string | null }[]
}

const CANONICO = 'https://id.gs1.org'
const sinBarra = (s: string) => s.replace(/\/+$/, '')

/** Asset type of a family; null: a container of it has no GRAI. */
const tipoOf = ({ prefijo, familias }: Claves, familia: string | null): string | null => {
  if (prefijo === null) return null
  const tipo = familias.find((f) => f.familia === (familia ?? ''))?.tipo
  return tipo === undefined || reviewTipo(tipo, prefijo) !== null ? null : tipo
}

/** GRAI of a container, as digits: 0, twelve of company and type, check digit, and its number as the serial. Null: it has none. */
export function graiOf(c: Claves, contenedor: { id: number; familia: string | null }): string | null {
  const tipo = tipoOf(c, contenedor.familia)
  if (tipo === null) return null
  const doce = c.prefijo + tipo
  return `0${doce}${checkDigit(doce)}${contenedor.id}`
}

export const graiUrn = (prefijo: string, grai: string): string =>
  `urn:epc:id:grai:${prefijo}.${grai.slice(1 + prefijo.length, 13)}.${grai.slice(14)}`

export const graiLink = (dominio: string, grai: string): string => `${sinBarra(dominio)}/8003/${grai}`

/** How events name a container. Our own URIs have the form of the CBV (8.2.3); a number after a hyphen looks like a date to some programs. */
export function epcOf(c: Claves, contenedor: { id: number; familia: string | null }): string {
  const grai = graiOf(c, contenedor)
  if (grai === null || c.prefijo === null) return `${sinBarra(c.base)}/epcis/obj/contenedor_${contenedor.id}`
  return c.dominio ? graiLink(c.dominio, grai) : graiUrn(c.prefijo, grai)
}

/** How events name a tag: a GIAI, whose asset reference is its MAC. A serial that GS1 does not let stand in one has our own URI. */
export function tagOf(c: Claves, mac: string): string {
  if (c.prefijo === null || !/^[0-9A-Za-z_-]+$/.test(mac) || c.prefijo.length + mac.length > 30)
    return `${sinBarra(c.base)}/epcis/obj/etiqueta_${encodeURIComponent(mac)}`
  return c.dominio ? `${sinBarra(c.dominio)}/8004/${c.prefijo}${mac}` : `urn:epc:id:giai:${c.prefijo}.${mac}`
}

/** GLN of a place and its extension; one without a GLN of its own extends the company's by its number. */
export function glnOf(c: Claves, ubicacion: number): { gln: string; extension: string | null } | null {
  const suyo = c.lugares.find((l) => l.ubicacion === ubicacion)
  if (suyo?.gln) return { gln: suyo.gln, extension: suyo.extension }
  return c.gln ? { gln: c.gln, extension: suyo?.extension ?? String(ubicacion) } : null
}

/**
 * How events name a place. An EPC URN says how long the company prefix is, so a GLN of somebody else's prefix is named by the Digital Link
 * of GS1 where the company has no domain.
 */
export function placeOf(c: Claves, ubicacion: number): string {
  const k = glnOf(c, ubicacion)
  if (!k) return `${sinBarra(c.base)}/epcis/loc/lugar_${ubicacion}`
  if (!c.dominio && c.prefijo && k.gln.startsWith(c.prefijo))
    return `urn:epc:id:sgln:${c.prefijo}.${k.gln.slice(c.prefijo.length, 12)}.${k.extension ?? '0'}`
  return `${sinBarra(c.dominio ?? CANONICO)}/414/${k.gln}${k.extension ? `/254/${k.extension}` : ''}`
}

const URN = /^urn:epc:id:(grai|sgln|giai):(\d{6,12})\.(.+)$/

/** The form that events are compared in: the Digital Link of GS1, whoever's domain or EPC URN it was. */
export function canonicalOf(uri: string): string {
  const link = /^https?:\/\/.*?(\/(?:8003|8004|414)\/[^?#]+)$/.exec(uri)
  if (link) return CANONICO + link[1]
  const [, kind, prefijo = '', rest = ''] = URN.exec(uri) ?? []
  if (kind === 'giai') return `${CANONICO}/8004/${prefijo}${rest}`
  if (!kind) return uri
  const [ref = '', ...serial] = rest.split('.')
  const doce = prefijo + ref
  const digits = doce + checkDigit(doce)
  if (kind === 'grai') return `${CANONICO}/8003/0${digits}${serial.join('.')}`
  const extension = serial.join('.')
  return `${CANONICO}/414/${digits}${extension === '0' ? '' : `/254/${extension}`}`
}
