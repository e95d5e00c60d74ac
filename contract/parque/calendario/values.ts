/** A shift by the plant's clock. If it ends no later than it begins, it ends the next day: 22:00 to 06:00, 00:00 to 00:00. */
export type Turno = { desde: string; hasta: string }
export type Festivo = { dia: string; nombre: string }
/** Shifts of each weekday, Monday first; and closed days, on which no shift begins. */
export type Horario = { semana: Turno[][]; festivos: Festivo[] }

export const DIAS = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'] as const
export const MAX_TURNOS = 4
export const MAX_FESTIVOS = 400
export const MAX_PLANTAS = 100

const HORA = /^([01]\d|2[0-3]):[0-5]\d$/
export const isHora = (s: string): boolean => HORA.test(s)

/** Minutes since midnight. */
export const minutosOf = (hora: string): number => Number(hora.slice(0, 2)) * 60 + Number(hora.slice(3))

const DIA_MIN = 1440

/** Begin and end of a shift, in minutes since midnight of its day. */
export function tramoOf(t: Turno): [desde: number, hasta: number] {
  const [desde, hasta] = [minutosOf(t.desde), minutosOf(t.hasta)]
  return [desde, hasta <= desde ? hasta + DIA_MIN : hasta]
}

/** The first error in the shifts of one day, in Spanish; null: none. */
export function reviewTurnos(turnos: readonly Turno[]): string | null {
  if (turnos.length > MAX_TURNOS) return `Como mucho ${MAX_TURNOS} turnos al día.`
  if (turnos.some((t) => !isHora(t.desde) || !isHora(t.hasta))) return 'Escribe la hora como 06:00.'
  const tramos = turnos.map(tramoOf).sort((a, b) => a[0] - b[0])
  const solapan = tramos.some(([, hasta], i) => hasta > (tramos[i + 1]?.[0] ?? Number.POSITIVE_INFINITY))
  return solapan ? 'Dos turnos de este día se solapan.' : null
}

/** Open minutes of a week without closed days. */
export const minutosDeSemana = (semana: readonly (readonly Turno[])[]): number =>
  semana.flat().reduce((n, t) => n + tramoOf(t)[1] - tramoOf(t)[0], 0)

/** Easter Sunday (Gregorian computus of Meeus, Jones and Butcher). */
function pascua(anno: number): Date {
  const a = anno % 19
  const b = Math.floor(anno / 100)
  const c = anno % 100
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return new Date(Date.UTC(anno, Math.floor(n / 31) - 1, (n % 31) + 1))
}

const FIJOS: readonly (readonly [mesDia: string, nombre: string])[] = [
  ['01-01', 'Año Nuevo'],
  ['01-06', 'Reyes'],
  ['04-28', 'San Prudencio (Álava)'],
  ['05-01', 'Día del Trabajo'],
  ['07-25', 'Santiago (País Vasco)'],
  ['08-05', 'La Blanca (Vitoria-Gasteiz)'],
  ['08-15', 'La Asunción'],
  ['10-12', 'Fiesta Nacional'],
  ['11-01', 'Todos los Santos'],
  ['12-06', 'La Constitución'],
  ['12-08', 'La Inmaculada'],
  ['12-25', 'Navidad'],
]
const MOVIBLES: readonly (readonly [dias: number, nombre: string])[] = [
  [-3, 'Jueves Santo'],
  [-2, 'Viernes Santo'],
  [1, 'Lunes de Pascua (País Vasco)'],
]

/** The usual holidays of Vitoria-Gasteiz in a year. People correct what the official calendar of the year moves. */
export function festivosOf(anno: number): Festivo[] {
  const domingo = pascua(anno)
  const movibles = MOVIBLES.map(([dias, nombre]) => {
    const d = new Date(domingo.getTime() + dias * 86_400_000)
    return { dia: d.toISOString().slice(0, 10), nombre }
  })
  const fijos = FIJOS.map(([mesDia, nombre]) => ({ dia: `${anno}-${mesDia}`, nombre }))
  return [...fijos, ...movibles].sort((a, b) => (a.dia < b.dia ? -1 : 1))
}
