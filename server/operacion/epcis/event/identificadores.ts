import { checkDigit, reviewTipo } from '#contract/operacion/epcis/values'

/** The parts of a company's identifiers. */
export type Claves = {
  prefijo: string | null
  dominio: string | null
  gln: string | null
  /** Base of our own URIs. */
  base: string
  familias: readonly { familia: string; tipo: string }[]
  lugares: readonly { ubicacion: number; gln: string | null; extension: string | null }[]
}

const CANONICO = 'https://id.gs1.org'
const sinBarra = (s: string) => s.replace(/\/+$/, '')

/** Asset type of a family; null: its containers have no GRAI. */
const tipoOf = ({ prefijo, familias }: Claves, familia: string | null): string | null => {
  if (prefijo === null) return null
  const tipo = familias.find((f) => f.familia === (familia ?? ''))?.tipo
  return tipo === undefined || reviewTipo(tipo, prefijo) !== null ? null : tipo
}

/**
 * GRAI of a container: 0, twelve digits of company prefix and asset type, the check digit, and the container's id as the serial. Null: it
 * has none.
 */
export function graiOf(c: Claves, contenedor: { id: number; familia: string | null }): string | null {
  const tipo = tipoOf(c, contenedor.familia)
  if (tipo === null) return null
  const doce = c.prefijo + tipo
  return `0${doce}${checkDigit(doce)}${contenedor.id}`
}

export const graiUrn = (prefijo: string, grai: string): string =>
  `urn:epc:id:grai:${prefijo}.${grai.slice(1 + prefijo.length, 13)}.${grai.slice(14)}`

export const graiLink = (dominio: string, grai: string): string => `${sinBarra(dominio)}/8003/${grai}`

/** URI of a container. Our own URIs have the form of the CBV (8.2.3), without a hyphen before the id: some programs read that as a date. */
export function epcOf(c: Claves, contenedor: { id: number; familia: string | null }): string {
  const grai = graiOf(c, contenedor)
  if (grai === null || c.prefijo === null) return `${sinBarra(c.base)}/epcis/obj/contenedor_${contenedor.id}`
  return c.dominio ? graiLink(c.dominio, grai) : graiUrn(c.prefijo, grai)
}

/** URI of a tag: a GIAI with the MAC as its asset reference. A serial with characters that GS1 does not allow gets our own URI. */
export function tagOf(c: Claves, mac: string): string {
  if (c.prefijo === null || !/^[0-9A-Za-z_-]+$/.test(mac) || c.prefijo.length + mac.length > 30)
    return `${sinBarra(c.base)}/epcis/obj/etiqueta_${encodeURIComponent(mac)}`
  return c.dominio ? `${sinBarra(c.dominio)}/8004/${c.prefijo}${mac}` : `urn:epc:id:giai:${c.prefijo}.${mac}`
}

/** GLN of a place and its extension; a place without a GLN of its own has the company's GLN, extended by its id. */
export function glnOf(c: Claves, ubicacion: number): { gln: string; extension: string | null } | null {
  const suyo = c.lugares.find((l) => l.ubicacion === ubicacion)
  if (suyo?.gln) return { gln: suyo.gln, extension: suyo.extension }
  return c.gln ? { gln: c.gln, extension: suyo?.extension ?? String(ubicacion) } : null
}

/**
 * URI of a place. An EPC URN states the length of the company prefix, which is unknown for another company's GLN: without a domain of the
 * company that place gets a GS1 Digital Link.
 */
export function placeOf(c: Claves, ubicacion: number): string {
  const k = glnOf(c, ubicacion)
  if (!k) return `${sinBarra(c.base)}/epcis/loc/lugar_${ubicacion}`
  if (!c.dominio && c.prefijo && k.gln.startsWith(c.prefijo))
    return `urn:epc:id:sgln:${c.prefijo}.${k.gln.slice(c.prefijo.length, 12)}.${k.extension ?? '0'}`
  return `${sinBarra(c.dominio ?? CANONICO)}/414/${k.gln}${k.extension ? `/254/${k.extension}` : ''}`
}

type Alias = Pick<Claves, 'prefijo' | 'dominio'>

/** The EPC URN of a GS1 Digital Link's path; null for one that is not of the company's prefix, whose length a URN has to say. */
function urnOf(path: string, prefijo: string): string | null {
  const [, grai = ''] = /^\/8003\/(0\d{13}.+)$/.exec(path) ?? []
  if (grai.startsWith(`0${prefijo}`)) return graiUrn(prefijo, grai)
  const [, giai = ''] = /^\/8004\/(.+)$/.exec(path) ?? []
  if (giai.startsWith(prefijo)) return `urn:epc:id:giai:${prefijo}.${giai.slice(prefijo.length)}`
  const [, gln = '', extension = '0'] = /^\/414\/(\d{13})(?:\/254\/(.+))?$/.exec(path) ?? []
  if (gln.startsWith(prefijo))
    return `urn:epc:id:sgln:${prefijo}.${gln.slice(prefijo.length, 12)}.${extension}`
  return null
}

const domainsOf = ({ dominio }: Alias) => [CANONICO, ...(dominio ? [sinBarra(dominio)] : [])]

/** All names under which an identifier may have been published: as it is given, as an EPC URN, and as a link of GS1's or the company's domain. */
export function aliasesOf(c: Alias, uri: string): string[] {
  const canonical = canonicalOf(uri)
  if (!canonical.startsWith(`${CANONICO}/`)) return [uri]
  const path = canonical.slice(CANONICO.length)
  const urn = c.prefijo === null ? null : urnOf(path, c.prefijo)
  return [...new Set([uri, ...domainsOf(c).map((d) => d + path), ...(urn === null ? [] : [urn])])]
}

const PATTERN = /^urn:epc:idpat:(grai|giai):(\d{6,12})(?:\.(\d*))?(?:\.\*)+$/
export const isPattern = (uri: string): boolean => PATTERN.test(uri)

/** What the names that a pattern matches begin with: `urn:epc:idpat:grai:8412345.00001.*` is an asset type, `…:8412345.*.*` a company. */
export function startsOf(c: Alias, pattern: string): string[] {
  const [, kind, prefijo = '', ref] = PATTERN.exec(pattern) ?? []
  if (kind === undefined) return []
  const urn = `urn:epc:id:${kind}:${prefijo}.${ref === undefined ? '' : `${ref}.`}`
  const doce = prefijo + (ref ?? '')
  const whole = kind === 'grai' && ref !== undefined
  const path = kind === 'giai' ? `/8004/${doce}` : `/8003/0${doce}${whole ? checkDigit(doce) : ''}`
  return [urn, ...domainsOf(c).map((d) => d + path)]
}

const URN = /^urn:epc:id:(grai|sgln|giai):(\d{6,12})\.(.+)$/

/** Normal form for comparing URIs: a GS1 Digital Link, for any domain and for EPC URNs. */
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
