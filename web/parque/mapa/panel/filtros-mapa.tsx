import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import type { TipoDispositivo } from '#contract/parque/dispositivos/dispositivos'
import { CampoBuscar } from '../../../ui/filtros/campo-buscar'
import { camposOf } from '../../../ui/filtros/campos'
import { Clear } from '../../../ui/filtros/clear'
import { Reload } from '../../../ui/filtros/reload'
import { SelectorFiltro } from '../../../ui/filtros/selector'
import { tono } from '../../../ui/theme/tono'
import type { ChangeBusqueda } from '../busqueda'

/** In the order that the plant uses. */
const OPCIONES: TipoDispositivo[] = ['iBeacon', 'SmartBle', 'Reader']

/** One line; if it does not fit, the search and the reload button get a line of their own. */
const Fila = styled('div')({
  display: 'grid',
  gridTemplate: '"buscar tipo limpiar recargar" / minmax(0, 280px) 132px auto auto 1fr',
  alignItems: 'center',
  gap: 6,
  '& .buscar': { gridArea: 'buscar' },
  '& .tipo': { gridArea: 'tipo' },
  '& .limpiar': { gridArea: 'limpiar' },
  '& .recargar': { gridArea: 'recargar' },
  '@container (max-width: 459.95px)': {
    gridTemplate: '"buscar buscar recargar" auto "tipo limpiar limpiar" auto / minmax(0, 1fr) auto 44px',
  },
})

type Props = {
  buscar: string | undefined
  tipo: TipoDispositivo | undefined
  change: ChangeBusqueda
  onReload: () => Promise<unknown>
  visibles: number | undefined
  /** Devices that pass the filters, wherever they stand. */
  total: number | undefined
  onSeeTodos: () => void
}

const n = (v: number | undefined) => v?.toLocaleString('es') ?? '…'

const TACTIL = { '@media (pointer: coarse)': { minHeight: 44 } }

export function FiltrosMapa({ buscar, tipo, change, onReload, visibles, total, onSeeTodos }: Props) {
  const fuera = Math.max(0, (total ?? 0) - (visibles ?? total ?? 0))
  const campo = camposOf({ buscar, tipo }, change)
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
      </Fila>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          mt: 2,
          minHeight: 24,
          fontSize: 13,
          color: tono('muted'),
          '& b': { color: tono('ink') },
        }}
      >
        <Tooltip
          title="Visibles en esta zona, de todos los que tienen posición y pasan los filtros"
          describeChild
        >
          <span role="status">
            <b>{n(visibles)}</b> de {n(total)}
            {fuera > 0 && `; ${n(fuera)} fuera de la vista`}
          </span>
        </Tooltip>
        {fuera > 0 && (
          <Button size="small" onClick={onSeeTodos} sx={{ minHeight: 24, py: 0, ...TACTIL }}>
            Ver todos
          </Button>
        )}
      </Box>
    </Box>
  )
}
