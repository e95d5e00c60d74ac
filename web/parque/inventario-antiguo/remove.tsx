import DeleteOutlined from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { MAX_LOTE } from '#contract/parque/dispositivos/inventario-values'
import { type Resultado, Resultados } from '../../dominio/resultados'
import { call, ErrorLlamada } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { useAviso } from '../../ui/feedback/aviso'
import { Confirm } from '../../ui/feedback/confirm'

type Props = {
  /** Ids in /api/devices. */
  ids: ReadonlySet<string>
  /** Gets the ids of the deleted devices. */
  onEliminados: (ids: number[]) => void
}

const SIN_PERMISO = 'No tienes permisos de administrador para eliminar dispositivos.'

/** Delete the selected rows after confirmation; lists the rows that could not be deleted, with the reason. */
export function Remove({ ids, onEliminados }: Props) {
  const aviso = useAviso()
  const [preguntando, setPreguntando] = useState(false)
  const [ocupado, setOcupado] = useState(false)
  const [resultados, setResultados] = useState<Resultado[]>()
  const cuantos = ids.size === 1 ? 'este dispositivo' : `estos ${ids.size.toLocaleString('es')} dispositivos`

  const cuenta = ids.size > 0 ? ` (${ids.size.toLocaleString('es')})` : ''

  const ask = () => {
    if (ids.size === 0) aviso.error('Selecciona al menos un dispositivo para eliminar.')
    else if (ids.size > MAX_LOTE)
      aviso.error(`Se pueden eliminar como mucho ${MAX_LOTE.toLocaleString('es')} dispositivos a la vez.`)
    else setPreguntando(true)
  }
  const remove = async () => {
    setOcupado(true)
    try {
      const r = await call(api.deleteDevices, { body: { ids: [...ids].map(Number) } })
      const hechos = r.resultados.filter((x) => x.status === 'success').map((x) => x.id)
      if (hechos.length === r.resultados.length) aviso.exito('Dispositivos eliminados correctamente')
      else
        setResultados(
          r.resultados.map((x) => ({
            nombre: x.Name ?? String(x.id),
            hecho: x.status === 'success',
            motivo: x.message,
          })),
        )
      onEliminados(hechos)
    } catch (causa) {
      const { message } = causa as Error
      const sinPermiso = causa instanceof ErrorLlamada && causa.status === 403
      aviso.error(sinPermiso ? SIN_PERMISO : `Error al eliminar dispositivos: ${message}`)
    }
    setOcupado(false)
    setPreguntando(false)
  }

  return (
    <>
      <Button
        size="small"
        color={ids.size > 0 ? 'error' : 'inherit'}
        startIcon={<DeleteOutlined />}
        onClick={ask}
        aria-label={`Eliminar${cuenta}`}
        sx={{ minHeight: 36, flex: 'none', whiteSpace: 'nowrap', minWidth: 44 }}
      >
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          Eliminar
        </Box>
        {cuenta}
      </Button>
      <Confirm
        abierto={preguntando}
        titulo="Eliminar dispositivos"
        texto={`¿Seguro que quieres eliminar ${cuantos}? Sus eventos e incidencias se conservan, y un administrador puede restaurarlos.`}
        accion="Eliminar"
        peligro
        ocupado={ocupado}
        onConfirm={() => void remove()}
        onCancel={() => !ocupado && setPreguntando(false)}
      />
      <Resultados
        titulo="Eliminar dispositivos"
        resultados={resultados}
        onClose={() => setResultados(undefined)}
      />
    </>
  )
}
