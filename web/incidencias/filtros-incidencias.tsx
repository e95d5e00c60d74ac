import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { CampoDia } from '../ui/fecha/campo-dia'
import { CampoBuscar } from '../ui/filtros/campo-buscar'
import { camposDe } from '../ui/filtros/campos'
import { Reload } from '../ui/filtros/reload'
import { isRango, type Rango } from './rango'
import type { Busqueda, ChangeBusqueda } from './use-busqueda'

export const SIN_FILTROS = { buscar: undefined, desde: undefined, hasta: undefined, pagina: undefined }

const FIN_ANTES = 'La fecha de fin es anterior a la de inicio.'

/** One line; where that does not fit the days go below, and on a phone the rest follows. */
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
  },
})

type Props = { busqueda: Busqueda; change: ChangeBusqueda; onReload: () => Promise<unknown> }

export function FiltrosIncidencias({ busqueda, change, onReload }: Props) {
  const { desde, hasta, buscar, conFechas } = busqueda
  // A day that was cleared comes back as what it is then: the default.
  const [vueltas, setVueltas] = useState(0)
  const campo = camposDe(busqueda, change)
  const onDia = (extremo: keyof Rango) => (dia: string | undefined) => {
    if (dia === undefined) setVueltas(vueltas + 1)
    campo(extremo).onChange(dia)
  }
  return (
    <Box
      role="search"
      aria-label="Filtros de incidencias"
      sx={{ containerType: 'inline-size', px: 4, pb: 3, flex: 'none' }}
    >
      <Fila>
        <CampoBuscar {...campo('buscar')} placeholder="Buscar Dispositivo" className="buscar" />
        <CampoDia
          key={`desde-${vueltas}`}
          valor={desde}
          onChange={onDia('desde')}
          etiqueta="Desde"
          className="desde"
        />
        <CampoDia
          key={`hasta-${vueltas}`}
          valor={hasta}
          onChange={onDia('hasta')}
          etiqueta="Hasta"
          error={isRango(busqueda) ? undefined : FIN_ANTES}
          className="hasta"
        />
        <Reload onReload={onReload} className="recargar" />
        <Button
          color="inherit"
          disabled={!buscar && !conFechas}
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
    </Box>
  )
}
