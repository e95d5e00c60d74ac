import { styled } from '@mui/material/styles'

/**
 * Filters on one line, or on two if they do not fit; on a phone only the search, the others behind a button. The error of the timestamp is
 * below its field.
 */
export const MarcoFiltros = styled('div')({
  display: 'grid',
  gridTemplate: `"buscar lector momento estado limpiar recargar nuevos" auto ". . reparo reparo reparo reparo reparo" auto
    / minmax(160px, 280px) minmax(130px, 200px) 248px 172px auto auto minmax(max-content, 1fr)`,
  alignItems: 'center',
  columnGap: 6,
  '& .buscar': { gridArea: 'buscar' },
  '& .lector': { gridArea: 'lector' },
  '& .momento': { gridArea: 'momento' },
  '& .estado': { gridArea: 'estado' },
  '& .limpiar': { gridArea: 'limpiar' },
  '& .recargar': { gridArea: 'recargar' },
  '& .nuevos': { gridArea: 'nuevos', justifySelf: 'end' },
  '& .reparo': { gridArea: 'reparo', margin: '4px 0 0' },
  '& .mas': { gridArea: 'mas', display: 'none' },
  '@container (max-width: 1099.95px)': {
    gridTemplate: `"buscar lector limpiar recargar" auto "momento estado nuevos nuevos" auto "reparo reparo reparo reparo" auto
      / minmax(0, 1fr) minmax(0, 200px) 96px 84px`,
    '& .recargar': { justifySelf: 'end' },
    '& .buscar, & .lector, & .limpiar, & .recargar': { marginBottom: 6 },
  },
  '@container (max-width: 559.95px)': {
    gridTemplate: `"buscar mas recargar" auto "lector lector lector" auto "momento momento momento" auto
      "reparo reparo reparo" auto "estado limpiar limpiar" auto / minmax(0, 1fr) auto auto`,
    '& .buscar, & .lector, & .limpiar, & .recargar': { marginBottom: 0 },
    '& .mas': { display: 'inline-flex' },
    '& .lector, & .momento, & .estado, & .limpiar': { marginTop: 6 },
    '&:not([data-abierto]) :is(.lector, .momento, .estado, .limpiar)': { display: 'none' },
    // Over the first card, because a line of its own would move the rows.
    '& .nuevos': {
      position: 'absolute',
      zIndex: 4,
      left: '50%',
      top: 'calc(100% + 8px)',
      transform: 'translateX(-50%)',
      boxShadow: '0 4px 16px rgb(0 0 0 / 0.2)',
    },
  },
})
