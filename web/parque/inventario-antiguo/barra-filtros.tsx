import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SIN_UBICACION } from '#contract/parque/dispositivos/inventario-values'
import { TIPOS } from '#contract/parque/dispositivos/values'
import { ubicacionesQuery } from '../../lib/opciones'
import { useEmpresa } from '../../lib/session/empresa'
import { CampoBuscar } from '../../ui/filtros/campo-buscar'
import { camposOf } from '../../ui/filtros/campos'
import { Clear } from '../../ui/filtros/clear'
import { Reload } from '../../ui/filtros/reload'
import { SelectorFiltro } from '../../ui/filtros/selector'
import { type ChangeAntigua, type FiltrosAntiguos, SIN_FILTROS } from './busqueda'

/** One line; two per line on a narrow screen. */
const Fila = styled('div')({
  display: 'grid',
  gridTemplate:
    '"nombre tipo lugar lector limpiar recargar mas" / minmax(120px, 260px) 160px minmax(120px, 220px) minmax(120px, 220px) auto auto minmax(max-content, 1fr)',
  alignItems: 'center',
  gap: 6,
  '& .nombre': { gridArea: 'nombre' },
  '& .tipo': { gridArea: 'tipo' },
  '& .lugar': { gridArea: 'lugar' },
  '& .lector': { gridArea: 'lector' },
  '& .limpiar': { gridArea: 'limpiar' },
  '& .recargar': { gridArea: 'recargar' },
  '& .mas': { gridArea: 'mas', justifySelf: 'end' },
  '@container (max-width: 999.95px)': {
    gridTemplate:
      '"nombre nombre recargar" "tipo lugar lugar" "lector lector limpiar" "mas mas mas" / minmax(0, 1fr) minmax(0, 1fr) auto',
    '& .recargar': { justifySelf: 'end' },
    '& .mas': { justifySelf: 'start' },
  },
})

type Props = {
  filtros: FiltrosAntiguos
  change: ChangeAntigua
  onReload: () => Promise<unknown>
  /** Administrator actions beside the filters. */
  mas: ReactNode
}

export function BarraFiltros({ filtros, change, onReload, mas }: Props) {
  const lugares = useQuery(ubicacionesQuery(useEmpresa())).data ?? []
  const campo = camposOf(filtros, change)
  return (
    <Box
      role="search"
      aria-label="Filtros del inventario antiguo"
      sx={{ containerType: 'inline-size', px: 4, pb: 3, flex: 'none' }}
    >
      <Fila>
        <CampoBuscar {...campo('name')} placeholder="Nombre" borrar="Borrar nombre" className="nombre" />
        <SelectorFiltro
          {...campo('tipo')}
          opciones={TIPOS}
          nombre="Tipo"
          etiqueta="Tipo de dispositivo"
          todas="Todos los tipos"
          className="tipo"
        />
        <SelectorFiltro
          {...campo('location')}
          opciones={[...lugares, SIN_UBICACION]}
          nombre="Ubicación"
          todas="Todas las ubicaciones"
          className="lugar"
        />
        <CampoBuscar {...campo('reader')} placeholder="Lector" borrar="Borrar lector" className="lector" />
        <Clear filtrado={Object.keys(filtros).length > 0} onClear={() => void change(SIN_FILTROS)} />
        <Reload onReload={onReload} className="recargar" />
        {mas && <div className="mas">{mas}</div>}
      </Fila>
    </Box>
  )
}
