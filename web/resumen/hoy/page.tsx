import PrintIcon from '@mui/icons-material/PrintOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import Skeleton from '@mui/material/Skeleton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Hoy } from '#contract/resumen/hoy/hoy'
import { NOMBRES_PAPEL, PAPELES, type Papel } from '#contract/resumen/hoy/papeles-values'
import { urlOf } from '../../lib/api/api'
import { useDireccion } from '../../lib/api/direccion'
import { api } from '../../lib/api/llamadas'
import { useEmpresa } from '../../lib/session/empresa'
import { BotonExportar } from '../../ui/exportar/boton-exportar'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { Fallo } from '../../ui/feedback/fallo'
import { CopyEnlace } from '../../ui/tabla/copy-enlace'
import { SIN_PAPEL } from '../../ui/theme/papel'
import { tono } from '../../ui/theme/tono'
import { validateBusquedaHoy } from './busqueda'
import { LineaHoy } from './linea'
import { hoyQuery, useHecha, useRememberPapel } from './queries'
import { SemanaHoy } from './semana'

/** The tasks for the user's role, and the figures of the week. */
export function HoyPage() {
  const [{ papel, hechas }, change] = useDireccion(validateBusquedaHoy)
  const empresa = useEmpresa()
  const { data, error, isFetching, refetch } = useQuery(hoyQuery(papel, empresa))
  const rememberPapel = useRememberPapel()
  const elegido = papel ?? data?.papel
  // The address contains the role, so that a link shows other users the same.
  useEffect(() => {
    if (papel === undefined && elegido !== undefined) void change({ papel: elegido }, true)
  }, [papel, elegido, change])
  const choosePapel = (nuevo: Papel) => {
    rememberPapel(nuevo)
    void change({ papel: nuevo })
  }
  return (
    <Box
      sx={{
        width: '100%',
        maxWidth: 1120,
        mx: 'auto',
        p: { xs: 3, md: 5 },
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 4,
        alignContent: 'start',
        // Seven lines and the week's figures fit on one printed page.
        '@media print': {
          p: '0 !important',
          maxWidth: 'none',
          zoom: 0.8,
          '& section': { mt: 2, p: 1 },
          '& li': { py: 1 },
        },
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Typography variant="h2" component="h1" sx={{ mr: 1 }}>
          Hoy
        </Typography>
        {elegido && (
          <Select
            size="small"
            value={elegido}
            onChange={(e) => choosePapel(e.target.value)}
            inputProps={{ 'aria-label': 'Para quién' }}
            sx={{ minWidth: 176 }}
          >
            {PAPELES.map((p) => (
              <MenuItem key={p} value={p}>
                {NOMBRES_PAPEL[p]}
              </MenuItem>
            ))}
          </Select>
        )}
        <Box className={SIN_PAPEL} sx={{ display: 'flex', alignItems: 'center', ml: 'auto' }}>
          <CopyEnlace filas={undefined} />
          <Tooltip title="Imprimir">
            <IconButton
              aria-label="Imprimir"
              onClick={() => print()}
              sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
            >
              <PrintIcon sx={{ fontSize: 20 }} />
            </IconButton>
          </Tooltip>
          <BotonExportar
            nombre="hoy"
            urlOf={(formato) => urlOf(api.exportHoy.path, undefined, { papel: elegido, empresa, formato })}
            vacio={!data}
          />
        </Box>
      </Box>
      {error && !data ? (
        <Fallo
          texto="No se ha podido cargar lo de hoy"
          detalle={error.message}
          onRetry={() => void refetch()}
          ocupado={isFetching}
        />
      ) : data ? (
        <>
          <Lineas
            hoy={data}
            conHechas={hechas === 'si'}
            onToggle={(si) => void change({ hechas: si ? 'si' : undefined })}
          />
          {data.semana === null ? (
            <Box role="status" sx={{ fontSize: 13, color: tono('muted') }}>
              Las cifras de la semana se están contando: estarán dentro de un minuto.
            </Box>
          ) : (
            data.semana.cifras.length > 0 && <SemanaHoy semana={data.semana} />
          )}
          <CopyEnlace filas={undefined} conNombre />
        </>
      ) : (
        <>
          <Skeleton variant="rounded" height={320} aria-label="Cargando lo de hoy" />
          <Skeleton variant="rounded" height={200} />
        </>
      )}
    </Box>
  )
}

type PropsLineas = { hoy: Hoy; conHechas: boolean; onToggle: (si: boolean) => void }

function Lineas({ hoy, conHechas, onToggle }: PropsLineas) {
  const { onMark, onRecover, ocupada } = useHecha()
  const hechas = hoy.lineas.filter((l) => l.hecha !== null)
  const quedan = hoy.lineas.filter((l) => l.hecha === null)
  const visibles = conHechas ? [...quedan, ...hechas] : quedan
  return (
    <Box component="section" aria-label="Qué hacer hoy">
      <Box
        sx={{
          borderRadius: 2,
          border: `1px solid ${tono('line')}`,
          bgcolor: tono('paper'),
          '@media print': { border: 0 },
        }}
      >
        {visibles.length > 0 ? (
          <Box component="ul" aria-label="Pendiente" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {visibles.map((l) => (
              <LineaHoy
                key={l.clave}
                linea={l}
                ocupada={ocupada}
                onMark={() => onMark(l)}
                onRecover={() => onRecover(l.clave)}
              />
            ))}
          </Box>
        ) : (
          <EstadoVacio
            texto={hechas.length > 0 ? 'Todo lo de hoy está hecho' : 'No hay nada pendiente'}
            ayuda={`Para ${NOMBRES_PAPEL[hoy.papel].toLocaleLowerCase('es')} no espera nada. Si algo cambia, aparecerá aquí.`}
          />
        )}
      </Box>
      {hechas.length > 0 && (
        <Button
          className={SIN_PAPEL}
          size="small"
          color="inherit"
          aria-pressed={conHechas}
          onClick={() => onToggle(!conHechas)}
          sx={{ mt: 2, color: tono('muted') }}
        >
          {conHechas ? 'Ocultar las hechas' : `Hechas (${hechas.length})`}
        </Button>
      )}
    </Box>
  )
}
