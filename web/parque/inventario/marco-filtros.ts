import { styled } from '@mui/material/styles'

/**
 * The main filters on one line, the others below behind a button. On a narrow screen only the search, and all others behind that button,
 * two per line.
 */
export const MarcoFiltros = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: 6,
  '& .buscar': { flex: '1 1 160px', maxWidth: 260 },
  '& .basico': { flex: '0 1 148px', minWidth: 0 },
  '& .linea': { flexBasis: '100%', height: 0 },
  '& .extra': { flex: '0 1 176px', minWidth: 0 },
  '& .plazo': { flex: '0 1 232px' },
  '& .dia': { flex: '0 0 212px' },
  '& .desde': { flex: '0 0 268px' },
  '& .inactivos': { minHeight: 36, margin: '0 4px', '@media (pointer: coarse)': { minHeight: 44 } },
  '&:not([data-abierto]) :is(.linea, .extra, .dia, .inactivos)': { display: 'none' },
  '@container (max-width: 1079.95px)': {
    '& .buscar': { maxWidth: 'none' },
    '& .mas': { order: 1 },
    '& .recargar': { order: 2 },
    '& .linea': { order: 3 },
    '& .basico, & .extra': { order: 4, flex: '1 1 calc(50% - 3px)' },
    '& .plazo': { flex: '1 1 240px' },
    '& .dia, & .desde': { order: 5, flex: '1 1 268px' },
    '& .inactivos': { order: 6, flex: 1 },
    '& .limpiar': { order: 7 },
    '&:not([data-abierto]) :is(.basico, .limpiar)': { display: 'none' },
  },
  '@container (min-width: 640px) and (max-width: 1079.95px)': {
    '& .basico, & .extra': { flex: '1 1 calc(25% - 5px)' },
    '&:not([data-abierto]) .limpiar': { display: 'inline-flex', order: 1 },
  },
})
