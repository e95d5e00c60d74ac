import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import Skeleton from '@mui/material/Skeleton'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { PreferenciasAviso } from '#contract/avisos/avisos/avisos'
import {
  AVISOS,
  FRECUENCIAS,
  type Frecuencia,
  isDeRol,
  SILENCIO_INICIAL,
  TIPOS_AVISO,
  type TipoAviso,
  type Vias,
} from '#contract/avisos/avisos/values'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { useInstalacion } from '../../lib/instalacion'
import { familiasQuery } from '../../lib/opciones'
import { useSesion } from '../../lib/session/sesion'
import { Button } from '../../ui/button'
import { useAviso } from '../../ui/feedback/aviso'
import { Fallo } from '../../ui/feedback/fallo'
import { tono } from '../../ui/theme/tono'
import { correoQuery, lugaresQuery, preferenciasQuery } from './queries'

const FRECUENCIA: Record<Frecuencia, string> = {
  no: 'No',
  ya: 'En seguida',
  dia: 'Resumen del día',
  semana: 'Resumen de la semana',
}

/** Which notices the user gets, and by which channels. */
export function Preferencias() {
  const { data, error, isFetching, refetch } = useQuery(preferenciasQuery)
  if (error && !data)
    return (
      <Fallo
        texto="No se ha podido leer qué avisos recibe"
        detalle={error.message}
        ocupado={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <Skeleton variant="rounded" height={320} />
  return <Formulario guardadas={data} />
}

function Formulario({ guardadas }: { guardadas: PreferenciasAviso }) {
  const [p, setP] = useState(guardadas)
  const cliente = useQueryClient()
  const aviso = useAviso()
  const rol = useSesion()?.rol
  const guardar = useMutation({
    mutationFn: () => call(api.setPreferencias, { body: p }),
    onSuccess: (nuevas) => {
      cliente.setQueryData(preferenciasQuery.queryKey, nuevas)
      setP(nuevas)
      aviso.exito('Avisos guardados')
    },
    onError: (e) => aviso.error(`No se han podido guardar: ${e.message}`),
  })
  const put = (tipo: TipoAviso, via: Partial<Vias>) =>
    setP({ ...p, canales: { ...p.canales, [tipo]: { ...p.canales[tipo], ...via } } })
  const save = (e: FormEvent) => {
    e.preventDefault()
    guardar.mutate()
  }
  return (
    <Box component="form" aria-label="Qué avisos recibe" onSubmit={save} sx={{ display: 'grid', gap: 5 }}>
      <Matriz canales={p.canales} onChange={put} />
      <Silencio p={p} onChange={setP} />
      {rol !== 'tercero' && <Intereses p={p} onChange={setP} />}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button
          type="submit"
          variant="contained"
          loading={guardar.isPending}
          disabled={JSON.stringify(p) === JSON.stringify(guardadas)}
        >
          Guardar avisos
        </Button>
      </Box>
    </Box>
  )
}

type PropsMatriz = {
  canales: PreferenciasAviso['canales']
  onChange: (tipo: TipoAviso, via: Partial<Vias>) => void
}

/** A row for each kind, a column for each channel; on a phone a block for each kind. */
function Matriz({ canales, onChange }: PropsMatriz) {
  const { data: correo } = useQuery(correoQuery)
  const hayCorreo = useInstalacion()?.correo
  const rol = useSesion()?.rol
  return (
    <Box>
      <Box component="ul" aria-label="Tipos de aviso" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {TIPOS_AVISO.filter((t) => !rol || isDeRol(t, rol)).map((t) => {
          const { nombre, ayuda } = AVISOS[t]
          const v = canales[t]
          return (
            <Box
              component="li"
              key={t}
              sx={{
                display: 'grid',
                gridTemplateColumns: { xs: '1fr 1fr', sm: 'auto auto 1fr' },
                alignItems: 'center',
                columnGap: 2,
                rowGap: 1,
                py: 3,
                '& + &': { borderTop: `1px solid ${tono('line')}` },
              }}
            >
              <Box sx={{ gridColumn: '1 / -1' }}>
                <Box sx={{ fontWeight: 550 }}>{nombre}</Box>
                <Box sx={{ fontSize: 13, color: tono('muted'), textWrap: 'pretty' }}>{ayuda}</Box>
              </Box>
              {(['app', 'push'] as const).map((via) => (
                <FormControlLabel
                  key={via}
                  sx={{ mx: 0 }}
                  control={
                    <Checkbox
                      checked={v[via] === 'ya'}
                      onChange={(_, si) => onChange(t, { [via]: si ? 'ya' : 'no' })}
                      slotProps={{
                        input: {
                          'aria-label': `${nombre}: ${via === 'app' ? 'en la aplicación' : 'en sus dispositivos'}`,
                        },
                      }}
                    />
                  }
                  label={via === 'app' ? 'Aplicación' : 'Dispositivos'}
                />
              ))}
              <Select
                size="small"
                value={v.correo}
                onChange={(e) => onChange(t, { correo: e.target.value as Frecuencia })}
                inputProps={{ 'aria-label': `${nombre}: por correo` }}
                renderValue={(f) => `Correo: ${FRECUENCIA[f].toLocaleLowerCase('es')}`}
                sx={{
                  gridColumn: { xs: '1 / -1', sm: 'auto' },
                  justifySelf: { sm: 'end' },
                  width: { xs: '100%', sm: 256 },
                  fontSize: 13,
                }}
              >
                {FRECUENCIAS.map((f) => (
                  <MenuItem key={f} value={f}>
                    {FRECUENCIA[f]}
                  </MenuItem>
                ))}
              </Select>
            </Box>
          )
        })}
      </Box>
      {hayCorreo && correo && !correo.correo && (
        <Box sx={{ mt: 2, fontSize: 13, color: tono('muted') }}>
          Los de correo salen cuando hayas confirmado tu dirección.
        </Box>
      )}
      <Box sx={{ mt: 2, fontSize: 13, color: tono('muted') }}>
        Los resúmenes salen a las 7:00 de la planta; los de la semana, los lunes.
      </Box>
    </Box>
  )
}

type PropsParte = { p: PreferenciasAviso; onChange: (p: PreferenciasAviso) => void }

function Silencio({ p, onChange }: PropsParte) {
  const { silencio } = p
  const hora = (cual: 'desde' | 'hasta', etiqueta: string) =>
    silencio && (
      <TextField
        label={etiqueta}
        type="time"
        size="small"
        required
        value={silencio[cual]}
        onChange={(e) => onChange({ ...p, silencio: { ...silencio, [cual]: e.target.value } })}
        slotProps={{ inputLabel: { shrink: true } }}
        sx={{ width: 132 }}
      />
    )
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ p: 0, fontWeight: 600, fontSize: 14 }}>
        Horas de silencio
      </Box>
      <Box sx={{ fontSize: 13, color: tono('muted'), mb: 3 }}>
        Mientras duran, por correo y en los dispositivos solo llega lo grave; lo demás espera a que terminen.
        Es la hora de la planta.
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
        <FormControlLabel
          control={
            <Switch
              checked={silencio !== null}
              onChange={(_, si) => onChange({ ...p, silencio: si ? SILENCIO_INICIAL : null })}
            />
          }
          label="Guardar silencio"
        />
        {hora('desde', 'Desde las')}
        {hora('hasta', 'Hasta las')}
      </Box>
    </Box>
  )
}

