import Box from '@mui/material/Box'
import type { FilaEstado } from '#contract/ubicaciones'
import { SIN_UBICACION } from '#contract/valores/inventario'
import type { Columna } from '../ui/tabla/tipos'
import { LETRA_MONO } from '../ui/tokens'
import { tinte, tono } from '../ui/tono'

const apagado = { color: tono('muted') }

/** @param mayor the largest count of all rows: the longest bar. */
export const columnasEstado = (mayor: number): Columna<FilaEstado>[] => [
  {
    id: 'ubicacion',
    titulo: 'Ubicación',
    fija: true,
    ancho: 280,
    celda: (f) => (f.ubicacion === SIN_UBICACION ? <span style={apagado}>{f.ubicacion}</span> : f.ubicacion),
    valor: (f) => f.ubicacion,
  },
  {
    id: 'lector',
    titulo: 'Lector',
    ancho: 200,
    celda: (f) =>
      f.lector === null ? (
        <span style={apagado}>Sin lector</span>
      ) : (
        <span style={{ fontFamily: LETRA_MONO, fontSize: 12 }}>{f.lector}</span>
      ),
    valor: (f) => f.lector,
  },
  {
    id: 'n',
    titulo: 'Dispositivos',
    celda: (f) => <Cuenta n={f.n} mayor={mayor} />,
    valor: (f) => f.n,
  },
]

function Cuenta({ n, mayor }: { n: number; mayor: number }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, maxWidth: 640, minWidth: 120 }}>
      <Box component="span" sx={{ minWidth: 48, textAlign: 'right', fontWeight: 550 }}>
        {n.toLocaleString('es')}
      </Box>
      <Box aria-hidden sx={{ flex: 1 }}>
        <Box
          sx={{ height: 8, borderRadius: 1, bgcolor: tinte('brand', 45) }}
          style={{ width: `${(n / mayor) * 100}%` }}
        />
      </Box>
    </Box>
  )
}
