import { numeros, textos } from '../db/columnas'
import type { EventoNuevo } from './evento'
import type { Dia } from './particiones'

export type Cuenta = {
  empresa: number
  dia: string
  dispositivo: number
  lector: number
  parado: number
  movimiento: number
  impacto: number
}

/** Column of the counts by state as stored. */
export const COLUMNA_DE_ESTADO = ['parado', 'movimiento', 'impacto'] as const

/** Adds up equal neighbours of a sorted list. */
function fold(cuentas: Cuenta[], same: (a: Cuenta, b: Cuenta) => boolean): Cuenta[] {
  const res: Cuenta[] = []
  let ultima: Cuenta | undefined
  for (const c of cuentas)
    if (ultima && same(ultima, c)) {
      ultima.parado += c.parado
      ultima.movimiento += c.movimiento
      ultima.impacto += c.impacto
    } else {
      ultima = { ...c }
      res.push(ultima)
    }
  return res
}

const text = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * What a batch adds to each table of counts, in the order of its key: writers that lock rows in the same order do not
 * wait for each other in a circle.
 */
export function countLote(eventos: EventoNuevo[], dias: Dia[]) {
  const sueltas = eventos.map((e, i): Cuenta => {
    const { empresa, dispositivo, lector, estado } = e
    const dia = (dias[i] as Dia).dia
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
    sueltas.sort((a, b) => a.dispositivo - b.dispositivo || a.lector - b.lector || text(a.dia, b.dia)),
    (a, b) => a.dispositivo === b.dispositivo && a.lector === b.lector,
  )
  const porDia = fold(
    sueltas.toSorted((a, b) => text(a.dia, b.dia) || a.dispositivo - b.dispositivo),
    (a, b) => a.dispositivo === b.dispositivo && a.dia === b.dia,
  )
  const porLector = fold(
    sueltas.toSorted((a, b) => a.empresa - b.empresa || text(a.dia, b.dia) || a.lector - b.lector),
    (a, b) => a.empresa === b.empresa && a.lector === b.lector && a.dia === b.dia,
  )
  return { porDispositivo, porDia, porLector }
}

type Clave = 'dia' | 'dispositivo' | 'lector'

/** Columns of counts as `unnest` reads them: company, the keys in the order given, one column for each state. */
export const columnasDeCuentas = (c: Cuenta[], claves: Clave[]) => [
  numeros(c, (x) => x.empresa),
  ...claves.map((k) => (k === 'dia' ? textos(c, (x) => x.dia) : numeros(c, (x) => x[k]))),
  numeros(c, (x) => x.parado),
  numeros(c, (x) => x.movimiento),
  numeros(c, (x) => x.impacto),
]
