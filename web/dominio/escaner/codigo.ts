import { normalizeMacSerie } from '#contract/valores/comunes'

/** Second and third part of a container's code: what marks it as one. */
const MARCAS = ['157', '0']

/** Nickname that the code on a container stands for: `20014 157 0 000777` is 20014-777; null for any other code. */
export function apodoDeCodigo(codigo: string): string | null {
  const partes = codigo.trim().split(/\s+/)
  const [familia, segunda, tercera, numero] = partes
  if (partes.length < 4 || segunda !== MARCAS[0] || tercera !== MARCAS[1]) return null
  return `${familia}-${(numero as string).replace(/^0+(?=.)/, '')}`
}

/** MAC or serial that the code on a tag stands for: the address of a label of ours, or the text itself. */
export function macDeCodigo(codigo: string): string | null {
  const texto = codigo.trim()
  const mac = URL.canParse(texto) ? new URL(texto).searchParams.get('mac') : texto
  return mac && /^[\w:.-]{1,64}$/.test(mac) ? normalizeMacSerie(mac) : null
}
