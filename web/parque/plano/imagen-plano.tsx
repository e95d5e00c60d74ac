import ImageOutlined from '@mui/icons-material/ImageOutlined'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useRef, useState } from 'react'
import type { Plano } from '#contract/parque/ubicaciones/ubicaciones'
import { MAX_IMAGEN_BYTES } from '#contract/parque/ubicaciones/values'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { Button } from '../../ui/button'
import { useAviso } from '../../ui/feedback/aviso'
import { fetchImagen, uploadImagen } from './guardado'
import type { ChangePlano } from './use-cambiar-plano'
import type { Guardado } from './use-edicion'

type Props = { plano: Plano; cambios: ChangePlano; onDone: (texto: string, paso: Guardado) => void }

const draw = ({ empresa, version }: Plano) => call(api.deletePlanoImagen, { query: { empresa, version } })

/** Replace the drawn plan by a picture, or go back to the drawing. */
export function ImagenPlano({ plano, cambios, onDone }: Props) {
  const entrada = useRef<HTMLInputElement>(null)
  const aviso = useAviso()
  const [ancla, setAncla] = useState<HTMLElement | null>(null)
  /** Set `nueva`, or the drawing if undefined; undo restores the previous one. */
  const put = (nueva: File | undefined, texto: string) => {
    let previa: File | undefined
    const con = (imagen: File | undefined) => (p: Plano) => (imagen ? uploadImagen(p, imagen) : draw(p))
    cambios.change(
      async () => {
        previa = await fetchImagen(plano)
        return con(nueva)(plano)
      },
      () => onDone(texto, { texto: 'imagen del plano', undo: con(previa), redo: con(nueva) }),
    )
  }
  const choose = (f: File | undefined) => {
    if (!f) return
    // The server would refuse it too, but only after the whole upload.
    if (f.size > MAX_IMAGEN_BYTES) {
      aviso.error('La imagen pesa más de 5 MB.')
      return
    }
    put(f, 'Imagen del plano guardada')
  }
  return (
    <>
      <input
        ref={entrada}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        hidden
        aria-label="Imagen del plano"
        onChange={(e) => {
          choose(e.target.files?.[0])
          e.target.value = ''
        }}
      />
      <Button
        size="small"
        color="inherit"
        startIcon={<ImageOutlined />}
        loading={cambios.ocupado}
        loadingPosition="start"
        aria-haspopup="menu"
        aria-expanded={ancla !== null}
        onClick={(e) => setAncla(e.currentTarget)}
        sx={{ minHeight: 36 }}
      >
        Imagen
      </Button>
      <Menu anchorEl={ancla} open={ancla !== null} onClose={() => setAncla(null)}>
        <MenuItem
          onClick={() => {
            setAncla(null)
            entrada.current?.click()
          }}
        >
          Subir imagen (PNG, JPEG o WebP)…
        </MenuItem>
        <MenuItem
          disabled={!plano.imagen}
          onClick={() => {
            setAncla(null)
            put(undefined, 'Se muestra el plano dibujado')
          }}
        >
          Volver al plano dibujado
        </MenuItem>
      </Menu>
    </>
  )
}
