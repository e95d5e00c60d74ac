import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import type { Change } from '../../lib/api/direccion'
import { diasAntes } from '../../lib/time/hoy'
import { CampoDia } from '../../ui/fecha/campo-dia'
import { Reload } from '../../ui/filtros/reload'
import { SelectorFiltro } from '../../ui/filtros/selector'
import type { BusquedaGraficos } from './busqueda'
import { opcionesQuery } from './queries'

const PERIODOS = [
  { dias: 7, nombre: '7 días' },
  { dias: 30, nombre: '30 días' },
  { dias: 90, nombre: '90 días' },
]

type Props = {
  busqueda: BusquedaGraficos
  change: Change<BusquedaGraficos>
  /** The current date range. */
  periodo: { desde: string; hasta: string }
  hoy: string
  empresa: number | undefined
  onReload: () => Promise<unknown>
}

export function FiltrosGraficos({ busqueda, change, periodo, hoy, empresa, onReload }: Props) {
  const { data } = useQuery(opcionesQuery(empresa))
  const alReves = periodo.desde > periodo.hasta
  return (
    <Box
      role="search"
      aria-label="Filtros de los gráficos"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}
    >
      {PERIODOS.map(({ dias, nombre }) => {
        const desde = diasAntes(hoy, dias - 1)
        const activo = periodo.desde === desde && periodo.hasta === hoy
        return (
          <Button
            key={dias}
            size="small"
            variant={activo ? 'contained' : 'outlined'}
            aria-pressed={activo}
            onClick={() =>
              void change(dias === 30 ? { desde: undefined, hasta: undefined } : { desde, hasta: undefined })
            }
            sx={{ minHeight: 36 }}
          >
            {nombre}
          </Button>
        )
      })}
      <Box sx={{ width: 210 }}>
        <CampoDia
          etiqueta="Desde"
          valor={periodo.desde}
          max={hoy}
          onChange={(desde) => void change({ desde })}
          error={alReves ? 'Es posterior al fin.' : undefined}
        />
      </Box>
      <Box sx={{ width: 210 }}>
        <CampoDia
          etiqueta="Hasta"
          valor={periodo.hasta}
          max={hoy}
          onChange={(hasta) => void change({ hasta })}
        />
      </Box>
      <Box sx={{ minWidth: 140, '& > *': { width: '100%' } }}>
        <SelectorFiltro
          valor={busqueda.familia}
          opciones={data?.familias ?? []}
          onChange={(familia) => void change({ familia })}
          nombre="Familia"
          todas="Todas las familias"
          quitar="Quitar familia"
        />
      </Box>
      <Box sx={{ minWidth: 180, '& > *': { width: '100%' } }}>
        <SelectorFiltro
          valor={busqueda.ubicacion}
          opciones={data?.ubicaciones ?? []}
          onChange={(ubicacion) => void change({ ubicacion })}
          nombre="Ubicación"
          todas="Todas las ubicaciones"
          quitar="Quitar ubicación"
        />
      </Box>
      <Button
        color="inherit"
        disabled={Object.keys(busqueda).length === 0}
        onClick={() =>
          void change({ desde: undefined, hasta: undefined, familia: undefined, ubicacion: undefined })
        }
      >
        Limpiar
      </Button>
      <Reload onReload={onReload} />
    </Box>
  )
}
