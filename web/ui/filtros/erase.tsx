import ClearIcon from '@mui/icons-material/Clear'
import IconButton from '@mui/material/IconButton'

/** The clear button of a field. */
export function Erase({ titulo, onClick }: { titulo: string; onClick: () => void }) {
  return (
    <IconButton size="small" aria-label={titulo} title={titulo} onClick={onClick}>
      <ClearIcon sx={{ fontSize: 16 }} />
    </IconButton>
  )
}
