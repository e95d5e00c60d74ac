import ArrowUpward from '@mui/icons-material/ArrowUpward'
import TuneIcon from '@mui/icons-material/TuneOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { ESTADOS } from '#contract/dispositivos'
import { CampoBuscar } from '../ui/filtros/campo-buscar'
import type { AlEscribir } from '../ui/filtros/escribir'
import { Recargar } from '../ui/filtros/recargar'
import { SelectorFiltro } from '../ui/filtros/selector'
import { tinte, tono } from '../ui/tono'
import { type BusquedaEventos, type CambiarEventos, SIN_FILTROS } from './busqueda'
import { CampoMomento } from './campo-momento'
import { MarcoFiltros } from './marco-filtros'

type Props = {
  busqueda: BusquedaEventos
  cambiar: CambiarEventos
  onRecargar: () => Promise<unknown>
  /** What the server says against the moment. */
  reparo: string | undefined
  /** Events that have come since the page was read. */
  nuevos: number
  onNuevos: () => void
  /** Filters in force, where they do not stand beside the title. */
  chips: ReactNode
}

export function FiltrosEventos({ busqueda, cambiar, reparo, nuevos, chips, ...p }: Props) {
  const id = useId()
  const [abierto, setAbierto] = useState(false)
  const { search, apodoLector, timestamp, estado } = busqueda
  const al = useMemo(() => {
    const campo =
      (nombre: keyof BusquedaEventos): AlEscribir =>
      (valor, seguido) =>
        void cambiar({ [nombre]: valor, pagina: undefined }, seguido)
    return { search: campo('search'), apodoLector: campo('apodoLector'), timestamp: campo('timestamp') }
  }, [cambiar])
  return (
    <Box
      role="search"
      aria-label="Filtros de eventos"
      sx={{ containerType: 'inline-size', position: 'relative', px: 4, pb: 3 }}
    >
      <MarcoFiltros data-abierto={abierto || reparo !== undefined || undefined}>
        <CampoBuscar
          valor={search}
          onCambio={al.search}
          placeholder="Buscar Apodo o MAC"
          className="buscar"
        />
        <CampoBuscar
          valor={apodoLector}
          onCambio={al.apodoLector}
          placeholder="Apodo del lector"
          borrar="Borrar lector"
          className="lector"
        />
        <CampoMomento
          valor={timestamp}
          onCambio={al.timestamp}
          reparo={reparo && `${id}-reparo`}
          className="momento"
        />
        <SelectorFiltro
          valor={estado}
          opciones={ESTADOS}
          onCambio={(valor) => void cambiar({ estado: valor, pagina: undefined })}
          nombre="Estado"
          etiqueta="Estado"
          todas="Todos los estados"
          quitar="Quitar filtro de estado"
          className="estado"
        />
        {reparo && (
          <FormHelperText error role="alert" id={`${id}-reparo`} className="reparo">
            {reparo}
          </FormHelperText>
        )}
        <Button
          color="inherit"
          disabled={!search && !apodoLector && !timestamp && !estado}
          onClick={() => void cambiar(SIN_FILTROS)}
          className="limpiar"
          sx={{ px: 1.5, minWidth: 0 }}
        >
          Limpiar
        </Button>
        <IconButton
          aria-label="Más filtros"
          title="Más filtros"
          aria-expanded={abierto}
          onClick={() => setAbierto(!abierto)}
          className="mas"
        >
          <TuneIcon sx={{ fontSize: 20 }} />
        </IconButton>
        <Recargar onRecargar={p.onRecargar} className="recargar" />
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
