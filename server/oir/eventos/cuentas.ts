import { numbers, texts } from '../../platform/db/queries/columns'
import type { NewEvento } from './evento'
import type { Day } from './repo-partitions'

export type Cuenta = {
  empresa: number
  dia: string
  dispositivo: number
  lector: number
  parado: number
  movimiento: number
  impacto: number
}

/** Column of the counts for each stored state. */
export const COLUMNA_DE_ESTADO = ['parado', 'movimiento', 'impacto'] as const

/** Adds up adjacent equal entries of a sorted list. */
function fold(cuentas: Cuenta[], same: (a: Cuenta, b: Cuenta) => boolean): Cuenta[] {
  const res: Cuenta[] = []
  let last: Cuenta | undefined
  for (const c of cuentas)
    if (last && same(last, c)) {
      last.parado += c.parado
      last.movimiento += c.movimiento
      last.impacto += c.impacto
    } else {
      last = { ...c }
      res.push(last)
    }
  return res
}

const text = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** What a batch adds to each table of counts, in order of key: writers that lock rows in the same order cannot deadlock. */
export function countEventos(eventos: NewEvento[], days: Day[]) {
  const cuentas = eventos.map((e, i): Cuenta => {
    const { empresa, dispositivo, lector, estado } = e
    const dia = (days[i] as Day).dia
    return {
      empresa,
      dia,
      dispositivo,
      lector,
      parado: +(estado === 0),
      movimiento: +(estado === 1),
      impacto: +(estado === 2),
    }
  })
  const porDispositivo = fold(
    cuentas.sort((a, b) => a.dispositivo - b.dispositivo || a.lector - b.lector || text(a.dia, b.dia)),
    (a, b) => a.dispositivo === b.dispositivo && a.lector === b.lector,
  )
  const porDia = fold(
    cuentas.toSorted((a, b) => text(a.dia, b.dia) || a.dispositivo - b.dispositivo),
    (a, b) => a.dispositivo === b.dispositivo && a.dia === b.dia,
  )
  const porLector = fold(
    cuentas.toSorted((a, b) => a.empresa - b.empresa || text(a.dia, b.dia) || a.lector - b.lector),
    (a, b) => a.empresa === b.empresa && a.lector === b.lector && a.dia === b.dia,
  )
  return { porDispositivo, porDia, porLector }
}

type Clave = 'dia' | 'dispositivo' | 'lector'

/** Columns of counts for `unnest`: company, keys in the given order, and one column per state. */
export const countColumns = (c: Cuenta[], claves: Clave[]) => [
  numbers(c, (x) => x.empresa),
  ...claves.map((k) => (k === 'dia' ? texts(c, (x) => x.dia) : numbers(c, (x) => x[k]))),
  numbers(c, (x) => x.parado),
  numbers(c, (x) => x.movimiento),
  numbers(c, (x) => x.impacto),
]
