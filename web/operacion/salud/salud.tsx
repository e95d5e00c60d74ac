import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined'
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined'
import WarningIcon from '@mui/icons-material/WarningAmberOutlined'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import type { PlantaSalud } from '#contract/operacion/salud/salud'
import { UltimoAcceso } from '../../dominio/administracion/ultimo-acceso'
import { useEmpresa } from '../../lib/session/empresa'
import { useAhora } from '../../lib/time/ahora'
import { useEnlace } from '../../lib/use-enlace'
import celda from '../../ui/celda.module.css'
import { Fallo } from '../../ui/feedback/fallo'
import { Seccion } from '../../ui/seccion'
import { tono } from '../../ui/theme/tono'
import { type Atencion, ENLACES, listAtencion } from './atencion'
import { Cifras } from './cifras'
import { BaseSalud, CopiasVersiones, IngestaSalud } from './instalacion'
import { LectoresSalud } from './lectores-salud'
import { saludQuery } from './queries'
import { TrabajosSalud } from './trabajos'

const DOS = {
  display: 'grid',
  gap: 4,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
} as const

function Linea({ a }: { a: Atencion }) {
  const enlace = useEnlace(a.enlace ?? '')
  const Icono = a.grave ? ErrorIcon : WarningIcon
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 32 }}>
      <Icono
        titleAccess={a.grave ? 'Grave' : 'Para mirar'}
        sx={{ flex: 'none', fontSize: 20, color: tono(a.grave ? 'rojo' : 'amber') }}
      />
      {a.enlace ? (
        <a {...enlace} className={celda.enlace}>
          {a.texto}
        </a>
      ) : (
        <span>{a.texto}</span>
      )}
    </Box>
  )
}

function Atenciones({ lista }: { lista: Atencion[] }) {
  return (
    <Seccion titulo="Qué mirar">
      <Box role="status">
        {lista.length === 0 && (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, color: tono('verde') }}>
            <CheckCircleIcon sx={{ fontSize: 20 }} />
            Todo va bien
          </Box>
        )}
        {lista.length > 0 && (
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {lista.map((a) => (
              <Linea key={a.texto} a={a} />
            ))}
          </Box>
        )}
      </Box>
    </Seccion>
  )
}

function EntradaSalida({ cuarentena, entregas }: Pick<PlantaSalud, 'cuarentena' | 'entregas'>) {
  const n = (v: number) => v.toLocaleString('es')
  return (
    <>
      <Seccion titulo="Cuarentena">
        <Cifras
          cifras={[
            { nombre: 'No se pudieron leer', valor: n(cuarentena.mensajes), enlace: ENLACES.cuarentena },
            {
              nombre: 'El último',
              valor: cuarentena.ultima ? <UltimoAcceso iso={cuarentena.ultima} /> : 'Ninguno',
            },
          ]}
        />
      </Seccion>
      <Seccion titulo="Envíos de avisos">
        <Cifras
          cifras={[
            { nombre: 'Esperan', valor: n(entregas.pendientes), enlace: ENLACES.pendientes },
            { nombre: 'Se reintentan', valor: n(entregas.reintentos), enlace: ENLACES.pendientes },
            {
              nombre: 'No entregados en 24 h',
              valor: n(entregas.rechazadas),
              enlace: ENLACES.rechazadas,
              ...(entregas.rechazadas > 0 && { token: 'rojo' as const }),
            },
          ]}
        />
      </Seccion>
    </>
  )
}

/** State of Retorna: the items that need attention, with the figures behind them. */
export function Salud() {
  const { data, error, isFetching, refetch } = useQuery(saludQuery(useEmpresa()))
  const ahora = useAhora()
  if (error && !data)
    return (
      <Fallo
        texto="No se ha podido leer la salud de Retorna."
        detalle={error.message}
        ocupado={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data)
    return (
      <Skeleton variant="rounded" height={480} sx={{ m: { xs: 3, md: 5 } }} aria-label="Cargando la salud" />
    )
  const { planta, instalacion: i } = data
  return (
    <Box
      sx={{
        p: { xs: 3, md: 5 },
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 4,
        // A table fills the height of its container; this container is only as tall as the table needs.
        alignItems: 'start',
        alignContent: 'start',
        minHeight: '100%',
        bgcolor: tono('ground'),
      }}
    >
      <Atenciones lista={listAtencion(data, ahora)} />
      {i && <IngestaSalud ingesta={i.ingesta} />}
      <LectoresSalud lectores={planta.lectores} />
      <Box sx={DOS}>
        <EntradaSalida cuarentena={planta.cuarentena} entregas={planta.entregas} />
      </Box>
      {i && (
        <>
          <TrabajosSalud trabajos={i.trabajos} />
          <BaseSalud base={i.base} />
          <Box sx={DOS}>
            <CopiasVersiones copias={i.copias} versiones={i.versiones} />
          </Box>
        </>
      )}
    </Box>
  )
}
