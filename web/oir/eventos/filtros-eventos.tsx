import ArrowUpward from '@mui/icons-material/ArrowUpward'
import TuneIcon from '@mui/icons-material/TuneOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import { type ReactNode, useId, useState } from 'react'
import { ESTADOS } from '#contract/parque/dispositivos/values'
import { CampoBuscar } from '../../ui/filtros/campo-buscar'
import { camposOf } from '../../ui/filtros/campos'
import { Clear } from '../../ui/filtros/clear'
import { Reload } from '../../ui/filtros/reload'
import { SelectorFiltro } from '../../ui/filtros/selector'
import { tinte, tono } from '../../ui/theme/tono'
import { type BusquedaEventos, type ChangeEventos, SIN_FILTROS } from './busqueda'
import { CampoMomento } from './campo-momento'
import { MarcoFiltros } from './marco-filtros'

type Props = {
  busqueda: BusquedaEventos
  change: ChangeEventos
  onReload: () => Promise<unknown>
  /** Error of the server for the timestamp filter. */
  reparo: string | undefined
  /** Number of events that arrived after the page was loaded. */
  nuevos: number
  onNuevos: () => void
  /** Active filters, if they are not beside the title. */
  chips: ReactNode
}

export function FiltrosEventos({ busqueda, change, reparo, nuevos, chips, ...p }: Props) {
  const id = useId()
  const [abierto, setAbierto] = useState(false)
  const { search, apodoLector, timestamp, estado } = busqueda
  const campo = camposOf(busqueda, change)
  return (
    <Box
      role="search"
      aria-label="Filtros de eventos"
      sx={{ containerType: 'inline-size', position: 'relative', px: 4, pb: 3 }}
    >
      <MarcoFiltros data-abierto={abierto || reparo !== undefined || undefined}>
        <CampoBuscar {...campo('search')} placeholder="Buscar Apodo o MAC" className="buscar" />
        <CampoBuscar
          {...campo('apodoLector')}
          placeholder="Apodo del lector"
          borrar="Borrar lector"
          className="lector"
        />
        <CampoMomento {...campo('timestamp')} reparo={reparo && `${id}-reparo`} className="momento" />
        <SelectorFiltro
          {...campo('estado')}
          opciones={ESTADOS}
          nombre="Estado"
          todas="Todos los estados"
          className="estado"
        />
        {reparo && (
          <FormHelperText error role="alert" id={`${id}-reparo`} className="reparo">
            {reparo}
          </FormHelperText>
        )}
        <Clear
          filtrado={Boolean(search || apodoLector || timestamp || estado)}
          onClear={() => void change(SIN_FILTROS)}
        />
        <IconButton
          aria-label="Más filtros"
          title="Más filtros"
          aria-expanded={abierto}
          onClick={() => setAbierto(!abierto)}
          className="mas"
        >
          <TuneIcon sx={{ fontSize: 20 }} />
        </IconButton>
        <Reload onReload={p.onReload} className="recargar" />
        {nuevos > 0 && (
          <Button
            size="small"
            startIcon={<ArrowUpward />}
            onClick={p.onNuevos}
            className="nuevos"
            sx={{ whiteSpace: 'nowrap', bgcolor: tinte('brand', 8), color: tono('brand') }}
          >
            {nuevos === 1 ? '1 evento nuevo' : `${nuevos.toLocaleString('es')} eventos nuevos`}
          </Button>
        )}
      </MarcoFiltros>
      {chips && <Box sx={{ mt: 2, '&:empty': { display: 'none' } }}>{chips}</Box>}
    </Box>
  )
}
