/** A button that shows only its icon on a phone; its text stays its accessible name. */
export const SOLO_ICONO = {
  minHeight: 36,
  flex: 'none',
  '@media (max-width: 599.95px)': {
    minWidth: 44,
    fontSize: 0,
    '& .MuiButton-startIcon': { m: 0 },
  },
}
