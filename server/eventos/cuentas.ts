import { numeros, textos } from '../db/columnas'
import type { EventoNuevo } from './escritura'
import type { Dia } from './particiones'

export type Cuenta = {
  empresa: number
  dia: string
  dispositivo: number
  lector: number
  estado: number
  n: number
}

/** Adds up equal neighbours of a sorted list. */
function fold(cuentas: Cuenta[], same: (a: Cuenta, b: Cuenta) => boolean): Cuenta[] {
  const res: Cuenta[] = []
  let ultima: Cuenta | undefined
  for (const c of cuentas)
    if (ultima && same(ultima, c)) ultima.n += c.n
    else {
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
    return { empresa, dia: (dias[i] as Dia).dia, dispositivo, lector, estado, n: 1 }
  })
  const porDia = fold(
    sueltas.sort(
      (a, b) =>
        text(a.dia, b.dia) || a.dispositivo - b.dispositivo || a.lector - b.lector || a.estado - b.estado,
    ),
    (a, b) =>
      a.dispositivo === b.dispositivo && a.lector === b.lector && a.estado === b.estado && a.dia === b.dia,
  )
  const unDia = porDia[0]?.dia === porDia.at(-1)?.dia
  const porDispositivo = unDia
    ? porDia
    : fold(
        porDia.toSorted(
          (a, b) => a.dispositivo - b.dispositivo || a.lector - b.lector || a.estado - b.estado,
        ),
        (a, b) => a.dispositivo === b.dispositivo && a.lector === b.lector && a.estado === b.estado,
      )
  const porLector = fold(
    porDia.toSorted(
      (a, b) => a.empresa - b.empresa || text(a.dia, b.dia) || a.lector - b.lector || a.estado - b.estado,
    ),
    (a, b) => a.empresa === b.empresa && a.lector === b.lector && a.estado === b.estado && a.dia === b.dia,
  )
  return { porDia, porDispositivo, porLector }
}

/** Columns of counts as `unnest` reads them. */
export const columnasDeCuentas = (c: Cuenta[], conDia: boolean, conDispositivo: boolean) => [
  numeros(c, (x) => x.empresa),
  ...(conDia ? [textos(c, (x) => x.dia)] : []),
  ...(conDispositivo ? [numeros(c, (x) => x.dispositivo)] : []),
  numeros(c, (x) => x.lector),
  numeros(c, (x) => x.estado),
  numeros(c, (x) => x.n),
]
