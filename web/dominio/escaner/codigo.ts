import { APODO_CONTENEDOR, normalizeMacSerie } from '#contract/values/comunes'

/** Second and third part of a container's code, which identify it as such. */
const MARCAS = ['157', '0']

/** Nickname in the code of a container: `20014 157 0 000777` is 20014-777; null for any other code. */
export function apodoDeCodigo(codigo: string): string | null {
  const partes = codigo.trim().split(/\s+/)
  const [familia, segunda, tercera, numero] = partes
  if (partes.length < 4 || segunda !== MARCAS[0] || tercera !== MARCAS[1]) return null
  return `${familia}-${(numero as string).replace(/^0+(?=.)/, '')}`
}

const PALABRA = /^[\w:.-]{1,64}$/

/** MAC or serial number in the code of a tag: from the address of a label of ours, or the text itself. */
export function macDeCodigo(codigo: string): string | null {
  const texto = codigo.trim()
  const mac = URL.canParse(texto) ? new URL(texto).searchParams.get('mac') : texto
  return mac && PALABRA.test(mac) ? normalizeMacSerie(mac) : null
}

/** Six pairs of hex digits, all with the same separator or none. */
const MAC = /(?<![0-9a-z])[0-9a-f]{2}([:-]?)(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}(?![0-9a-z])/i

/** The possible meanings of a code: a tag, a container, or, for a single word that is neither, one of the two. */
export type Nombres = { mac?: string; apodo?: string }

function nombresDeDireccion(url: URL): Nombres | null {
  const [mac, apodo] = ['mac', 'apodo'].map((campo) => url.searchParams.get(campo))
  if (mac || apodo) return nombresOf((mac || apodo) as string)
  const [, ficha] = /\/contenedor\/([\w:.-]+)/.exec(url.pathname) ?? []
  return ficha ? nombresOf(ficha) : null
}

/** Meaning of a scanned code: a label of ours, a MAC or a nickname in it, a container's code; null: unknown. */
export function nombresOf(codigo: string): Nombres | null {
  const texto = codigo.trim()
  if (/^https?:/i.test(texto)) return URL.canParse(texto) ? nombresDeDireccion(new URL(texto)) : null
  const deContenedor = apodoDeCodigo(texto)
  if (deContenedor) return { apodo: deContenedor }
  const [mac] = MAC.exec(texto) ?? []
  if (mac) return { mac: normalizeMacSerie(mac) }
  const apodo = texto.split(/[\s,;=]+/).find((p) => APODO_CONTENEDOR.test(p))
  if (apodo) return { apodo }
  return PALABRA.test(texto) ? { mac: normalizeMacSerie(texto), apodo: texto } : null
}
