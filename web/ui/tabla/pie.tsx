import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { tono } from '../tono'
import type { Columna } from './tipos'

type Props<T> = { columnas: Columna<T>[]; pie: (columna: string) => ReactNode }

export function Pie<T>({ columnas, pie, marcas, numero }: Props<T> & { marcas: boolean; numero: number }) {
  return (
    <tfoot>
      <tr aria-rowindex={numero}>
        {marcas && <td />}
        {columnas.map((c) => (
          <td key={c.id} className={c.numerica ? 'numerica' : undefined}>
            {pie(c.id)}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

/** The same below cards. */
export function PieTarjeta<T>({ columnas, pie }: Props<T>) {
  const datos = columnas.filter((c) => !c.sinTitulo && pie(c.id) != null)
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        px: 4,
        py: 3,
        display: 'flex',
        flexWrap: 'wrap',
        gap: '8px 16px',
        fontSize: 13,
        lineHeight: '20px',
        fontWeight: 600,
        bgcolor: tono('ground'),
      }}
    >
      {datos.map((c) => (
        <div key={c.id}>
          <Box
            component="dt"
            sx={{ fontSize: 12, lineHeight: '16px', fontWeight: 400, color: tono('muted') }}
          >
            {c.titulo}
          </Box>
          <Box component="dd" sx={{ m: 0 }}>
            {pie(c.id)}
          </Box>
        </div>
      ))}
    </Box>
  )
}
