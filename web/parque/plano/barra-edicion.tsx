import AddIcon from '@mui/icons-material/Add'
import RedoIcon from '@mui/icons-material/Redo'
import UndoIcon from '@mui/icons-material/Undo'
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../ui/button'
import { tinte, tono } from '../../ui/theme/tono'
import { type Edicion, isGuardado } from './use-edicion'

type Props = {
  edicion: Edicion
  ocupado: boolean
  error: string | undefined
  /** Changes that are stored at once, without Guardar. */
  imagen: ReactNode
  onUndo: () => void
  onRedo: () => void
  onAdd: () => void
  onImport: () => void
  onSave: () => void
  onDiscard: () => void
}

const deQue = (paso: Edicion['anterior']) => (paso && isGuardado(paso) ? `: ${paso.texto}` : '')

/** Toolbar of the edit mode of the plan. */
export function BarraEdicion({ edicion, ocupado, error, imagen, ...p }: Props) {
  const { anterior, siguiente, borrador } = edicion
  const n = borrador.size
  const barra = useRef<HTMLDivElement>(null)
  // A button that becomes disabled loses the focus: the next button must stay one Tab away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are when that happens
  useEffect(() => {
    // An open dialog hides everything behind it and keeps its own focus.
    if (document.activeElement === document.body && !barra.current?.closest('[aria-hidden=true]'))
      barra.current?.focus()
  }, [ocupado, !anterior, !siguiente])
  return (
    <Box
      ref={barra}
      tabIndex={-1}
      role="toolbar"
      aria-label="Edición del plano"
      sx={{
        flex: 'none',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        px: 4,
        py: 1.5,
        bgcolor: tinte('amber', 8),
        borderTop: `1px solid ${tono('line')}`,
      }}
    >
      <Tooltip title={`Deshacer${deQue(anterior)} (Ctrl+Z)`}>
        <span>
          <IconButton aria-label="Deshacer" disabled={!anterior} onClick={p.onUndo}>
            <UndoIcon sx={{ fontSize: 20 }} />
          </IconButton>
        </span>
      </Tooltip>
      <Tooltip title={`Rehacer${deQue(siguiente)} (Ctrl+Y)`}>
        <span>
          <IconButton aria-label="Rehacer" disabled={!siguiente} onClick={p.onRedo}>
            <RedoIcon sx={{ fontSize: 20 }} />
          </IconButton>
        </span>
      </Tooltip>
      <Button
        size="small"
        color="inherit"
        startIcon={<AddIcon />}
        onClick={p.onAdd}
        sx={{ minHeight: 36, ml: 1 }}
      >
        Añadir ubicación
      </Button>
      <Button
        size="small"
        color="inherit"
        startIcon={<UploadFileOutlined />}
        onClick={p.onImport}
        sx={{ minHeight: 36 }}
      >
        Importar
      </Button>
      {imagen}
      {error && (
        <Box role="alert" sx={{ fontSize: 13, color: tono('rojo'), ml: 1 }}>
          {error}
        </Box>
      )}
      {/* Hidden on touch devices; aria-describedby of the nodes still refers to it. */}
      <Box
        id="ayuda-edicion"
        sx={{
          fontSize: 12,
          color: tono('muted'),
          ml: 1,
          display: { xs: 'none', md: error ? 'none' : 'block' },
        }}
      >
        Arrastra un nodo, o muévelo con las flechas (con Mayús, más lejos). Púlsalo para editarlo.
      </Box>
      <Box sx={{ flex: 1 }} />
      <Box role="status" sx={{ fontSize: 13, color: tono('amber'), fontWeight: 550 }}>
        {n > 0 && `${n} sin guardar`}
      </Box>
      <Button size="small" color="inherit" onClick={p.onDiscard} sx={{ minHeight: 36 }}>
        {n > 0 ? 'Descartar' : 'Terminar'}
      </Button>
      <Button
        size="small"
        variant="contained"
        disabled={n === 0}
        loading={ocupado}
        onClick={p.onSave}
        sx={{ minHeight: 36 }}
      >
        Guardar
      </Button>
    </Box>
  )
}
