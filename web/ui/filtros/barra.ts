/** Filters side by side, one below the other on a phone. */
export const FILTROS = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: 2,
  px: 4,
  pb: 3,
  '& > *': { height: 36, width: { xs: '100%', sm: 216 } },
  '& > :first-of-type': { width: { xs: '100%', sm: 264 } },
  '@media (pointer: coarse)': { '& > *': { height: 44 } },
} as const
