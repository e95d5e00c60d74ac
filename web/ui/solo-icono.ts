/** A button with an icon whose word a phone has no room for: it is its name still. */
export const SOLO_ICONO = {
  minHeight: 36,
  flex: 'none',
  '@media (max-width: 599.95px)': {
    minWidth: 44,
    fontSize: 0,
    '& .MuiButton-startIcon': { m: 0 },
  },
}
