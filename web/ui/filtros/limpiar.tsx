import Button from '@mui/material/Button'

/** Takes all filters away, where there are any. */
export function Limpiar({ filtrado, onLimpiar }: { filtrado: boolean; onLimpiar: () => void }) {
  return (
    <Button
      color="inherit"
      disabled={!filtrado}
      onClick={onLimpiar}
      className="limpiar"
      sx={{ px: 1.5, minWidth: 0 }}
    >
      Limpiar
    </Button>
  )
}
