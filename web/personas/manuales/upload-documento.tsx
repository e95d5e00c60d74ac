import UploadFileIcon from '@mui/icons-material/UploadFileOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { useEffect, useRef, useState } from 'react'
import { MAX_MP4_BYTES, MAX_PDF_BYTES } from '#contract/personas/manuales/values'
import { DialogoForma } from '../../ui/feedback/dialogo-forma'
import { tono } from '../../ui/theme/tono'
import type { OpcionCarpeta } from './arbol'
import { CampoCarpeta } from './campo-carpeta'
import { sendManual } from './send'
import { useCambio } from './use-cambio'

type Props = {
  carpetas: OpcionCarpeta[]
  carpeta: string | undefined
  onUploaded: (id: string) => void
  onClose: () => void
}

const MB = 1 << 20
const enMb = (bytes: number) =>
  `${(bytes / MB).toLocaleString('es', { maximumFractionDigits: bytes < 10 * MB ? 1 : 0 })} MB`

/** The errors of the server, checked before the upload. */
function problemaOf(archivo: File): string | undefined {
  const ext = archivo.name.split('.').at(-1)?.toLowerCase()
  if (ext !== 'pdf' && ext !== 'mp4') return 'El archivo no es un PDF ni un vídeo MP4.'
  const max = ext === 'pdf' ? MAX_PDF_BYTES : MAX_MP4_BYTES
  if (archivo.size > max)
    return `El archivo es demasiado grande: un ${ext.toUpperCase()} puede ocupar ${max / MB} MB.`
  return archivo.size ? undefined : 'El archivo está vacío.'
}

export function UploadDocumento({ carpetas, carpeta, onUploaded, onClose }: Props) {
  const [archivo, setArchivo] = useState<File>()
  const [destino, setDestino] = useState(carpeta ?? carpetas[0]?.id ?? '')
  const [hecho, setHecho] = useState(0)
  const corte = useRef<AbortController>(undefined)
  const campo = useRef<HTMLInputElement>(null)
  useEffect(() => () => corte.current?.abort(), [])

  const subir = useCambio(
    (f: File) => {
      corte.current = new AbortController()
      setHecho(0)
      return sendManual(f, destino, setHecho, corte.current.signal)
    },
    'Documento subido',
    ({ id }) => onUploaded(id),
  )
  const problema = archivo && problemaOf(archivo)
  const cancelado = subir.error?.name === 'AbortError'

  return (
    <DialogoForma
      titulo="Subir un documento"
      accion="Subir"
      error={problema ?? (cancelado ? undefined : subir.error?.message)}
      ocupado={subir.isPending}
      impedido={!archivo || problema !== undefined || !destino}
      onAccept={() => archivo && subir.mutate(archivo)}
      onClose={() => (subir.isPending ? corte.current?.abort() : onClose())}
    >
      <CampoCarpeta carpetas={carpetas} valor={destino} onChange={setDestino} disabled={subir.isPending} />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, minWidth: 0 }}>
        <Button
          variant="outlined"
          startIcon={<UploadFileIcon />}
          disabled={subir.isPending}
          onClick={() => campo.current?.click()}
          sx={{ flex: 'none' }}
        >
          Elegir archivo
        </Button>
        <Box component="span" sx={{ fontSize: 13, color: tono('muted'), overflowWrap: 'anywhere' }}>
          {archivo ? `${archivo.name} · ${enMb(archivo.size)}` : 'PDF de hasta 100 MB o MP4 de hasta 500 MB'}
        </Box>
        <input
          ref={campo}
          type="file"
          hidden
          accept=".pdf,.mp4,application/pdf,video/mp4"
          aria-label="Archivo"
          onChange={(e) => {
            subir.reset()
            setArchivo(e.target.files?.[0])
          }}
        />
      </Box>
      {subir.isPending && (
        <Box role="status" sx={{ fontSize: 13, color: tono('muted') }}>
          <LinearProgress
            variant={hecho < 1 ? 'determinate' : 'indeterminate'}
            value={hecho * 100}
            aria-label="Subida"
            sx={{ mb: 2 }}
          />
          {hecho < 1
            ? `${Math.floor(hecho * 100)} % de ${enMb(archivo?.size ?? 0)}`
            : 'Comprobando y leyendo el documento…'}
        </Box>
      )}
      {cancelado && (
        <Box role="status" sx={{ fontSize: 13, color: tono('muted') }}>
          Subida cancelada.
        </Box>
      )}
    </DialogoForma>
  )
}
