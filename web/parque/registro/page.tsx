import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useCambia } from '../../lib/session/sesion'
import { tono } from '../../ui/theme/tono'
import { cola, type Pendiente } from './cola'
import { FormularioRegistro } from './formulario'
import { RegistrosPendientes } from './pendientes'
import { Recientes, type Registrado } from './recientes'
import { type Datos, INICIAL } from './reglas'

const MAX_REGISTRADOS = 20

/** Form values of a refused registration. */
const datosOf = ({ registro: r }: Pendiente): Datos => ({
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
  const { mac, apodo, escanear } = useSearch({ strict: false }) as {
    mac?: string
    apodo?: string
    escanear?: 'si'
  }
  const cambia = useCambia()
  const [corregido, setCorregido] = useState<Datos>()
  const [registrados, setRegistrados] = useState<Registrado[]>([])
  const add = useCallback((r: Registrado) => {
    setRegistrados((previos) => [r, ...previos.filter((p) => p.mac !== r.mac)].slice(0, MAX_REGISTRADOS))
    // On a phone the save button is far below.
    document.getElementById('contenido')?.scrollTo({ top: 0 })
  }, [])
  return (
    <Box sx={{ width: '100%', maxWidth: 720, mx: 'auto', p: { xs: 4, md: 8 } }}>
      <Typography variant="h2" component="h1">
        Alta de dispositivo
      </Typography>
      <Typography color="textSecondary" sx={{ mt: 1, mb: 5 }}>
        Escanea el código del contenedor, o escribe los datos.
      </Typography>
      {!cambia && (
        <Alert severity="info" variant="outlined" sx={{ mb: 5 }}>
          Tu cuenta es solo de lectura: puedes ver los datos de un dispositivo, pero no guardarlos.
        </Alert>
      )}
      <RegistrosPendientes
        onCorrect={(p) => {
          void cola.discard(p.id)
          setCorregido(datosOf(p))
        }}
      />
      <Recientes
        lista={registrados}
        onUndo={(r) => setRegistrados((previos) => previos.filter((p) => p !== r))}
      />
      <Box
        sx={{
          p: { xs: 4, md: 6 },
          borderRadius: 2,
          border: `1px solid ${tono('line')}`,
          bgcolor: tono('paper'),
        }}
      >
        <FormularioRegistro
          // Another scanned code starts a new form.
          key={`${mac} ${apodo}`}
          mac={mac}
          apodo={apodo}
          escanear={escanear === 'si'}
          inicial={corregido}
          onRegister={add}
        />
      </Box>
    </Box>
  )
}
