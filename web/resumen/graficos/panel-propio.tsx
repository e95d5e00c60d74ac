import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useDireccion } from '../../lib/api/direccion'
import { useEmpresa } from '../../lib/session/empresa'
import { diasAntes, useHoy } from '../../lib/time/hoy'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { validateBusquedaGraficos } from './busqueda'
import { SECCIONES } from './definiciones'
import { FiltrosGraficos } from './filtros'
import { Tarjeta } from './tarjeta'

const DIAS = 30

/** Our own dashboard. */
export function PanelPropio() {
  const [busqueda, change] = useDireccion(validateBusquedaGraficos)
  const empresa = useEmpresa()
  const hoy = useHoy()
  const cliente = useQueryClient()
  const hasta = busqueda.hasta ?? hoy
  const desde = busqueda.desde ?? diasAntes(hasta, DIAS - 1)
  const filtros = useMemo(
    () => ({ desde, hasta, familia: busqueda.familia, ubicacion: busqueda.ubicacion, empresa }),
    [desde, hasta, busqueda.familia, busqueda.ubicacion, empresa],
  )
  return (
    <Box sx={{ p: { xs: 3, md: 5 }, display: 'grid', gap: 6 }}>
      <Box sx={{ display: 'grid', gap: 3 }}>
        <Typography variant="h2" component="h1">
          Gráficos
        </Typography>
        <FiltrosGraficos
          busqueda={busqueda}
          change={change}
          periodo={{ desde, hasta }}
          hoy={hoy}
          empresa={empresa}
          onReload={() => cliente.invalidateQueries({ queryKey: ['graficos'] })}
        />
      </Box>
      {desde > hasta ? (
        <EstadoVacio texto="El día de inicio es posterior al de fin" ayuda="Cambia uno de los dos." />
      ) : (
        SECCIONES.map(({ titulo, columnas, graficos }) => (
          <Box key={titulo}>
            <Typography
              variant="caption"
              component="h2"
              color="textSecondary"
              sx={{ fontWeight: 600, mb: 2, display: 'block' }}
            >
              {titulo}
            </Typography>
            <Box
              sx={{
                display: 'grid',
                gap: 4,
                gridTemplateColumns: {
                  xs: 'minmax(0, 1fr)',
                  md: 'repeat(2, minmax(0, 1fr))',
                  lg: `repeat(${columnas}, minmax(0, 1fr))`,
                },
              }}
            >
              {graficos.map((d) => (
                <Tarjeta key={d.grafico} definicion={d} filtros={filtros} />
              ))}
            </Box>
          </Box>
        ))
      )}
    </Box>
  )
}
