/** Building blocks of the texts of notices. */
import type { ClaseDicho } from '../../values/dichos'

export const NUMERO = new Intl.NumberFormat('es', { maximumFractionDigits: 1, useGrouping: 'always' })
const MAX_NOMBRES = 3

export const cuantos = (n: number, uno: string, varios: string) =>
  `${NUMERO.format(n)} ${n === 1 ? uno : varios}`
export const contenedores = (n: number) => cuantos(n, 'contenedor', 'contenedores')
export const en = (lugar: string | null | undefined) => (lugar ? ` en ${lugar}` : '')
export const punto = (s: string) => (/[.!?]$/.test(s) ? s : `${s}.`)
export const a = (momento: string) => (momento.startsWith('la') ? `a ${momento}` : momento)

/** `Vacíos, familia 20014`. */
export const deEtapa = (d: { etapa: string; familia: string | null }) =>
  d.familia ? `${d.etapa}, ${d.familia}` : d.etapa

/**
 * `A, B, C y 9 más`.
 * @param n total number, including those without a name
 */
export function enumerate(nombres: readonly string[], n: number): string {
  const dichos = nombres.slice(0, MAX_NOMBRES)
  const resto = n - dichos.length
  if (resto > 0) return `${dichos.join(', ')} y ${NUMERO.format(resto)} más`
  return dichos.length > 1 ? `${dichos.slice(0, -1).join(', ')} y ${dichos.at(-1)}` : (dichos[0] ?? '')
}

type Diferencias = { faltantes: number; sobrantes: number; desconocidos: number }

/** `faltan 3 y sobra 1`; empty where count and Retorna agree. */
export function formatDiferencias(d: Diferencias): string {
  const partes = [
    d.faltantes > 0 && `${d.faltantes === 1 ? 'falta' : 'faltan'} ${NUMERO.format(d.faltantes)}`,
    d.sobrantes > 0 && `${d.sobrantes === 1 ? 'sobra' : 'sobran'} ${NUMERO.format(d.sobrantes)}`,
    d.desconocidos > 0 && `hay ${cuantos(d.desconocidos, 'código desconocido', 'códigos desconocidos')}`,
  ].filter((p) => p !== false)
  return enumerate(partes, partes.length)
}

type Extravio = { contenedores: readonly string[]; n: number; lugar?: string | null; busca?: string }

export function asuntoDeExtravio(d: Extravio): string {
  const [uno] = d.contenedores
  if (d.busca !== undefined) return `Te toca buscar ${d.n === 1 ? `el contenedor ${uno}` : contenedores(d.n)}`
  return d.n === 1 ? `Posible extravío: ${uno}` : `Posible extravío de ${contenedores(d.n)}`
}

/** For who is to search: `Ane, te toca buscar el contenedor 20014-1: búscalo en Muelle 3. Nadie lo oye desde el 22/11.` */
export function formatExtravio(d: Extravio, desde: string): string {
  const { busca, lugar } = d
  const uno = d.n === 1
  const nombres = uno ? ` ${d.contenedores[0]}` : ` (${enumerate(d.contenedores, d.n)})`
  if (busca !== undefined)
    return `${busca}, te toca buscar ${uno ? 'el contenedor' : contenedores(d.n)}${nombres}${
      lugar ? `: ${uno ? 'búscalo' : 'búscalos'} en ${lugar}` : ''
    }. Nadie ${uno ? 'lo oye' : 'oye al primero'} desde ${desde}.`
  if (uno)
    return `Posible extravío del contenedor${nombres}: nadie lo oye desde ${desde}${lugar ? `, cuando estaba en ${lugar}` : ''}.`
  return `Posible extravío de ${contenedores(d.n)}${lugar ? ` que estaban en ${lugar}` : ''}${nombres}: nadie oye al primero desde ${desde}.`
}

type Disputa = { tercero: string; lineas: readonly string[]; n: number; que: ClaseDicho; quien: string }

