import { HUESO, Tarjeta } from './marco'
import type { Columna } from './tipos'

const ANCHOS = ['62%', '48%', '70%', '55%']

/** Placeholder rows with the height of real ones. */
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
              <span className={HUESO} style={{ height: 12, width: ANCHOS[(i + j) % ANCHOS.length] }} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

/** The same as cards. */
export function EsqueletoTarjetas<T>({ columnas, tarjetas }: { columnas: Columna<T>[]; tarjetas: number }) {
  const datos = columnas.slice(1).filter((c) => !c.sinTitulo)
  return (
    <ul aria-hidden="true" style={{ margin: 0, padding: 0 }}>
      {Array.from({ length: tarjetas }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity.
        <Tarjeta key={i}>
          <div style={{ height: 44, display: 'flex', alignItems: 'center' }}>
            <span className={HUESO} style={{ height: 24, width: 96 }} />
          </div>
          <div style={{ height: 42, display: 'flex', alignItems: 'center', gap: 16 }}>
            {datos.map((c) => (
              <span key={c.id} className={HUESO} style={{ height: 32, width: 88 }} />
            ))}
          </div>
        </Tarjeta>
      ))}
    </ul>
  )
}
