import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { validateBusquedaUsuarios } from '../../dominio/administracion/busqueda'
import { PanelEmpresa } from '../../dominio/administracion/panel-empresa'
import { CLAVE, useEmpresas } from '../../dominio/administracion/queries'
import { call } from '../../lib/api/api'
import { useDireccion } from '../../lib/api/direccion'
import { api } from '../../lib/api/llamadas'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { Fallo } from '../../ui/feedback/fallo'
import { FormularioCalendario } from './formulario'

const calendariosQuery = (empresa: number) =>
  queryOptions({
    queryKey: [...CLAVE, 'calendarios', empresa],
    queryFn: ({ signal }) => call(api.listCalendarios, { params: { id: empresa }, signal }),
    // A refetch on window focus would overwrite what is being edited.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

const MANANA = { desde: '06:00', hasta: '14:00' }
const TARDE = { desde: '14:00', hasta: '22:00' }
/** Default of a new calendar: two shifts from Monday to Friday. */
const SEMANA = Array.from({ length: 7 }, (_, d) => (d < 5 ? [MANANA, TARDE] : []))

function CalendarioDe({ empresa }: { empresa: number }) {
  const [busqueda, change] = useDireccion(validateBusquedaUsuarios)
  const { nombreOf } = useEmpresas()
  const { data, error, isFetching, refetch } = useQuery(calendariosQuery(empresa))
  /** The plant that gets a calendar now. */
  const [nueva, setNueva] = useState<string>()
  const general = data?.data.find((c) => c.planta === '')
  const plantas = [...new Set([...(data?.plantas ?? []), ...(data?.data ?? []).map((c) => c.planta)])]
    .filter((p) => p !== '')
    .sort((a, b) => a.localeCompare(b, 'es'))
  // The address may name a plant of the company that was chosen before.
  const planta = busqueda.planta && plantas.includes(busqueda.planta) ? busqueda.planta : ''
  const suyo = data?.data.find((c) => c.planta === planta)
  const clave = `${empresa} ${planta}`
  const enEdicion =
    suyo ??
    (nueva === clave
      ? { planta, semana: general?.semana ?? SEMANA, festivos: general?.festivos ?? [] }
      : null)
  return (
    <>
      <Box sx={{ mb: 6 }}>
        <TextField
          select
          label="Calendario de"
          value={planta}
          onChange={(e) => void change({ planta: e.target.value || undefined })}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          sx={{ width: { xs: '100%', sm: 280 } }}
        >
          <MenuItem value="">Todas las plantas sin el suyo</MenuItem>
          {plantas.map((p) => (
            <MenuItem key={p} value={p}>
              {p}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      {error && !data ? (
        <Fallo
          texto="No se ha podido cargar el calendario"
          detalle={error.message}
          ocupado={isFetching}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <Skeleton variant="rounded" height={480} aria-label="Cargando el calendario" />
      ) : enEdicion ? (
        <FormularioCalendario
          key={`${clave} ${suyo ? 'suyo' : 'nuevo'}`}
          empresa={empresa}
          nombre={planta || nombreOf(empresa)}
          guardado={enEdicion}
          esNuevo={!suyo}
          onDiscard={() => setNueva(undefined)}
        />
      ) : (
        <>
          {planta && general && (
            <Alert severity="info" variant="outlined" sx={{ mb: 4 }}>
              {planta} sigue el calendario de la empresa.
            </Alert>
          )}
          <EstadoVacio
            texto={planta ? `${planta} no tiene calendario propio` : 'Aún no hay calendario'}
            ayuda="Sin calendario, las duraciones solo se dicen en tiempo de reloj."
            accion={
              <Button variant="contained" onClick={() => setNueva(clave)}>
                Crear el calendario
              </Button>
            }
          />
        </>
      )}
    </>
  )
}

/** Opening hours of the plants of a company. */
export const Calendario = () => (
  <PanelEmpresa
    ancho={880}
    ayuda="Cuándo trabaja cada planta. Con él, las duraciones se dicen también en horas abiertas: una noche, un domingo o un festivo no cuentan."
  >
    {(empresa) => <CalendarioDe empresa={empresa} />}
  </PanelEmpresa>
)
