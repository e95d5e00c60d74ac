import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { useSegundos } from '../../lib/time/segundos'
import { useAviso } from '../../ui/feedback/aviso'
import { tinte, tono } from '../../ui/theme/tono'

type Props = {
  /** Nickname of the container, or its mac while it has none. */
  apodo: string
  empresa: number
  /** For how many seconds it could be taken back, and when that was told (ms). */
  segundos: number
  desde: number
  /** Told the tag that it carries again. */
  onUndo: (mac: string) => void
}

/** Takes back the change of tag that was just made, while that is possible. */
export function UndoEtiqueta({ apodo, empresa, segundos, desde, onUndo }: Props) {
  const quedan = Math.ceil(segundos - useSegundos(desde))
  const aviso = useAviso()
  const cliente = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(api.undoEtiqueta, { params: { apodo }, query: { empresa } }),
    onSuccess: async ({ data }) => {
      aviso.info('Cambio de etiqueta deshecho')
      onUndo(data.Dispositivo)
      await cliente.invalidateQueries({ queryKey: ['contenedor'] })
    },
  })
  if (quedan <= 0) return null
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: '4px 12px',
        px: 3,
        py: 1,
        borderRadius: 1,
        bgcolor: tinte('brand', 8),
        fontSize: 13,
      }}
    >
      <Box
        component="span"
        role="timer"
        sx={{ flex: 1, minWidth: 160, color: error ? tono('rojo') : undefined }}
      >
        {error?.message ?? `Cambiada hace un momento: se puede deshacer durante ${quedan} s.`}
      </Box>
      <Button size="small" loading={isPending} onClick={() => mutate()}>
        Deshacer
      </Button>
    </Box>
  )
}