export function asuntoDeDisputa({ tercero, lineas, n, que }: Disputa): string {
  const [una] = lineas
  if (que === 'disputa')
    return n === 1 ? `${tercero} disputa una línea: ${una}` : `${tercero} disputa ${NUMERO.format(n)} líneas`
  const hecho = que === 'respuesta' ? 'Respuesta a' : 'Acuerdo sobre'
  return n === 1 ? `${hecho} tu disputa: ${una}` : `${hecho} ${NUMERO.format(n)} líneas en disputa`
}

const DICE: Record<ClaseDicho, string> = {
  disputa: 'disputa',
  respuesta: 'contesta, con su prueba, sobre',
  acuerdo: 'da por acordada',
}
const DICE_VARIAS = { ...DICE, acuerdo: 'da por acordadas' }

/** `Nora Norte disputa una línea del extracto de Norte SA, a las 10:31: 20014-1.` */
export function formatDisputa(d: Disputa, desde: string): string {
  const cuales = enumerate(d.lineas, d.n)
  return d.n === 1
    ? `${d.quien} ${DICE[d.que]} una línea del extracto de ${d.tercero}, ${a(desde)}: ${cuales}.`
    : `${d.quien} ${DICE_VARIAS[d.que]} ${NUMERO.format(d.n)} líneas del extracto de ${d.tercero}, la primera ${a(desde)}: ${cuales}.`
}

type Propuesta = { contenedores: readonly string[]; n: number; familia: string | null; quien: string | null }

export function formatPropuesta(d: Propuesta, desde: string): string {
  const de = d.familia === null ? '' : ` de la familia ${d.familia}`
  if (d.n === 1)
    return d.quien === null
      ? `El contenedor ${d.contenedores[0]} está propuesto para darlo por perdido: nadie lo oye desde ${desde}.`
      : `${d.quien} propone dar por perdido el contenedor ${d.contenedores[0]}: nadie lo oye desde ${desde}.`
  return d.quien === null
    ? `${contenedores(d.n)}${de} están propuestos para darlos por perdidos (${enumerate(d.contenedores, d.n)}): nadie oye al primero desde ${desde}.`
    : `${d.quien} propone dar por perdidos ${contenedores(d.n)}${de} (${enumerate(d.contenedores, d.n)}): nadie oye al primero desde ${desde}.`
}

type Recuento = Diferencias & { recuentos: readonly string[]; n: number; firma: boolean }

export function asuntoDeRecuento(d: Recuento): string {
  const que = d.firma ? 'por firmar' : 'con diferencias'
  return d.n === 1 ? `Recuento ${que}: ${d.recuentos[0]}` : `${NUMERO.format(d.n)} recuentos ${que}`
}

export function formatRecuento(d: Recuento, desde: string): string {
  const diferencias = formatDiferencias(d) || 'no hay diferencias'
  if (d.n === 1)
    return `El recuento de «${d.recuentos[0]}», cerrado ${a(desde)}, ${
      d.firma ? 'espera la firma de otra persona' : 'tiene diferencias'
    }: ${diferencias}.`
  return `${NUMERO.format(d.n)} recuentos (${enumerate(d.recuentos, d.n)}) ${
    d.firma ? 'esperan la firma de otra persona' : 'tienen diferencias'
  }: ${diferencias}; el primero se cerró ${a(desde)}.`
}

type Bateria = {
  contenedores: readonly string[]
  n: number
  lugar?: string | null
  porciento?: number | null
}

export const formatBateria = (d: Bateria, desde: string): string =>
  d.n === 1
    ? `Batería baja en el contenedor ${d.contenedores[0]}${en(d.lugar)} desde ${desde}${
        d.porciento == null ? '' : `: le queda el ${NUMERO.format(d.porciento)} %`
      }.`
    : `Batería baja en ${contenedores(d.n)}${d.lugar ? ` de ${d.lugar}` : ''} desde ${desde}: ${enumerate(d.contenedores, d.n)}.`

/** Of a notice that something broke: it works again. `cuando` in words: `las 10:31`. */
export const formatVuelve = (cuando: string) => `Vuelve a funcionar desde ${cuando}.`
