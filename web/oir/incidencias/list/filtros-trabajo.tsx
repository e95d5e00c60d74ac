import TuneIcon from '@mui/icons-material/TuneOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ESTADOS_INCIDENCIA, PENDIENTES } from '#contract/oir/incidencias/values'
import { opcionesQuery } from '../../../dominio/opciones-incidencia'
import { useEmpresa } from '../../../lib/session/empresa'
import { camposOf } from '../../../ui/filtros/campos'
import { SelectorFiltro } from '../../../ui/filtros/selector'
import { abiertasQuery } from '../queries'
import type { Busqueda, ChangeBusqueda } from '../use-busqueda'

export const NOMBRE_ESTADO = { abierta: 'Abiertas', cerrada: 'Cerradas' } as const
export const NOMBRE_DANIO = { si: 'Con daño', no: 'Sin daño' } as const

const NOMBRE_PENDIENTES = { nadie: 'No las lleva nadie', antiguas: 'De hace más de un día' } as const

export const SIN_TRABAJO = {
  estado: undefined,
  danio: undefined,
  ubicacion: undefined,
  lector: undefined,
  pieza: undefined,
  mias: undefined,
  pendientes: undefined,
}

/** Number of these filters that are active. */
export const countTrabajo = (b: Busqueda): number =>
  (Object.keys(SIN_TRABAJO) as (keyof typeof SIN_TRABAJO)[]).filter((k) => b[k] !== undefined).length

/** Further filters of incidents; on a phone behind a button. */
export function FiltrosTrabajo({ busqueda, change }: { busqueda: Busqueda; change: ChangeBusqueda }) {
  const ancha = useMediaQuery('(min-width: 900px)', { noSsr: true })
  const [abiertos, setAbiertos] = useState(false)
  const id = useId()
  const empresa = useEmpresa()
  const visibles = ancha || abiertos
  const { data } = useQuery({ ...opcionesQuery(empresa), enabled: visibles })
  const { data: cuenta } = useQuery(abiertasQuery(empresa))
  const campo = camposOf(busqueda, change)
  const cuantos = countTrabajo(busqueda)
  const piezas = data?.piezas ?? []
  return (
    <>
      {!ancha && (
        <Button
          color="inherit"
          startIcon={<TuneIcon />}
          aria-expanded={abiertos}
          aria-controls={id}
          onClick={() => setAbiertos(!abiertos)}
          sx={{ mt: 2 }}
        >
          {cuantos > 0 ? `Más filtros (${cuantos})` : 'Más filtros'}
        </Button>
      )}
      {visibles && (
        <Box
          id={id}
          sx={{
            mt: 2,
            display: 'grid',
            gap: 2,
            alignItems: 'center',
            gridTemplateColumns: {
              xs: 'minmax(0, 1fr) minmax(0, 1fr)',
              md: 'repeat(6, minmax(0, 190px)) auto',
            },
          }}
        >
          {busqueda.ver === undefined && (
            <SelectorFiltro
              {...campo('estado')}
              opciones={ESTADOS_INCIDENCIA}
              tell={(e) => NOMBRE_ESTADO[e]}
              nombre="Estado"
              etiqueta="Abiertas o cerradas"
              todas="Abiertas y cerradas"
            />
          )}
          <SelectorFiltro
            {...campo('danio')}
            opciones={['si', 'no'] as const}
            tell={(d) => NOMBRE_DANIO[d]}
            nombre="Daño"
            todas="Con daño y sin daño"
          />
          <SelectorFiltro
            {...campo('ubicacion')}
            opciones={data?.ubicaciones ?? []}
            nombre="Ubicación"
            todas="Todas las ubicaciones"
          />
          <SelectorFiltro
            {...campo('lector')}
            opciones={data?.lectores ?? []}
            nombre="Lector"
            todas="Todos los lectores"
          />
          <SelectorFiltro
            {...campo('pieza')}
            opciones={piezas.map((p) => p.codigo)}
            tell={(codigo) => nombrePieza(codigo, piezas)}
            nombre="Pieza"
            todas="Todas las piezas"
          />
          <SelectorFiltro
            {...campo('pendientes')}
            opciones={PENDIENTES}
            tell={(p) => NOMBRE_PENDIENTES[p]}
            nombre="Pendientes"
            todas="Pendientes o no"
          />
          <FormControlLabel
            label={`Las llevo yo${cuenta?.mias ? ` (${cuenta.mias})` : ''}`}
            slotProps={{ typography: { sx: { fontSize: 13, whiteSpace: 'nowrap' } } }}
            sx={{ m: 0 }}
            control={
              <Switch
                checked={busqueda.mias === 'si'}
                onChange={(e) => campo('mias').onChange(e.target.checked ? 'si' : undefined)}
              />
            }
          />
        </Box>
      )}
    </>
  )
}

/** An LT code with its description, if the catalogue has one. */
export function nombrePieza(
  codigo: string,
  piezas: readonly { codigo: string; descripcion: string | null }[],
) {
  const descripcion = piezas.find((p) => p.codigo === codigo)?.descripcion
  return descripcion ? `${codigo} · ${descripcion}` : codigo
}
