import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import type { TipoDispositivo } from '#contract/dispositivos'
import { CampoBuscar } from '../ui/filtros/campo-buscar'
import { camposDe } from '../ui/filtros/campos'
import { Clear } from '../ui/filtros/clear'
import { Reload } from '../ui/filtros/reload'
import { SelectorFiltro } from '../ui/filtros/selector'
import { tono } from '../ui/tono'
import type { ChangeBusqueda } from './busqueda'

/** In the order the plant knows them. */
const OPCIONES: TipoDispositivo[] = ['iBeacon', 'SmartBle', 'Reader']

/** One line; where that does not fit, the search has one for itself and the button that asks again. */
const Fila = styled('div')({
  display: 'grid',
  gridTemplate:
    '"buscar tipo limpiar recargar cuantos" / minmax(0, 280px) 132px auto auto minmax(max-content, 1fr)',
  alignItems: 'center',
  gap: 6,
  '& .buscar': { gridArea: 'buscar' },
  '& .tipo': { gridArea: 'tipo' },
  '& .limpiar': { gridArea: 'limpiar' },
  '& .recargar': { gridArea: 'recargar' },
  '& .cuantos': { gridArea: 'cuantos', justifySelf: 'end' },
  '@container (max-width: 459.95px)': {
    gridTemplate:
      '"buscar buscar buscar recargar" auto "tipo limpiar cuantos cuantos" auto / minmax(0, 1fr) auto auto 44px',
  },
})

type Props = {
  buscar: string | undefined
  tipo: TipoDispositivo | undefined
  change: ChangeBusqueda
  onReload: () => Promise<unknown>
  visibles: number | undefined
  flota: number | undefined
}

const n = (v: number | undefined) => v?.toLocaleString('es') ?? '…'

export function FiltrosMapa({ buscar, tipo, change, onReload, visibles, flota }: Props) {
  const campo = camposDe({ buscar, tipo }, change)
  return (
    <Box role="search" aria-label="Filtros del mapa" sx={{ containerType: 'inline-size', px: 4, pb: 3 }}>
      <Fila>
        <CampoBuscar {...campo('buscar')} placeholder="Buscar Apodo" className="buscar" />
        <SelectorFiltro
          {...campo('tipo')}
          opciones={OPCIONES}
          nombre="Tipo"
          etiqueta="Tipo de dispositivo"
          todas="Todos los tipos"
          className="tipo"
        />
        <Clear
          filtrado={Boolean(tipo || buscar)}
          onClear={() => void change({ buscar: undefined, tipo: undefined, pagina: undefined })}
        />
        <Reload onReload={onReload} className="recargar" />
        <Tooltip title="Visibles en esta zona, de todos los que tienen posición" describeChild>
          <Box
            role="status"
            className="cuantos"
            sx={{
              fontSize: 13,
              color: tono('muted'),
              whiteSpace: 'nowrap',
              '& b': { color: tono('ink') },
            }}
          >
            <b>{n(visibles)}</b> de {n(flota)}
          </Box>
        </Tooltip>
      </Fila>
    </Box>
  )
}
