import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { tono } from '../ui/tono'
import { discard, type Pendiente } from './cola'
import { FormularioRegistro } from './formulario'
import { RegistrosPendientes } from './pendientes'
import { type Datos, INICIAL } from './reglas'

/** What was refused, back in the form. */
const datosDe = ({ registro: r }: Pendiente): Datos => ({
  ...INICIAL,
  apodo: r.apodo,
  mac_serie: r.mac_serie,
  tipo_dispositivo: r.tipo_dispositivo,
  estado: r.estado ?? INICIAL.estado,
  etiqueta: r.etiqueta ?? '',
  lat: String(r.lat ?? ''),
  lon: String(r.lon ?? ''),
})

export function RegistroPage() {
  const { mac } = useSearch({ strict: false }) as { mac?: string }
  const [corregido, setCorregido] = useState<Datos>()
  return (
    <Box sx={{ width: '100%', maxWidth: 720, mx: 'auto', p: { xs: 4, md: 8 } }}>
      <Typography variant="h2" component="h1">
        Alta de dispositivo
      </Typography>
      <Typography color="textSecondary" sx={{ mt: 1, mb: 5 }}>
        Escanea el código del contenedor, o escribe los datos.
      </Typography>
      <RegistrosPendientes
        onCorrect={(p) => {
          discard(p.id)
          setCorregido(datosDe(p))
        }}
      />
      <Box
        sx={{
          p: { xs: 4, md: 6 },
          borderRadius: 2,
          border: `1px solid ${tono('line')}`,
          bgcolor: tono('paper'),
        }}
      >
        <FormularioRegistro mac={mac} inicial={corregido} />
      </Box>
    </Box>
  )
}
