import RefreshIcon from '@mui/icons-material/Refresh'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import { useHeldFocus } from '../button'
import { useAviso } from '../feedback/aviso'

/** Reload button; spins while the request is pending. */
export function Reload({ onReload, className }: { onReload: () => Promise<unknown>; className?: string }) {
  const [recargando, setRecargando] = useState(false)
  const button = useHeldFocus(recargando)
  const reload = async () => {
    setRecargando(true)
    await onReload()
    setRecargando(false)
  }
  return (
    <Tooltip title="Recargar">
      <IconButton
        ref={button}
        aria-label="Recargar"
        onClick={() => void reload()}
        loading={recargando}
        className={className}
      >
        <RefreshIcon sx={{ fontSize: 20 }} />
      </IconButton>
    </Tooltip>
  )
}

/** Reloads, and reports the success or the failure. */
export function useReload(ask: () => Promise<{ error: Error | null | undefined }>) {
  const aviso = useAviso()
  return async () => {
    const { error } = await ask()
    if (error) aviso.error(`No se pudieron recargar los datos: ${error.message}`)
    else aviso.exito('Datos recargados')
  }
}
