import QrCodeIcon from '@mui/icons-material/QrCode2'
import SummarizeOutlined from '@mui/icons-material/SummarizeOutlined'
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import { useAdministra, useCambia } from '../../lib/session/sesion'
import { SOLO_ICONO } from '../../ui/solo-icono'
import { Lote } from './lote'

type Props = {
  /** Selected rows. */
  macs: ReadonlySet<string>
  ancha: boolean
  onEtiquetas: () => void
  onResumen: () => void
  onImport: () => void
  /** Called after selected devices were changed. */
  onChanged: () => void
}

/** Actions for the selected devices, or for the list if none is selected. */
export function Acciones({ macs, ancha, onEtiquetas, onResumen, onImport, onChanged }: Props) {
  const administra = useAdministra()
  const cambia = useCambia()
  return (
    <>
      {macs.size > 0 && (
        <>
          <Button
            size="small"
            color="inherit"
            aria-label="Etiquetas QR"
            onClick={onEtiquetas}
            sx={{ minHeight: 36, minWidth: 44, flex: 'none' }}
          >
            <QrCodeIcon sx={{ fontSize: 18, mr: ancha ? 2 : 0 }} />
            {ancha && 'Etiquetas QR'}
          </Button>
          {cambia && <Lote macs={macs} onChanged={onChanged} />}
        </>
      )}
      <Button
        size="small"
        color="inherit"
        startIcon={<SummarizeOutlined />}
        onClick={onResumen}
        sx={{ ...SOLO_ICONO, display: macs.size > 0 ? 'none' : undefined }}
      >
        Resumen
      </Button>
      {administra && macs.size === 0 && (
        <Button
          size="small"
          color="inherit"
          startIcon={<UploadFileOutlined />}
          onClick={onImport}
          sx={SOLO_ICONO}
        >
          Importar
        </Button>
      )}
    </>
  )
}

/** Empty state with the next step. */
export function ayudaOf(filtrado: boolean, administra: boolean, cambia: boolean): string {
  if (filtrado) return 'Prueba con otra parte del apodo, o quita los filtros.'
  if (administra)
    return 'Todavía no hay ninguno: da de alta el primero, o impórtalos todos de un Excel o un CSV.'
  return cambia ? 'Todavía no hay ninguno: da de alta el primero.' : 'Todavía no hay ninguno.'
}

/** Menu entry of the exports: labels to print of the whole list. */
export const etiquetasOf = (close: () => void, onEtiquetas: () => void) => (
  <MenuItem
    sx={{ fontSize: 14 }}
    onClick={() => {
      close()
      onEtiquetas()
    }}
  >
    Etiquetas QR…
  </MenuItem>
)
