import type { SeriePrevista } from '#contract/flujo/prevision/prevision'
import { AVISOS_CONTADOS, DIAS_AVISOS, P_AVISO, wordFamilias } from '#contract/flujo/prevision/values'
import { porCiento } from '../../../lib/formato'
import type { Token } from '../../../ui/theme/tokens'
import { decimal, entera } from '../textos'

/** `Vacíos`, `Vacíos, familia 20014`. */
export function nombreOf(s: Pick<SeriePrevista, 'etapa' | 'familia'>): string {
  const familias = wordFamilias(s.familia)
  return familias === null ? s.etapa.nombre : `${s.etapa.nombre}, ${familias}`
}

/** `las 10:00`, `mañana a las 10:00`, `el lunes 24 a las 10:00`: a future hour in plant time. */
export function formatHora(iso: string, zona: string, ahora: number): string {
  const de = (ms: number, o: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('es', { timeZone: zona, ...o }).format(ms)
  const ms = Date.parse(iso)
  const dia = (t: number) => de(t, { year: 'numeric', month: '2-digit', day: '2-digit' })
  const hora = de(ms, { hour: '2-digit', minute: '2-digit' })
  if (dia(ms) === dia(ahora)) return `las ${hora}`
  if (dia(ms) === dia(ahora + 86_400_000)) return `mañana a las ${hora}`
  return `el ${de(ms, { weekday: 'long', day: 'numeric' })} a las ${hora}`
}

/** `a las 10:00`, `el viernes 27 a las 19:00`: the hour at which the stock was counted. */
export function formatCuando(iso: string, zona: string, ahora: number): string {
  const hora = formatHora(iso, zona, ahora)
  return hora.startsWith('las ') ? `a ${hora}` : hora
}

/** The headline of a series, and its severity. */
export function formatFalta(s: SeriePrevista, zona: string, ahora: number): { texto: string; token: Token } {
  const { minimo } = s
  if (minimo === null) return { texto: 'Sin mínimo: no se avisa de faltas', token: 'muted' }
  if (s.stock < minimo)
    return {
      texto: `Había ${entera(s.stock)} ${formatCuando(s.momento, zona, ahora)}: menos del mínimo de ${entera(minimo)}`,
      token: 'rojo',
    }
  if (s.p_falta === null) return { texto: `Mínimo ${entera(minimo)}`, token: 'muted' }
  if (s.p_falta < 0.05) return { texto: `No se espera bajar de ${entera(minimo)}`, token: 'verde' }
  const cuando = s.hora_falta ? `, hacia ${formatHora(s.hora_falta, zona, ahora)}` : ''
  return {
    texto: `${wordChance(s.p_falta)} de ${entera(minimo)}${cuando} (${porCiento(s.p_falta).replace(' ', '\u00a0')})`,
    token: s.p_falta >= P_AVISO ? 'rojo' : 'amber',
  }
}

/** The probability of a shortage as a verb phrase. */
const wordChance = (p: number) =>
  p >= 0.9 ? 'Casi seguro que bajará' : p >= 0.5 ? 'Es probable que baje' : 'Puede bajar'

export const SIN_PREVISION: Record<Exclude<SeriePrevista['estado'], 'prevista'>, string> = {
  poco_fiable: 'Sin previsión fiable: no acierta más que suponer que todo sigue como ahora.',
  pocos_datos: 'Pocos datos: han salido menos de 30 en ocho semanas.',
  pendiente: 'La previsión se está haciendo: una cada hora de trabajo.',
}

function formatContados(contados: number, ciertos: number): string | null {
  if (contados === 0) return null
  if (contados === 1) return ciertos ? 'Avisó una vez y acertó.' : 'Avisó una vez y no acertó.'
  const cuales =
    contados < AVISOS_CONTADOS ? `De sus ${contados} avisos` : `De los últimos ${contados} avisos`
  return `${cuales}, ${ciertos} ${ciertos === 1 ? 'acertó' : 'acertaron'}.`
}

/** Reliability of its warnings, as text: those that can be judged, those that cannot yet, and those of a shortage that was there already. */
export function formatAvisos({ avisos, minimo }: Pick<SeriePrevista, 'avisos' | 'minimo'>): string | null {
  const { contados, ciertos, pendientes, ya } = avisos
  const frases = [
    formatContados(contados, ciertos),
    pendientes === 0
      ? null
      : pendientes === 1
        ? 'De un aviso aún no se sabe si acierta.'
        : `De ${pendientes} avisos aún no se sabe si aciertan.`,
    ya === 0 ? null : `Avisó ${ya === 1 ? 'una vez' : `${ya} veces`} cuando ya faltaban.`,
  ].filter((f) => f !== null)
  if (frases.length > 0) return frases.join(' ')
  return minimo === null ? null : `No ha avisado de ninguna falta en los últimos ${DIAS_AVISOS} días.`
}

/** Accuracy of the forecast in a backtest over the previous weeks, as text. */
export function formatEnsayo(e: NonNullable<SeriePrevista['ensayo']>): string {
  const mejora = e.error_ultimo > 0 ? Math.round(100 * (1 - e.error / e.error_ultimo)) : 0
  const banda = `Probada con las semanas anteriores: yerra un ${mejora} % menos que suponer que nada cambia, y la banda contiene el ${porCiento(e.cobertura)} de lo que vino (debería ser el 80 %).`
  if (e.venidas === 0) return banda
  const adelanto = e.antelacion_h === null ? '' : `, con ${decimal(e.antelacion_h)} h de antelación`
  return `${banda} Habría avisado en ${e.ciertas} de las ${e.venidas} horas que precedieron a una falta${adelanto}${
    e.avisadas > e.ciertas ? `, y en ${e.avisadas - e.ciertas} sin motivo` : ''
  }.`
}

/** The same for real forecasts whose hours have passed. */
export function formatJuzgadas(j: NonNullable<SeriePrevista['juzgadas']>): string {
  const n = j.n.toLocaleString('es', { useGrouping: 'always' })
  return `${j.n === 1 ? 'La previsión ya cumplida yerra' : `Las ${n} previsiones ya cumplidas yerran`} ${decimal(j.error)} contenedores de media, frente a ${decimal(j.error_ultimo)} de suponer que nada cambia; la banda contuvo el ${porCiento(j.cobertura)} de lo que vino.`
}
