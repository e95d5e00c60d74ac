import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { tono } from '../tono'

/** More rows than this belong in a file, not under a chart. */
const MAX_FILAS = 500

/** What a chart draws, as a table: the first column names the row, the others are numbers or words. */
export type Datos = { columnas: string[]; filas: (string | number | null)[][] }

const Tabla = styled('table')({
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontSize: 13,
  lineHeight: '20px',
  '& th, & td': { padding: '3px 12px', textAlign: 'right', whiteSpace: 'nowrap', fontWeight: 400 },
  '& thead th': {
    position: 'sticky',
    top: 0,
    background: tono('paper'),
    borderBottom: `1px solid ${tono('line')}`,
    color: tono('muted'),
    fontSize: 12,
    fontWeight: 550,
  },
  '& tbody th, & thead th:first-of-type': { textAlign: 'left' },
})

const n = new Intl.NumberFormat('es', { maximumFractionDigits: 2 })
const celda = (v: string | number | null) => (typeof v === 'number' ? n.format(v) : (v ?? '—'))

type Props = {
  etiqueta: string
  datos: Datos
  /** The name of a row as something that leads to what it names. */
  enlazar?: (nombre: string) => ReactNode
}

export function TablaDatos({ etiqueta, datos, enlazar }: Props) {
  const [primera, ...resto] = datos.columnas
  return (
    <>
      <Box
        role="region"
        aria-label={`Datos: ${etiqueta}`}
        // Scrolls, so the keyboard must reach it.
        tabIndex={0}
        sx={{ maxHeight: 240, overflow: 'auto', border: `1px solid ${tono('line')}`, borderRadius: '8px' }}
      >
        <Tabla>
          <thead>
            <tr>
              <th scope="col">{primera}</th>
              {resto.map((c) => (
                <th key={c} scope="col">
                  {c}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {datos.filas.slice(0, MAX_FILAS).map(([nombre, ...valores], i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a chart have no other identity.
              <tr key={i}>
                <th scope="row">
                  {enlazar && typeof nombre === 'string' ? enlazar(nombre) : celda(nombre ?? null)}
                </th>
                {valores.map((v, j) => (
                  <td key={resto[j]}>{celda(v)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </Tabla>
      </Box>
      {datos.filas.length > MAX_FILAS && (
        <Box sx={{ mt: 1, fontSize: 12, color: tono('muted') }}>
          Se muestran las primeras {n.format(MAX_FILAS)} filas de {n.format(datos.filas.length)}.
        </Box>
      )}
    </>
  )
}
