import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { planoQuery } from '../../dominio/plano/query'
import { call, type ErrorLlamada } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { useSesion } from '../../lib/session/sesion'

type Props = {
  /** Of the container; undefined: not known yet. */
  empresa: number | undefined
  valor: number | undefined
  onChange: (ubicacion: number | undefined) => void
  disabled: boolean
}

/** Optional place of the registered container; hidden for accounts that see only this screen, because they know no places. */
export function LugarRegistro({ empresa, valor, onChange, disabled }: Props) {
  const sesion = useSesion()
  const completo = sesion?.modo === 'completo'
  const { data } = useQuery({
    ...planoQuery(empresa ?? 0),
    enabled: completo && empresa !== undefined,
  })
  if (!completo || !data?.data.length) return null
  return (
    <TextField
      select
      fullWidth
      id="registro-lugar"
      label="Está en"
      helperText="Opcional: Retorna aprende de ello. Se queda elegido para el siguiente."
      value={data.data.some((u) => u.id === valor) ? valor : ''}
      onChange={(e) => onChange(e.target.value === '' ? undefined : Number(e.target.value))}
      disabled={disabled}
      slotProps={{ select: { SelectDisplayProps: { 'aria-label': 'Está en' } } }}
    >
      <MenuItem value="">Sin decirlo</MenuItem>
      {data.data.map((u) => (
        <MenuItem key={u.id} value={u.id}>
          {u.nombre}
        </MenuItem>
      ))}
    </TextField>
  )
}

const NO_SE_SABE = new Map([
  ['sin_registro', 'Ningún lector lo ha oído todavía: su lugar se sabrá cuando se oiga.'],
  ['poco_creible', 'Los lectores dicen otro lugar. Si está ahí, corrígelo en su ficha.'],
])

/**
 * Report the place of a container that was just registered.
 * @returns the result, as a message for the user
 */
export async function sendLugar(mac_serie: string, ubicacion: number, empresa: number): Promise<string> {
  try {
    await call(api.createConfirmacion, { body: { mac_serie, ubicacion, empresa } })
    return 'Retorna ha tomado nota de dónde está.'
  } catch (causa) {
    const { code, message } = causa as ErrorLlamada
    return NO_SE_SABE.get(code) ?? message
  }
}
