import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { INICIOS, type Inicio } from '#contract/personas/acceso/values'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { sesionQuery, useSesion } from '../../lib/session/sesion'
import { useAviso } from '../../ui/feedback/aviso'

const NOMBRES: Record<Inicio, string> = { mapa: 'Mapa', hoy: 'Hoy' }

/** First screen after login. */
export function InicioElegido() {
  const inicio = useSesion()?.inicio ?? 'mapa'
  const cliente = useQueryClient()
  const aviso = useAviso()
  const guardar = useMutation({
    mutationFn: (elegido: Inicio) => call(api.setPreferenciaHoy, { body: { inicio: elegido } }),
    onSuccess: (_, elegido) => {
      cliente.setQueryData(sesionQuery.queryKey, (previa) => previa && { ...previa, inicio: elegido })
      aviso.exito(`Al entrar empezarás en ${NOMBRES[elegido]}`)
    },
    onError: (e) => aviso.error(`No se ha podido guardar: ${e.message}`),
  })
  return (
    <RadioGroup
      row
      aria-label="Al entrar, empezar en"
      value={guardar.isPending ? guardar.variables : inicio}
      onChange={(_, elegido) => guardar.mutate(elegido as Inicio)}
    >
      {INICIOS.map((i) => (
        <FormControlLabel key={i} value={i} label={NOMBRES[i]} control={<Radio />} sx={{ mr: 6 }} />
      ))}
    </RadioGroup>
  )
}
