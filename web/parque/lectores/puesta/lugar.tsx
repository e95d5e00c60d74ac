import Alert from '@mui/material/Alert'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import type { Lector } from '#contract/parque/lectores/lectores'
import { useCambio } from '../../../dominio/administracion/use-cambio'
import { call } from '../../../lib/api/api'
import { api } from '../../../lib/api/llamadas'
import { ubicacionesQuery } from '../../../lib/opciones'
import { Button } from '../../../ui/button'
import { tono } from '../../../ui/theme/tono'
import { EnPlano } from './en-plano'
import { Formulario } from './formulario'
import { type Punto, puntoOf, Sitio } from './sitio'

/** Where the reader hangs: its location on the plan, and its point on the map. */
export function Lugar({ lector, dispositivo }: { lector: Lector; dispositivo: Dispositivo }) {
  const { data: lugares = [] } = useQuery(ubicacionesQuery(lector.empresa))
  const [ubicacion, setUbicacion] = useState(lector.Ubicacion ?? '')
  const [punto, setPunto] = useState<Punto>({
    lat: dispositivo.Lat?.toString() ?? '',
    lon: dispositivo.Lon?.toString() ?? '',
  })
  const dado = puntoOf(punto)
  const blanco = punto.lat.trim() === '' && punto.lon.trim() === ''
  const save = useCambio(
    async () => {
      await call(api.updateDeviceDetails, {
        body: {
          mac_serie: lector.mac,
          apodo: '-',
          tipo_dispositivo: 'Reader',
          estado: lector.Activado ? 'Activado' : 'Desactivado',
          etiqueta: dispositivo.Etiqueta,
          empresa: lector.empresa,
          lat: dado?.lat ?? null,
          lon: dado?.lon ?? null,
        },
      })
      await call(api.dispositivosLote, { body: { macs: [lector.mac], ubicacion: ubicacion || null } })
    },
    () => 'Sitio del lector guardado',
    true,
  )
  const send = (e: FormEvent) => {
    e.preventDefault()
    save.mutate(undefined)
  }
  return (
    <Formulario onSubmit={send}>
      <TextField
        select
        label="Ubicación"
        size="small"
        value={ubicacion}
        onChange={(e) => setUbicacion(e.target.value)}
      >
        <MenuItem value="">Sin ubicación</MenuItem>
        {lugares.map((l) => (
          <MenuItem key={l} value={l}>
            {l}
          </MenuItem>
        ))}
      </TextField>
      <Typography variant="body2" color="textSecondary">
        Las ubicaciones se crean y se colocan en el{' '}
        <Link to="/special" style={{ color: tono('brand') }}>
          plano de planta
        </Link>
        .
      </Typography>
      <EnPlano empresa={lector.empresa} elegida={ubicacion} onChoose={setUbicacion} />
      <Sitio punto={punto} onChange={setPunto} />
      {!dado && !blanco && (
        <Alert severity="warning" variant="outlined">
          La latitud y la longitud van juntas, en grados: 42,8467 y −2,6727.
        </Alert>
      )}
      {save.error && (
        <Alert severity="error" variant="outlined">
          {save.error.message}
        </Alert>
      )}
      <Button type="submit" variant="outlined" loading={save.isPending} disabled={!dado && !blanco}>
        Guardar el sitio
      </Button>
    </Formulario>
  )
}
