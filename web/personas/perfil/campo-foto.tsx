import DeleteOutlined from '@mui/icons-material/DeleteOutlineOutlined'
import PhotoCameraOutlined from '@mui/icons-material/PhotoCameraOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState } from 'react'
import { FOTO_MAX_BYTES, FOTO_MAX_LADO } from '#contract/personas/usuarios/foto-values'
import { compress } from '../../lib/jpeg'
import { Retrato } from '../../ui/retrato'
import { tono } from '../../ui/theme/tono'
import type { Foto } from './save'

type Props = {
  nombre: string
  /** The photo on the server. */
  actual: string | null
  foto: Foto
  onChange: (foto: Foto) => void
  /** Progress of the upload, 0..1, while it runs. */
  avance: number | undefined
}

export function CampoFoto({ nombre, actual, foto, onChange, avance }: Props) {
  const campo = useRef<HTMLInputElement>(null)
  const [fallo, setFallo] = useState<string>()
  const url = foto.tipo === 'nueva' ? foto.url : undefined
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])

  const choose = async (archivo: File | undefined) => {
    if (!archivo) return
    setFallo(undefined)
    try {
      const blob = await compress(archivo, { lado: FOTO_MAX_LADO, bytes: FOTO_MAX_BYTES })
      onChange({ tipo: 'nueva', blob, url: URL.createObjectURL(blob) })
    } catch {
      setFallo('Ese archivo no es una imagen que se pueda leer.')
    }
  }
  const vista = url ?? (foto.tipo === 'igual' ? actual : null)
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 5, flexWrap: 'wrap' }}>
      <Retrato
        key={vista}
        nombre={nombre}
        foto={vista}
        tam={88}
        onError={() => setFallo('Error al obtener la imagen de perfil')}
      />
      <Box sx={{ flex: 1, minWidth: 200 }}>
        <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<PhotoCameraOutlined />}
            onClick={() => campo.current?.click()}
          >
            {vista ? 'Cambiar foto' : 'Elegir foto'}
          </Button>
          {vista && (
            <Button
              color="inherit"
              startIcon={<DeleteOutlined />}
              onClick={() => onChange(actual ? { tipo: 'ninguna' } : { tipo: 'igual' })}
            >
              Quitar foto
            </Button>
          )}
        </Box>
        <input
          ref={campo}
          type="file"
          accept="image/*"
          hidden
          aria-label="Foto de perfil"
          onChange={(e) => {
            void choose(e.target.files?.[0])
            // Allows the user to choose the same file again.
            e.target.value = ''
          }}
        />
        {avance !== undefined ? (
          <LinearProgress
            variant="determinate"
            value={avance * 100}
            aria-label="Subiendo la foto"
            sx={{ mt: 3, maxWidth: 240 }}
          />
        ) : (
          <Typography
            variant="body2"
            role={fallo ? 'alert' : undefined}
            sx={{ mt: 1.5, color: tono(fallo ? 'rojo' : 'muted') }}
          >
            {fallo ??
              (foto.tipo === 'igual'
                ? 'Se guarda reducida, como mucho de 800x800 píxeles.'
                : 'El cambio se guarda al pulsar Actualizar.')}
          </Typography>
        )}
      </Box>
    </Box>
  )
}
