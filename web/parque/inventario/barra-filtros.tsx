import TuneIcon from '@mui/icons-material/TuneOutlined'
import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Switch from '@mui/material/Switch'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  DIAS_FILTRO,
  NIVELES_BATERIA,
  SIN_UBICACION,
  TIPOS_FILTRO,
} from '#contract/parque/dispositivos/inventario-values'
import { ESTADOS, POSIBLES_ESTADOS } from '#contract/parque/dispositivos/values'
import { usePlazoVisible } from '../../dominio/plazos'
import { familiasQuery, ubicacionesQuery } from '../../lib/opciones'
import { useEmpresa } from '../../lib/session/empresa'
import { CampoDia } from '../../ui/fecha/campo-dia'
import { CampoBuscar } from '../../ui/filtros/campo-buscar'
import { camposOf } from '../../ui/filtros/campos'
import { Clear } from '../../ui/filtros/clear'
import { Reload } from '../../ui/filtros/reload'
import { SelectorFiltro } from '../../ui/filtros/selector'
import { ACTIVADOS, type ChangeInventario, type FiltrosInventario } from './busqueda'
import { masOf } from './chips-inventario'
import { MarcoFiltros } from './marco-filtros'

const AL_REVES = 'La fecha de fin es anterior a la de inicio.'
const EXTRAS = [
  'familia',
  'ubicacion',
  'lector',
  'sin_ver_dias',
  'en_sitio_dias',
  'fecha_desde',
  'fecha_hasta',
  'sin_actualizar',
] as const
const EN_DIAS = DIAS_FILTRO.map(String)

type Props = {
  filtros: FiltrosInventario
  change: ChangeInventario
  onClear: () => void
  onReload: () => Promise<unknown>
  /** Active filters, if they are not beside the title. */
  chips: ReactNode
}

export function BarraFiltros({ filtros: f, change, onClear, onReload, chips }: Props) {
  const empresa = useEmpresa()
  const plazo = usePlazoVisible()
  const extras = EXTRAS.filter((c) => f[c]).length
  const [abierto, setAbierto] = useState(extras > 0)
  const { data: familias = [] } = useQuery({ ...familiasQuery(empresa), enabled: abierto })
  const { data: lugares = [] } = useQuery({ ...ubicacionesQuery(empresa), enabled: abierto })
  const campo = camposOf(f, change)
  const alReves = Boolean(f.fecha_desde && f.fecha_hasta && f.fecha_hasta < f.fecha_desde)
  return (
    <Box
      role="search"
      aria-label="Filtros del inventario"
      sx={{ containerType: 'inline-size', px: 4, pb: 3, flex: 'none' }}
    >
      <MarcoFiltros data-abierto={abierto || undefined}>
        <CampoBuscar {...campo('apodo')} placeholder="Buscar Apodo" className="buscar" />
        <SelectorFiltro
          {...campo('tipo')}
          opciones={TIPOS_FILTRO}
          nombre="Tipo"
          etiqueta="Tipo de dispositivo"
          todas="Todos los tipos"
          quitar="Quitar filtro de tipo de dispositivo"
          className="basico"
        />
        <SelectorFiltro
          {...campo('activado')}
          opciones={ACTIVADOS}
          nombre="Activado"
          todas="Activados y desactivados"
          className="basico"
        />
        <SelectorFiltro
          {...campo('posible_estado')}
          opciones={POSIBLES_ESTADOS}
          nombre="Posible estado"
          todas="Todos los posibles estados"
          className="basico"
        />
        <SelectorFiltro
          {...campo('estado')}
          opciones={ESTADOS}
          nombre="Estado"
          todas="Todos los estados"
          className="basico"
        />
        <SelectorFiltro
          {...campo('bateria')}
          opciones={NIVELES_BATERIA}
          nombre="Batería"
          todas="Todas las baterías"
          className="basico"
        />
        <IconButton
          aria-label="Más filtros"
          title="Más filtros"
          aria-expanded={abierto}
          onClick={() => setAbierto(!abierto)}
          className="mas"
        >
          <Badge variant="dot" color="primary" invisible={abierto || extras === 0}>
            <TuneIcon sx={{ fontSize: 20 }} />
          </Badge>
        </IconButton>
        <Clear filtrado={Object.keys(f).length > 0} onClear={onClear} />
        <Reload onReload={onReload} className="recargar" />
        <span className="linea" />
        <SelectorFiltro
          {...campo('familia')}
          opciones={familias}
          nombre="Familia"
          todas="Todas las familias"
          className="extra"
        />
        <SelectorFiltro
          {...campo('ubicacion')}
          opciones={[...lugares, SIN_UBICACION]}
          nombre="Ubicación"
          todas="Todas las ubicaciones"
          className="extra"
        />
        <CampoBuscar
          {...campo('lector')}
          placeholder="Apodo del lector"
          borrar="Borrar lector"
          className="extra"
        />
        <SelectorFiltro
          {...campo('sin_ver_dias')}
          opciones={EN_DIAS}
          nombre="Sin ver"
          tell={(v) => `Sin ver ${masOf(v)}`}
          todas="Vistos hace mucho o poco"
          className="extra plazo"
        />
        <SelectorFiltro
          {...campo('en_sitio_dias')}
          opciones={EN_DIAS}
          nombre="Tiempo en el sitio"
          tell={(v) => `En el sitio ${masOf(v)}`}
          todas="Mucho o poco tiempo en el sitio"
          className="extra plazo"
        />
        <CampoDia {...campo('fecha_desde')} etiqueta="Registrado desde" className="dia desde" />
        <CampoDia
          {...campo('fecha_hasta')}
          etiqueta="hasta"
          error={alReves ? AL_REVES : undefined}
          className="dia"
        />
        <FormControlLabel
          className="inactivos"
          label={`Sin actualizar (${plazo} o más)`}
          slotProps={{ typography: { sx: { fontSize: 13, whiteSpace: 'nowrap' } } }}
          control={
            <Switch
              checked={f.sin_actualizar === 'true'}
              onChange={(e) => campo('sin_actualizar').onChange(e.target.checked ? 'true' : undefined)}
            />
          }
        />
      </MarcoFiltros>
      {chips && !abierto && <Box sx={{ mt: 2, '&:empty': { display: 'none' } }}>{chips}</Box>}
    </Box>
  )
}
