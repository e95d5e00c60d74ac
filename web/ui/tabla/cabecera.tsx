import ArrowDownward from '@mui/icons-material/ArrowDownward'
import ArrowUpward from '@mui/icons-material/ArrowUpward'
import Checkbox from '@mui/material/Checkbox'
import type { CSSProperties } from 'react'
import type { Columna, Orden } from './tipos'

type Props<T> = {
  columnas: Columna<T>[]
  orden: Orden | undefined
  ordenar: (columna: string) => void
  /** Sorting is the server's: `ordenable` counts, not `valor`. */
  enServidor: boolean
  marca?: 'todas' | 'algunas' | 'ninguna'
  onMarcar?: (todas: boolean) => void
}

const SOLO_LECTOR: CSSProperties = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
}
const ARIA = { asc: 'ascending', desc: 'descending' } as const

export function Cabecera<T>({ columnas, orden, ordenar, enServidor, marca, onMarcar }: Props<T>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {onMarcar && (
          <th scope="col">
            <Checkbox
              size="small"
              checked={marca === 'todas'}
              indeterminate={marca === 'algunas'}
              onChange={(e) => onMarcar(e.target.checked)}
              slotProps={{ input: { 'aria-label': 'Seleccionar todas las filas de la página' } }}
              sx={{ p: 0 }}
            />
          </th>
        )}
        {columnas.map((c) => {
          const sentido = orden?.columna === c.id ? orden.sentido : undefined
          const ordenable = enServidor ? c.ordenable : Boolean(c.valor)
          const Flecha = sentido === 'desc' ? ArrowDownward : ArrowUpward
          return (
            <th
              key={c.id}
              scope="col"
              className={c.numerica ? 'numerica' : undefined}
              aria-sort={ordenable ? (sentido ? ARIA[sentido] : 'none') : undefined}
            >
              {ordenable ? (
                <button type="button" data-activa={sentido && true} onClick={() => ordenar(c.id)}>
                  {c.titulo}
                  <Flecha aria-hidden />
                </button>
              ) : (
                <span style={c.sinTitulo ? SOLO_LECTOR : undefined}>{c.titulo}</span>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
