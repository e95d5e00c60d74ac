import AddIcon from '@mui/icons-material/AddOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlineOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import PauseIcon from '@mui/icons-material/PauseOutlined'
import PlayIcon from '@mui/icons-material/PlayArrowOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SuscripcionEpcis } from '#contract/operacion/epcis/ajustes'
import { useCambio } from '../../dominio/administracion/use-cambio'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { Confirm } from '../../ui/feedback/confirm'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { Fallo } from '../../ui/feedback/fallo'
import { MenuFila } from '../../ui/menu-fila'
import { Momento } from '../../ui/momento'
import { Seccion } from '../../ui/seccion'
import { tono } from '../../ui/theme/tono'
import { FormularioSuscripcion } from './formulario-suscripcion'
import { suscripcionesQuery } from './queries'

/** `Todo`, or the filters of the query. */
const wordsOf = (s: SuscripcionEpcis) =>
  Object.entries(s.consulta)
    .map(([k, v]) => `${k}=${v}`)
    .join(', ') || 'Todos los eventos'

function Estado({ s }: { s: SuscripcionEpcis }) {
  if (!s.activa)
    return (
      <span style={{ color: tono(s.apagada ? 'rojo' : 'muted'), fontWeight: 550 }}>
        {s.apagada ? `En pausa: ${s.apagada}` : 'En pausa'}
      </span>
    )
  if (s.error)
    return (
      <span style={{ color: tono('amber') }}>
        {s.error} Se vuelve a probar: <Momento iso={s.siguiente} />
      </span>
    )
  return (
    <span>
      <span style={{ color: tono('verde'), fontWeight: 550 }}>Activa</span>
      {s.enviada && (
        <>
          {' '}
          · último envío <Momento iso={s.enviada} />
        </>
      )}
    </span>
  )
}

/** Subscribers that receive events as they happen. */
export function Suscripciones({ empresa }: { empresa: number }) {
  const { data, error, isFetching, refetch } = useQuery(suscripcionesQuery(empresa))
  const [editada, setEditada] = useState<SuscripcionEpcis | 'nueva'>()
  const [porQuitar, setPorQuitar] = useState<SuscripcionEpcis>()
  const cambiar = useCambio(
    (s: SuscripcionEpcis) =>
      call(api.updateSuscripcionEpcis, { params: { id: s.id }, body: { activa: !s.activa } }),
    (s) => `Suscripción ${s.nombre} ${s.activa ? 'en pausa' : 'reanudada'}`,
  )
  const quitar = useCambio(
    (s: SuscripcionEpcis) => call(api.removeSuscripcionEpcis, { params: { id: s.id } }),
    (s) => `Suscripción ${s.nombre} eliminada`,
  )
  return (
    <Seccion
      titulo="Suscripciones"
      acciones={
        <Button size="small" variant="contained" startIcon={<AddIcon />} onClick={() => setEditada('nueva')}>
          Nueva suscripción
        </Button>
      }
    >
      {error && !data && (
        <Fallo
          texto="No se han podido cargar las suscripciones"
          detalle={error.message}
          ocupado={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data?.length === 0 && (
        <EstadoVacio
          texto="No hay suscripciones"
          ayuda="Una suscripción lleva los eventos a un webhook según se cuentan, en orden y sin perder ninguno."
        />
      )}
      <Box component="ul" aria-label="Suscripciones" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data?.map((s) => (
          <Box
            component="li"
            key={s.id}
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 2,
              py: 2,
              borderTop: `1px solid ${tono('line')}`,
            }}
          >
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', fontSize: 13 }}>
              <Box sx={{ fontWeight: 550 }}>
                {s.nombre} <span style={{ color: tono('muted'), fontWeight: 400 }}>→ {s.webhook_nombre}</span>
              </Box>
              <div>{wordsOf(s)}</div>
              <Estado s={s} />
            </Box>
            <MenuFila
              de={s.nombre}
              opciones={[
                { texto: 'Editar', Icono: EditIcon, onClick: () => setEditada(s) },
                {
                  texto: s.activa ? 'Pausar' : 'Reanudar',
                  Icono: s.activa ? PauseIcon : PlayIcon,
                  onClick: () => cambiar.mutate(s),
                },
                { texto: 'Eliminar', Icono: DeleteIcon, peligro: true, onClick: () => setPorQuitar(s) },
              ]}
            />
          </Box>
        ))}
      </Box>
      {editada && (
        <FormularioSuscripcion
          suscripcion={editada === 'nueva' ? undefined : editada}
          empresa={empresa}
          onClose={() => setEditada(undefined)}
        />
      )}
      {porQuitar && (
        <Confirm
          abierto
          peligro
          titulo={`Eliminar ${porQuitar.nombre}`}
          texto="No se le enviará nada más, y se olvida hasta dónde había llegado. No se podrá deshacer."
          accion="Eliminar"
          ocupado={quitar.isPending}
          onCancel={() => setPorQuitar(undefined)}
          onConfirm={() => quitar.mutate(porQuitar, { onSettled: () => setPorQuitar(undefined) })}
        />
      )}
    </Seccion>
  )
}
