import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { useAviso } from '../../ui/feedback/aviso'
import { ajusteQuery } from './queries'

/** Setting for administrators: whether a second person must sign each count. */
export function AjusteFirma({ empresa }: { empresa: number }) {
  const cliente = useQueryClient()
  const aviso = useAviso()
  const { data } = useQuery(ajusteQuery(empresa))
  const save = useMutation({
    mutationFn: (firma: boolean) => call(api.setAjusteRecuentos, { body: { empresa, firma } }),
    onSuccess: ({ firma }) =>
      aviso.exito(firma ? 'Cada recuento lo firmará otra persona' : 'Los recuentos ya no se firman'),
    onError: (e) => aviso.error(e.message),
    onSettled: () => cliente.invalidateQueries({ queryKey: ajusteQuery(empresa).queryKey }),
  })
  return (
    <FormControlLabel
      sx={{ mx: 0, '& .MuiFormControlLabel-label': { fontSize: 13 } }}
      label="Los firma otra persona"
      control={
        <Switch
          size="small"
          checked={data?.firma ?? false}
          disabled={!data || save.isPending}
          onChange={(e) => save.mutate(e.target.checked)}
        />
      }
    />
  )
}
