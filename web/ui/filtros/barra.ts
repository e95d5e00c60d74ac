/** Filters side by side; on a phone one below the other. */
export const FILTROS = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: 2,
  px: 4,
  pb: 3,
  '& > *': { height: 36, width: { xs: '100%', sm: 216 } },
  '& > :first-of-type': { width: { xs: '100%', sm: 264 } },
  // As wide as its text, so that the next element fits beside it.
  '& > .limpiar': { width: { sm: 'auto' } },
  '@media (pointer: coarse)': { '& > *': { height: 44 } },
} as const
