import CloseIcon from '@mui/icons-material/Close'
import LockOpenOutlined from '@mui/icons-material/LockOpenOutlined'
import LockOutlined from '@mui/icons-material/LockOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Incidencia } from '#contract/oir/incidencias/incidencias'
import { EnlaceContenedor } from '../../../dominio/enlace-contenedor'
import { ErrorLlamada } from '../../../lib/api/api'
import { fechaHora, haceCuanto } from '../../../lib/formato'
import { useAhora } from '../../../lib/time/ahora'
import { useZona } from '../../../lib/time/zona'
import { EstadoVacio } from '../../../ui/feedback/estado-vacio'
import { Fallo } from '../../../ui/feedback/fallo'
import { LETRA_MONO } from '../../../ui/theme/tokens'
import { tinte, tono } from '../../../ui/theme/tono'
import type { AccionesDetalle } from '../acciones'
import { detalleQuery } from '../queries'
import { apodoOf } from './controles'
import { FichaIncidencia } from './ficha-incidencia'
import { PieRevision } from './pie-revision'

type Props = AccionesDetalle & { id: number; idTitulo: string; conocida: Incidencia | undefined }

export function PanelIncidencia({ id, idTitulo, conocida, conPendientes, onLeave, ...revision }: Props) {
  const consulta = useQuery(detalleQuery(id))
  const detalle = consulta.data && conPendientes(consulta.data)
  const i = detalle ?? (conocida && conPendientes(conocida))
  const noHay = consulta.error instanceof ErrorLlamada && consulta.error.status === 404
  return (
    <>
      <Cabecera idTitulo={idTitulo} i={noHay ? undefined : i} onLeave={onLeave} />
      <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto', overscrollBehavior: 'contain', px: 5, py: 4 }}>
        {noHay ? (
          <EstadoVacio
            texto="Esta incidencia no existe"
            ayuda="El enlace puede ser antiguo, o la incidencia es de otra empresa."
            accion={
              <Button variant="outlined" onClick={onLeave}>
                Ver la lista
              </Button>
            }
          />
        ) : detalle ? (
          <FichaIncidencia i={detalle} onReview={revision.onReview} />
        ) : consulta.isError ? (
          <Fallo
            texto="No se ha podido cargar la incidencia"
            detalle={consulta.error.message}
            onRetry={() => void consulta.refetch()}
            ocupado={consulta.isFetching}
          />
        ) : (
          <Box aria-busy="true" sx={{ display: 'grid', gap: 4 }}>
            <Skeleton variant="rounded" height={72} />
            <Skeleton variant="rounded" height={300} />
            <Skeleton variant="rounded" height={200} />
          </Box>
        )}
      </Box>
      {i && !noHay && <PieRevision i={i} {...revision} />}
    </>
  )
}

function Cabecera({
  idTitulo,
  i,
  onLeave,
}: {
  idTitulo: string
  i: Incidencia | undefined
  onLeave: () => void
}) {
  const zona = useZona()
  const ahora = useAhora()
  return (
    <Box
      sx={{
        flex: 'none',
        display: 'flex',
        alignItems: 'flex-start',
        gap: 2,
        pl: 5,
        pr: 3,
        py: 3,
        borderBottom: `1px solid ${tono('line')}`,
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Titulo id={idTitulo}>
          {i ? (
            <>
              <Box component="span" sx={{ fontFamily: LETRA_MONO }}>
                <EnlaceContenedor apodo={apodoOf(i)} />
              </Box>
              <ChipRevisada revisado={i.revisado} />
            </>
          ) : (
            'Incidencia'
          )}
        </Titulo>
        {i && (
          <Box sx={{ mt: 0.5, fontSize: 13, color: tono('muted') }}>
            Impacto del {fechaHora(i.Time, zona)} · {haceCuanto(i.Time, Math.max(ahora, Date.parse(i.Time)))}
          </Box>
        )}
      </Box>
      <IconButton aria-label="Cerrar" title="Cerrar" onClick={onLeave}>
        <CloseIcon sx={{ fontSize: 20 }} />
      </IconButton>
    </Box>
  )
}

function Titulo({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Box
      component="h2"
      id={id}
      sx={{
        m: 0,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: '4px 12px',
        fontSize: 20,
        lineHeight: '28px',
        fontWeight: 600,
      }}
    >
      {children}
    </Box>
  )
}

export function ChipRevisada({ revisado }: { revisado: boolean }) {
  const token = revisado ? 'gris' : 'amber'
  const Icono = revisado ? LockOutlined : LockOpenOutlined
  return (
    <Chip
      size="small"
      label={revisado ? 'Cerrada' : 'Abierta'}
      icon={<Icono />}
      sx={{
        color: tono(token),
        bgcolor: tinte(token),
        '& .MuiChip-icon': { color: 'inherit', fontSize: 14, ml: 1.5, mr: -0.75 },
      }}
    />
  )
}
