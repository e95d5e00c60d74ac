import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined'
import Divider from '@mui/material/Divider'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { type ReactNode, useState } from 'react'
import type { Formato } from '#contract/exportar'
import { FORMATOS } from '#contract/values/exportar'
import { Button } from '../button'
import { SOLO_ICONO } from '../solo-icono'
import { tono } from '../theme/tono'
import { useExportaciones } from './exportaciones'

const TITULO = { xlsx: 'Excel (.xlsx)', pdf: 'PDF (.pdf)' } as const
const ERROR = { xlsx: 'Error al descargar Excel', pdf: 'Error al descargar PDF' } as const

type Props = {
  /** File name without extension. */
  nombre: string
  /** Address of the file in a format, with the filters, the order and the columns of the screen. */
  urlOf: (formato: Formato) => string
  formatos?: readonly Formato[]
  /** The list is empty. */
  vacio: boolean
  /** Per format: the reason why it is not available. */
  impedidos?: Partial<Record<Formato, string>>
  /** More ways to export, below the formats: `(cerrar) => <MenuItem …>`. */
  mas?: (close: () => void) => ReactNode
}

/** Exports what a table shows as a file of the chosen format. */
export function BotonExportar({ nombre, urlOf, formatos = FORMATOS, vacio, impedidos, mas }: Props) {
  const [ancla, setAncla] = useState<HTMLElement | null>(null)
  const { startExport, enMarcha } = useExportaciones()
  const ocupado = formatos.some((f) => enMarcha.has(`${nombre}.${f}`))
  const close = () => setAncla(null)
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<FileDownloadOutlined />}
        loading={ocupado}
        loadingPosition="start"
        disabled={vacio && !mas}
        aria-haspopup="menu"
        aria-expanded={ancla !== null}
        onClick={(e) => setAncla(e.currentTarget)}
        sx={{ ...SOLO_ICONO, whiteSpace: 'nowrap' }}
      >
        {ocupado ? 'Exportando…' : 'Exportar'}
      </Button>
      <Menu anchorEl={ancla} open={ancla !== null} onClose={close}>
        {formatos.map((f) => (
          <MenuItem
            key={f}
            disabled={vacio || Boolean(impedidos?.[f])}
            sx={{ '&.Mui-disabled': { opacity: 1, color: tono('muted') } }}
            onClick={() => {
              close()
              startExport({ url: urlOf(f), nombre: `${nombre}.${f}`, error: ERROR[f] })
            }}
          >
            <ListItemText
              primary={TITULO[f]}
              secondary={impedidos?.[f]}
              slotProps={{ primary: { sx: { fontSize: 14 } }, secondary: { sx: { fontSize: 12 } } }}
            />
          </MenuItem>
        ))}
        {mas && <Divider />}
        {mas?.(close)}
      </Menu>
    </>
  )
}
