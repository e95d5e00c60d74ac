import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { styled } from '@mui/material/styles'
import { CampoBuscar } from '../../../ui/filtros/campo-buscar'
import { camposOf } from '../../../ui/filtros/campos'
import { Reload } from '../../../ui/filtros/reload'
import type { Busqueda, ChangeBusqueda } from '../use-busqueda'
import { Dias } from './dias'
import { countTrabajo, FiltrosTrabajo, SIN_TRABAJO } from './filtros-trabajo'

export const SIN_FILTROS = {
  buscar: undefined,
  desde: undefined,
  hasta: undefined,
  ...SIN_TRABAJO,
  pagina: undefined,
}

export const hayFiltros = (b: Busqueda): boolean => Boolean(b.buscar || b.conFechas || countTrabajo(b))

/** One line; if it does not fit, the days go below, and on a phone the other filters follow. */
const Fila = styled('div')({
  display: 'grid',
  gridTemplate:
    '"buscar desde hasta recargar limpiar acel" / minmax(160px, 280px) 216px 216px auto auto minmax(max-content, 1fr)',
  alignItems: 'start',
  gap: 8,
  '& .buscar': { gridArea: 'buscar', height: 36, '@media (pointer: coarse)': { height: 44 } },
  '& .desde': { gridArea: 'desde' },
  '& .hasta': { gridArea: 'hasta' },
  '& .recargar': { gridArea: 'recargar' },
  '& .limpiar': { gridArea: 'limpiar', whiteSpace: 'nowrap' },
  '& .acel': {
    gridArea: 'acel',
    justifySelf: 'end',
    minHeight: 36,
    marginRight: 0,
    '@media (pointer: coarse)': { minHeight: 44 },
  },
  '&.sin-dias': {
    gridTemplate: '"buscar recargar limpiar acel" / minmax(160px, 280px) auto auto minmax(max-content, 1fr)',
  },
  '@container (max-width: 979.95px)': {
    gridTemplate:
      '"buscar buscar recargar limpiar" "desde hasta acel acel" / 216px 216px auto minmax(max-content, 1fr)',
    '& .limpiar': { justifySelf: 'start' },
  },
  '@container (max-width: 659.95px)': {
    gridTemplate:
      '"buscar buscar recargar" "desde desde desde" "hasta hasta hasta" "acel limpiar limpiar" / minmax(0, 1fr) auto 44px',
    '& .limpiar': { justifySelf: 'end' },
    '& .acel': { justifySelf: 'start', marginLeft: -7 },
    '&.sin-dias': {
      gridTemplate: '"buscar buscar recargar" "acel limpiar limpiar" / minmax(0, 1fr) auto 44px',
    },
  },
})

type Props = { busqueda: Busqueda; change: ChangeBusqueda; onReload: () => Promise<unknown> }

export function FiltrosIncidencias({ busqueda, change, onReload }: Props) {
  const campo = camposOf(busqueda, change)
  return (
    <Box
      role="search"
      aria-label="Filtros de incidencias"
      sx={{ containerType: 'inline-size', px: 4, pb: 3, flex: 'none' }}
    >
      <Fila className={busqueda.ver && 'sin-dias'}>
        <CampoBuscar {...campo('buscar')} placeholder="Buscar Dispositivo" className="buscar" />
        {busqueda.ver === undefined && <Dias busqueda={busqueda} change={change} />}
        <Reload onReload={onReload} className="recargar" />
        <Button
          color="inherit"
          disabled={!hayFiltros(busqueda)}
          onClick={() => void change(SIN_FILTROS)}
          className="limpiar"
        >
          Limpiar Filtros
        </Button>
        <FormControlLabel
          className="acel"
          label="Mostrar aceleraciones"
          slotProps={{ typography: { sx: { fontSize: 13, whiteSpace: 'nowrap' } } }}
          control={
            <Switch
              checked={busqueda.aceleraciones === 'si'}
              onChange={(e) => void change({ aceleraciones: e.target.checked ? 'si' : undefined }, true)}
            />
          }
        />
      </Fila>
      <FiltrosTrabajo busqueda={busqueda} change={change} />
    </Box>
  )
}
