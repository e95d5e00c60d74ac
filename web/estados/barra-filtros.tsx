import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { SIN_UBICACION } from '#contract/inventario'
import { useEmpresa } from '../lib/empresa'
import { Recargar } from '../ui/filtros/recargar'
import { SelectorFiltro } from '../ui/filtros/selector'
import { type Busqueda, type CambiarEstados, SIN_FILTROS } from './busqueda'
import { familiasQuery, ubicacionesQuery } from './queries'

const SIN_OPCIONES: string[] = []

/** The options, and what the address asks for although it is none of them. */
const con = (opciones: string[], elegida: string | undefined) =>
  elegida === undefined || opciones.includes(elegida) ? opciones : [...opciones, elegida]

type Props = { busqueda: Busqueda; cambiar: CambiarEstados; onRecargar: () => Promise<unknown> }

export function BarraFiltros({ busqueda: { familia, ubicacion }, cambiar, onRecargar }: Props) {
  const empresa = useEmpresa()
  const familias = useQuery(familiasQuery(empresa)).data ?? SIN_OPCIONES
  const lugares = useQuery(ubicacionesQuery(empresa)).data ?? SIN_OPCIONES
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
        valor={familia}
        opciones={con(familias, familia)}
        onCambio={(valor) => void cambiar({ familia: valor, pagina: undefined })}
        nombre="Familia"
        etiqueta="Familia"
        todas="Todas las familias"
        quitar="Quitar filtro de familia"
        className="familia"
      />
      <SelectorFiltro
        valor={ubicacion}
        opciones={con([...lugares.filter((l) => l !== SIN_UBICACION), SIN_UBICACION], ubicacion)}
        onCambio={(valor) => void cambiar({ ubicacion: valor, pagina: undefined })}
        nombre="Ubicación"
        etiqueta="Ubicación"
        todas="Todas las ubicaciones"
        quitar="Quitar filtro de ubicación"
        className="lugar"
      />
      <Button
        color="inherit"
        disabled={!familia && !ubicacion}
        onClick={() => void cambiar(SIN_FILTROS)}
        className="limpiar"
        sx={{ px: 1.5, minWidth: 0 }}
      >
        Limpiar
      </Button>
      <Recargar onRecargar={onRecargar} />
    </Box>
  )
}
