import Button from '@mui/material/Button'

/** Clears all filters; hidden if none is active. */
export function Clear({ filtrado, onClear }: { filtrado: boolean; onClear: () => void }) {
  return (
    <Button
      color="inherit"
      disabled={!filtrado}
      onClick={onClear}
      className="limpiar"
      sx={{ px: 1.5, minWidth: 0 }}
    >
      Limpiar
    </Button>
  )
}
