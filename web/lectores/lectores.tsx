import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { VISTAS, type Vista, validateBusquedaUsuarios } from '../administracion/busqueda'
import { useDireccion } from '../lib/direccion'
import { Cuarentena } from './cuarentena'
import { ListaLectores } from './lista-lectores'
import { Vistos } from './vistos'

const TITULO = { lectores: 'Lectores', vistos: 'Vistos sin registrar', cuarentena: 'Cuarentena' }

/** What the readers are, what they hear that nobody registered, and what of them could not be read. */
export function Lectores() {
  const [busqueda, change] = useDireccion(validateBusquedaUsuarios)
  const vista = busqueda.vista ?? 'lectores'
  const selector = (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label="Qué se muestra"
      value={vista}
      onChange={(_, v: Vista | null) => v && void change({ vista: v, pagina: undefined })}
    >
      {VISTAS.map((v) => (
        <ToggleButton
          key={v}
          value={v}
          sx={{
            textTransform: 'none',
            px: { xs: 2, sm: 3 },
            minHeight: 32,
            fontSize: 13,
            lineHeight: '18px',
            '@media (pointer: coarse)': { minHeight: 44 },
          }}
        >
          {TITULO[v]}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
  const Lista = { lectores: ListaLectores, vistos: Vistos, cuarentena: Cuarentena }[vista]
  return (
    <Box key={vista} sx={{ height: '100%' }}>
      <Lista selector={selector} />
    </Box>
  )
}
