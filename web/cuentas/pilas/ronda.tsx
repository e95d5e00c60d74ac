import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { EnlaceBoton } from '../../barra/enlaces'
import { palabra, unaOf, useDireccion } from '../../lib/api/direccion'
import { entero } from '../../lib/formato'
import { useEmpresa } from '../../lib/session/empresa'
import { useCambia } from '../../lib/session/sesion'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { Fallo } from '../../ui/feedback/fallo'
import { FILTROS } from '../../ui/filtros/barra'
import { Anotar } from './anotar'
import { ParadaRonda } from './parada'
import { CambiosPendientes } from './pendientes'
import { rondaQuery } from './queries'
import { useCambios } from './use-cambios'

const HASTA = ['ya', 'este_mes'] as const
const NOMBRE_HASTA = { ya: 'Solo las de ya', este_mes: 'Ya y este mes' } as const

const validate = (s: Record<string, unknown>) => ({
  hasta: unaOf(HASTA, s.hasta),
  desde: palabra(s.desde, 200),
})

/** The batteries to change, place by place in walking order; each takes one scan, also offline. */
export function RondaPage() {
  const [{ hasta = 'este_mes', desde }, change] = useDireccion(validate)
  const cambia = useCambia()
  const consulta = useQuery(rondaQuery(useEmpresa(), hasta, desde))
  const { data, error } = consulta
  const cambios = useCambios(data)
  const quedan = data?.paradas.flatMap((p) => p.contenedores.filter((f) => !cambios.isHecha(f))) ?? []
  const lugares = data?.paradas.flatMap((p) => (p.en_plano && p.lugar) || []) ?? []
  return (
    <Box sx={{ width: '100%', maxWidth: 720, mx: 'auto', p: { xs: 4, md: 8 } }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 3, mb: 1 }}>
        <Typography variant="h2" component="h1">
          Ronda de pilas
        </Typography>
        <Typography role="status" aria-label="Quedan" color="textSecondary">
          {data && (quedan.length === 1 ? 'queda 1' : `quedan ${entero(quedan.length)}`)}
        </Typography>
        <EnlaceBoton to="/pilas" size="small" sx={{ ml: 'auto' }}>
          Lista
        </EnlaceBoton>
      </Box>
      <Typography color="textSecondary" sx={{ mb: 4 }}>
        En el orden en que se anda. Al escanear la etiqueta, su pila queda cambiada.
      </Typography>
      {cambia ? (
        <Anotar onCode={cambios.onCode} />
      ) : (
        <Alert severity="info" variant="outlined" sx={{ mb: 4 }}>
          Tu cuenta es solo de lectura: puedes ver la ronda, pero no anotar cambios.
        </Alert>
      )}
      <CambiosPendientes />
      <Box role="search" aria-label="Qué ronda" sx={{ ...FILTROS, px: 0, rowGap: 4 }}>
        <TextField
          select
          size="small"
          label="Pilas"
          value={hasta}
          onChange={(e) => void change({ hasta: e.target.value === 'ya' ? 'ya' : undefined })}
          sx={{ minWidth: 150 }}
        >
          {HASTA.map((h) => (
            <MenuItem key={h} value={h}>
              {NOMBRE_HASTA[h]}
            </MenuItem>
          ))}
        </TextField>
        {(lugares.length > 1 || desde) && (
          <TextField
            select
            size="small"
            label="Empezar en"
            value={desde && lugares.includes(desde) ? desde : ''}
            onChange={(e) => void change({ desde: e.target.value || undefined })}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
            sx={{ minWidth: 190 }}
          >
            <MenuItem value="">El camino más corto</MenuItem>
            {lugares
              .toSorted((a, b) => a.localeCompare(b, 'es'))
              .map((l) => (
                <MenuItem key={l} value={l}>
                  {l}
                </MenuItem>
              ))}
          </TextField>
        )}
      </Box>
      {data ? (
        <>
          {data.paradas.length === 0 && (
            <EstadoVacio
              texto="No hay pilas por cambiar"
              ayuda="Aquí salen las que hay que cambiar ya o este mes."
            />
          )}
          <Box
            component="ol"
            aria-label="Paradas"
            sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 3 }}
          >
            {data.paradas.map((p, i) => (
              <ParadaRonda
                key={p.lugar ?? ''}
                parada={p}
                numero={i + 1}
                isHecha={cambios.isHecha}
                {...(cambia && { onDone: cambios.onDone })}
              />
            ))}
          </Box>
          {data.total > data.paradas.reduce((n, p) => n + p.contenedores.length, 0) && (
            <Typography color="textSecondary" sx={{ mt: 3, fontSize: 13 }}>
              Hay {entero(data.total)} en total: al acabar estas salen las siguientes.
            </Typography>
          )}
        </>
      ) : error ? (
        <Fallo texto={error.message} onRetry={() => void consulta.refetch()} />
      ) : (
        <Skeleton variant="rounded" height={240} />
      )}
    </Box>
  )
}
