import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { SIN_UBICACION } from '#contract/parque/dispositivos/inventario-values'
import { familiasQuery, ubicacionesQuery } from '../../lib/opciones'
import { useEmpresa } from '../../lib/session/empresa'
import { camposOf } from '../../ui/filtros/campos'
import { Clear } from '../../ui/filtros/clear'
import { Reload } from '../../ui/filtros/reload'
import { SelectorFiltro } from '../../ui/filtros/selector'
import { type Busqueda, type ChangeEstados, SIN_FILTROS } from './busqueda'

type Props = { busqueda: Busqueda; change: ChangeEstados; onReload: () => Promise<unknown> }

export function BarraFiltros({ busqueda: { familia, ubicacion }, change, onReload }: Props) {
  const empresa = useEmpresa()
  const familias = useQuery(familiasQuery(empresa)).data ?? []
  const lugares = useQuery(ubicacionesQuery(empresa)).data ?? []
  const campo = camposOf({ familia, ubicacion }, change)
  return (
    <Box
      role="search"
      aria-label="Filtros de estados"
      sx={{
        display: { xs: 'grid', sm: 'flex' },
        gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) 44px',
        alignItems: 'center',
        gap: 1.5,
        px: 4,
        pb: 3,
        flex: 'none',
        '& .familia': { flex: '1 1 140px', maxWidth: { sm: 200 } },
        '& .lugar': { flex: '1 1 140px', maxWidth: { sm: 260 } },
        '& .limpiar': {
          display: { xs: familia || ubicacion ? 'block' : 'none', sm: 'block' },
          order: { xs: 1, sm: 0 },
        },
      }}
    >
      <SelectorFiltro
        {...campo('familia')}
        opciones={familias}
        nombre="Familia"
        todas="Todas las familias"
        className="familia"
      />
      <SelectorFiltro
        {...campo('ubicacion')}
        opciones={[...lugares, SIN_UBICACION]}
        nombre="Ubicación"
        todas="Todas las ubicaciones"
        className="lugar"
      />
      <Clear filtrado={Boolean(familia || ubicacion)} onClear={() => void change(SIN_FILTROS)} />
      <Reload onReload={onReload} />
    </Box>
  )
}
