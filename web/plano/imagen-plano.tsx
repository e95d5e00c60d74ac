import ImageOutlined from '@mui/icons-material/ImageOutlined'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useRef, useState } from 'react'
import { deletePlanoImagen, MAX_IMAGEN_BYTES, type Plano, savePlanoImagen } from '#contract/ubicaciones'
import { llamar } from '../lib/api'
import { subir } from '../lib/subir'
import { useAviso } from '../ui/aviso'
import { Confirmar } from '../ui/confirmar'
import type { CambiarPlano } from './use-cambiar-plano'

type Props = { plano: Plano; cambios: CambiarPlano }

/** Put a picture in place of the drawn plan, or go back to that. */
export function ImagenPlano({ plano, cambios }: Props) {
  const entrada = useRef<HTMLInputElement>(null)
  const aviso = useAviso()
  const [ancla, setAncla] = useState<HTMLElement | null>(null)
  const [volviendo, setVolviendo] = useState(false)
  const { empresa, version } = plano
  const elegir = (f: File | undefined) => {
    if (!f) return
    // The server would say the same after all of it has been sent.
    if (f.size > MAX_IMAGEN_BYTES) {
      aviso.error('La imagen pesa más de 5 MB.')
      return
    }
    cambios.cambiar(
      () => subir(savePlanoImagen, f, { empresa, version }),
      () => aviso.exito('Imagen del plano guardada'),
    )
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
          elegir(e.target.files?.[0])
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
            setVolviendo(true)
          }}
        >
          Volver al plano dibujado
        </MenuItem>
      </Menu>
      <Confirmar
        abierto={volviendo}
        titulo="¿Volver al plano dibujado?"
        texto="La imagen de este plano se elimina. No se puede deshacer; habría que subirla otra vez."
        accion="Eliminar imagen"
        peligro
        ocupado={cambios.ocupado}
        onCancelar={() => setVolviendo(false)}
        onConfirmar={() =>
          cambios.cambiar(
            () => llamar(deletePlanoImagen, { query: { empresa, version } }),
            () => {
              setVolviendo(false)
              aviso.exito('Se muestra el plano dibujado')
            },
          )
        }
      />
    </>
  )
}
