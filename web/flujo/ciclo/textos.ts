import type { EtapaCuadro, FilaCiclo, PasoCuadro } from '#contract/flujo/ciclos/cuadro'
import {
  formatMotivo,
  type LimiteOf,
  type ListaCiclo,
  type Meta,
  SIN_LIMITE_MIN,
} from '#contract/flujo/ciclos/cuadro-values'
import { porCiento } from '../../lib/formato'
import type { Token } from '../../ui/theme/tokens'

const uno = new Intl.NumberFormat('es', { maximumFractionDigits: 1 })
export const entera = (v: number) => Math.round(v).toLocaleString('es', { useGrouping: 'always' })
export const decimal = (v: number) => uno.format(v)

/** Hours as `35 min`, `11,9 h`, `4,5 d`; open hours are never shown as days. */
export function formatHoras(h: number | null, enDias = false): string {
  if (h === null) return '—'
  if (h < 1) return `${Math.round(h * 60)} min`
  return enDias && h >= 48 ? `${decimal(h / 24)} d` : `${h < 100 ? decimal(h) : entera(h)} h`
}

/** The targets that apply to a stage: those of the family, else the general ones; the target stock is that of the current filter. */
export const metaOf = (e: EtapaCuadro): Meta => ({ ...e.meta, plazo_h: e.meta.plazo_h ?? e.general.plazo_h })

/** Rating of a stage against its targets, as text and colour; null: no target, or all is well. */
export function juicioOf(e: EtapaCuadro): { texto: string; token: Token } | null {
  const m = metaOf(e)
  if (m.minimo !== null && e.dentro < m.minimo) return { texto: `Bajo mínimo (${m.minimo})`, token: 'rojo' }
  if (m.maximo !== null && e.dentro > m.maximo) return { texto: `Sobre máximo (${m.maximo})`, token: 'amber' }
  if (m.plazo_h !== null && e.p90_h !== null && e.p90_h > m.plazo_h)
    return { texto: `El 10 % pasa del plazo (${formatHoras(m.plazo_h)})`, token: 'amber' }
  return null
}

/** `mediana 11,9 h · 90 % en 16,5 h`, or the reason why there is none. */
export const formatCifras = (c: Pick<EtapaCuadro, 'mediana_h' | 'p90_h'>, enDias = false) =>
  c.mediana_h === null
    ? 'pocos datos'
    : `mediana ${formatHoras(c.mediana_h, enDias)} · 90 % en ${formatHoras(c.p90_h, enDias)}`

export const formatMeta = (m: Meta): string | null => {
  const stock =
    m.minimo !== null && m.maximo !== null
      ? `${m.minimo}–${m.maximo}`
      : m.minimo !== null
        ? `≥ ${m.minimo}`
        : m.maximo !== null
          ? `≤ ${m.maximo}`
          : null
  const partes = [
    m.objetivo !== null ? `objetivo ${m.objetivo}` : null,
    stock,
    m.plazo_h !== null ? `plazo ${formatHoras(m.plazo_h)}` : null,
  ].filter((p) => p !== null)
  return partes.length ? partes.join(' · ') : null
}

/** Gaps in the readers' coverage, and which containers they may concern. */
export function formatCobertura(e: EtapaCuadro): string | null {
  const c = e.cobertura
  if (!c) return null
  const lectores = c.lectores.map((l) => l.Apodo ?? l.mac)
  const mira = lectores.length
    ? `; mira ${lectores.length === 1 ? 'el lector' : 'los lectores'} ${new Intl.ListFormat('es').format(lectores)}`
    : ''
  return `Cobertura incompleta en ${e.nombre}: de media se ven ${entera(c.se_ven)} y deberían ser ${entera(c.deberian)}${mira}.`
}

export const formatPaso = (p: PasoCuadro, de: string, a: string) =>
  `De ${de} a ${a}: ${entera(p.n)} ${p.n === 1 ? 'paso' : 'pasos'}, el ${porCiento(p.parte)}${
    p.mediana_h === null ? '' : `, mediana ${formatHoras(p.mediana_h, true)}`
  }`

export const TITULO_LISTA: Record<ListaCiclo, string> = {
  dentro: 'Están ahora',
  callan: 'Ya no se oyen',
  atascados: 'Atascados',
  aparte: 'Con motivo',
  estancias: 'Estancias acabadas',
  pasos: 'Pasos',
  vueltas: 'Vueltas',
}

const LIMITE: Record<LimiteOf, string> = {
  plazo: 'Plazo puesto',
  q95: 'Lo que tarda el 95 %',
  salen: 'Lo que tarda el 95 % de los que salen: más de uno de cada veinte no sale nunca',
}

/** Basis of the age limit for stuck containers, or the reason why there is none. */
export const formatLimite = (de: LimiteOf | null) => (de ? LIMITE[de] : 'Sin plazo y con pocas estancias')

/** Stages with too little data to detect most stuck containers; null: none. */
export function formatSinLimite(etapas: readonly EtapaCuadro[]): string | null {
  const faltan = etapas.filter((e) => e.sin_limite > 0 && e.sin_limite >= SIN_LIMITE_MIN * e.dentro)
  if (!faltan.length) return null
  const cuales = faltan.map((e) => `${e.nombre} (${entera(e.sin_limite)})`)
  return `Sin plazo y con pocas estancias acabadas no se sabe qué está atascado en ${new Intl.ListFormat('es').format(cuales)}.`
}

/** Why a container over its limit is not counted, or is held; else that it is stuck, or nothing. */
export function formatEstado(f: FilaCiclo): string {
  const motivo = formatMotivo(f)
  if (motivo) return motivo
  return f.exceso_h === null ? '—' : 'Atascado'
}
