import Skeleton from '@mui/material/Skeleton'
import type { Columna } from './tipos'

const ANCHOS = ['62%', '48%', '70%', '55%']

/** Rows of the height that the real ones will have. */
export function Esqueleto<T>({
  columnas,
  filas,
  marcas,
}: {
  columnas: Columna<T>[]
  filas: number
  marcas: boolean
}) {
  return (
    <tbody aria-hidden="true">
      {Array.from({ length: filas }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity.
        <tr key={i}>
          {marcas && <td />}
          {columnas.map((c, j) => (
            <td key={c.id}>
              <Skeleton variant="rounded" height={12} width={ANCHOS[(i + j) % ANCHOS.length]} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
