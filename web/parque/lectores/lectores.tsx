import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useQuery } from '@tanstack/react-query'
import { MAX_CUARENTENA, MAX_VISTOS } from '#contract/oir/lecturas/values'
import { VISTAS, type Vista, validateBusquedaUsuarios } from '../../dominio/administracion/busqueda'
import { useDireccion } from '../../lib/api/direccion'
import { useEmpresa } from '../../lib/session/empresa'
import { tono } from '../../ui/theme/tono'
import { Cuarentena } from './cuarentena'
import { ListaLectores } from './lista-lectores'
import { cuarentenaQuery, vistosQuery } from './queries'
import { Vistos } from './vistos'

/** Count beside the name. */
const Globo = styled('span')({
  marginLeft: 6,
  padding: '0 6px',
  borderRadius: 9,
  background: tono('brand'),
  color: tono('paper'),
  fontSize: 11,
  fontWeight: 600,
  lineHeight: '18px',
})
/** The query has this limit; there may be more. */
const LIMITE = { lectores: Number.POSITIVE_INFINITY, vistos: MAX_VISTOS, cuarentena: MAX_CUARENTENA }
const TITULO = { lectores: 'Lectores', vistos: 'Vistos sin registrar', cuarentena: 'Cuarentena' }

/** The readers, the unregistered tags that they hear, and the messages that could not be parsed. */
export function Lectores() {
  const [busqueda, change] = useDireccion(validateBusquedaUsuarios)
  const vista = busqueda.vista ?? 'lectores'
  const empresa = useEmpresa()
  const vistos = useQuery(vistosQuery(empresa, 'etiquetas'))
  const cuarentena = useQuery(cuarentenaQuery(empresa))
  const cuantos = { lectores: 0, vistos: vistos.data?.length ?? 0, cuarentena: cuarentena.data?.length ?? 0 }
  const selector = (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label="Qué se muestra"
      value={vista}
      onChange={(_, v: Vista | null) =>
        v && void change({ vista: v, cuales: undefined, buscar: undefined, pagina: undefined })
      }
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
          {cuantos[v] > 0 && (
            <Globo>
              {cuantos[v].toLocaleString('es')}
              {cuantos[v] >= LIMITE[v] && '+'}
            </Globo>
          )}
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
