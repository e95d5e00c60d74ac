import type { ReactNode } from 'react'
import { claseOf } from './fila'
import type { Columna } from './tipos'

type Props<T> = { columnas: Columna<T>[]; pie: (columna: string) => ReactNode }

export function Pie<T>({ columnas, pie, marcas, numero }: Props<T> & { marcas: boolean; numero: number }) {
  return (
    <tfoot>
      <tr aria-rowindex={numero}>
        {marcas && <td />}
        {columnas.map((c) => (
          <td key={c.id} className={claseOf(c)}>
            {pie(c.id)}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}
