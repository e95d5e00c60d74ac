import TuneIcon from '@mui/icons-material/TuneOutlined'
import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Switch from '@mui/material/Switch'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { ESTADOS, POSIBLES_ESTADOS, TIPOS } from '#contract/dispositivos'
import { NIVELES_BATERIA, SIN_UBICACION } from '#contract/inventario'
import { useEmpresa } from '../lib/empresa'
import { CampoDia } from '../ui/fecha/campo-dia'
import { CampoBuscar } from '../ui/filtros/campo-buscar'
import type { AlEscribir } from '../ui/filtros/escribir'
import { Recargar } from '../ui/filtros/recargar'
import { SelectorFiltro } from '../ui/filtros/selector'
import { ACTIVADOS, type CambiarInventario, type FiltrosInventario } from './busqueda'
import { MarcoFiltros } from './marco-filtros'
import { familiasQuery, ubicacionesQuery } from './queries'

const AL_REVES = 'La fecha de fin es anterior a la de inicio.'
const BASICOS = ['tipo', 'activado', 'posible_estado', 'estado', 'bateria'] as const
const EXTRAS = ['familia', 'ubicacion', 'lector', 'fecha_desde', 'fecha_hasta', 'sin_actualizar'] as const

type Props = {
  filtros: FiltrosInventario
  cambiar: CambiarInventario
  onLimpiar: () => void
  onRecargar: () => Promise<unknown>
  /** Filters in force, where they do not stand beside the title. */
  chips: ReactNode
}

/** What can be chosen, with what the address names though it is not among it. */
const con = (opciones: readonly string[] = [], valor: string | undefined) =>
  valor === undefined || opciones.includes(valor) ? opciones : [valor, ...opciones]

export function BarraFiltros({ filtros: f, cambiar, onLimpiar, onRecargar, chips }: Props) {
  const empresa = useEmpresa()
  const extras = EXTRAS.filter((c) => f[c]).length
  const [abierto, setAbierto] = useState(extras > 0)
  const familias = useQuery({ ...familiasQuery(empresa), enabled: abierto })
  const ubicaciones = useQuery({ ...ubicacionesQuery(empresa), enabled: abierto })
  const al = useMemo(() => {
    const campo =
      (nombre: keyof FiltrosInventario): AlEscribir =>
      (valor, seguido) =>
        void cambiar({ [nombre]: valor, pagina: undefined }, seguido)
    return { apodo: campo('apodo'), lector: campo('lector') }
  }, [cambiar])
  const poner = (nombre: keyof FiltrosInventario) => (valor: string | undefined) =>
    void cambiar({ [nombre]: valor, pagina: undefined })
  const alReves = Boolean(f.fecha_desde && f.fecha_hasta && f.fecha_hasta < f.fecha_desde)
  const elegir = (
    campo: (typeof BASICOS)[number] | 'familia' | 'ubicacion',
    opciones: readonly string[],
    nombre: string,
    etiqueta: string,
    todas: string,
    className: string,
  ) => (
    <SelectorFiltro
      valor={f[campo] as string | undefined}
      opciones={opciones}
      onCambio={poner(campo)}
      nombre={nombre}
      etiqueta={etiqueta}
      todas={todas}
      quitar={`Quitar filtro de ${etiqueta.toLocaleLowerCase('es')}`}
      className={className}
    />
  )
  return (
    <Box
      role="search"
      aria-label="Filtros del inventario"
      sx={{ containerType: 'inline-size', px: 4, pb: 3, flex: 'none' }}
    >
      <MarcoFiltros data-abierto={abierto || undefined}>
        <CampoBuscar valor={f.apodo} onCambio={al.apodo} placeholder="Buscar Apodo" className="buscar" />
        {elegir('tipo', TIPOS, 'Tipo', 'Tipo de dispositivo', 'Todos los tipos', 'basico')}
        {elegir('activado', ACTIVADOS, 'Activado', 'Activado', 'Activados y desactivados', 'basico')}
        {elegir(
          'posible_estado',
          POSIBLES_ESTADOS,
          'Posible estado',
          'Posible estado',
          'Todos los posibles estados',
          'basico',
        )}
        {elegir('estado', ESTADOS, 'Estado', 'Estado', 'Todos los estados', 'basico')}
        {elegir('bateria', NIVELES_BATERIA, 'Batería', 'Batería', 'Todas las baterías', 'basico')}
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
        <Button
          color="inherit"
          disabled={Object.keys(f).length === 0}
          onClick={onLimpiar}
          className="limpiar"
          sx={{ px: 1.5, minWidth: 0 }}
        >
          Limpiar
        </Button>
        <Recargar onRecargar={onRecargar} className="recargar" />
        <span className="linea" />
        {elegir(
          'familia',
          con(familias.data, f.familia),
          'Familia',
          'Familia',
          'Todas las familias',
          'extra',
        )}
        {elegir(
          'ubicacion',
          con([...(ubicaciones.data ?? []), SIN_UBICACION], f.ubicacion),
          'Ubicación',
          'Ubicación',
          'Todas las ubicaciones',
          'extra',
        )}
        <CampoBuscar
          valor={f.lector}
          onCambio={al.lector}
          placeholder="Apodo del lector"
          borrar="Borrar lector"
          className="extra"
        />
        <CampoDia
          valor={f.fecha_desde}
          onCambio={poner('fecha_desde')}
          etiqueta="Registrado desde"
          className="dia desde"
        />
        <CampoDia
          valor={f.fecha_hasta}
          onCambio={poner('fecha_hasta')}
          etiqueta="hasta"
          error={alReves ? AL_REVES : undefined}
          className="dia"
        />
        <FormControlLabel
          className="inactivos"
          label="Sin actualizar (3 días o más)"
          slotProps={{ typography: { sx: { fontSize: 13, whiteSpace: 'nowrap' } } }}
          control={
            <Switch
              checked={f.sin_actualizar === 'true'}
              onChange={(e) => poner('sin_actualizar')(e.target.checked ? 'true' : undefined)}
            />
          }
        />
      </MarcoFiltros>
      {chips && !abierto && <Box sx={{ mt: 2, '&:empty': { display: 'none' } }}>{chips}</Box>}
    </Box>
  )
}
