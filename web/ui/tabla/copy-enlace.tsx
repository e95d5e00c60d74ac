import LinkIcon from '@mui/icons-material/Link'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { copy } from '../../lib/copy'
import { enlaceDeVista } from '../../lib/session/empresa'
import { useSesion } from '../../lib/session/sesion'
import { useAviso } from '../feedback/aviso'

type Props = {
  /** Rows of a page. */
  filas: number | undefined
  /** With its text beside it: an entry of a menu. */
  conNombre?: boolean
}

/** Copies the address of what the table shows now: filters, order, page, and company. */
export function CopyEnlace({ filas, conNombre }: Props) {
  const aviso = useAviso()
  const conEmpresa = useSesion()?.is_admin === true
  const copyIt = () =>
    void copy(enlaceDeVista(filas, conEmpresa)).then(
      () => aviso.exito('Enlace copiado'),
      () => aviso.error('No se pudo copiar el enlace. Cópialo de la barra de direcciones.'),
    )
  if (conNombre)
    return (
      <Button
        color="inherit"
        startIcon={<LinkIcon />}
        onClick={copyIt}
        sx={{ display: { sm: 'none' }, mx: 3, mb: 1 }}
      >
        Copiar enlace
      </Button>
    )
  return (
    <Tooltip title="Copiar enlace">
      <IconButton
        aria-label="Copiar enlace"
        onClick={copyIt}
        // On a phone there is no space for it beside the title.
        sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
      >
        <LinkIcon sx={{ fontSize: 20 }} />
      </IconButton>
    </Tooltip>
  )
}