function Intereses({ p, onChange }: PropsParte) {
  const empresa = useSesion()?.empresa
  const { data: familias = [] } = useQuery(familiasQuery(empresa))
  const { data: lugares = [] } = useQuery(lugaresQuery(empresa))
  const elegidos = p.ubicaciones.map(
    (id) => lugares.find((l) => l.id === id) ?? { id, nombre: `Lugar ${id}` },
  )
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0, display: 'grid', gap: 3 }}>
      <Box component="legend" sx={{ p: 0, mb: 2, fontWeight: 600, fontSize: 14 }}>
        Solo de estas familias y lugares
      </Box>
      <Autocomplete
        multiple
        size="small"
        options={familias}
        value={p.familias}
        onChange={(_, valor) => onChange({ ...p, familias: valor })}
        noOptionsText="No hay familias"
        renderInput={(params) => (
          <TextField {...params} label="Familias" placeholder={p.familias.length ? '' : 'Todas'} />
        )}
      />
      <Autocomplete
        multiple
        size="small"
        options={lugares}
        value={elegidos}
        getOptionLabel={(l) => l.nombre}
        getOptionKey={(l) => l.id}
        isOptionEqualToValue={(a, b) => a.id === b.id}
        onChange={(_, valor) => onChange({ ...p, ubicaciones: valor.map((l) => l.id) })}
        noOptionsText="No hay lugares"
        renderInput={(params) => (
          <TextField
            {...params}
            label="Lugares"
            placeholder={p.ubicaciones.length ? '' : 'Todos'}
            helperText="Lo que no es de ninguna familia ni lugar llega siempre."
          />
        )}
      />
    </Box>
  )
}
