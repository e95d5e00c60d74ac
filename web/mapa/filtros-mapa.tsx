import ClearIcon from '@mui/icons-material/Clear'
import RefreshIcon from '@mui/icons-material/Refresh'
import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import MenuItem from '@mui/material/MenuItem'
import OutlinedInput from '@mui/material/OutlinedInput'
import Select from '@mui/material/Select'
import { styled } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import { useEffect, useRef, useState } from 'react'
import type { TipoDispositivo } from '#contract/dispositivos'
import { tono } from '../ui/tono'
import type { CambiarBusqueda } from './busqueda'

const ESPERA_MS = 300
/** In the order the plant knows them. */
const OPCIONES: TipoDispositivo[] = ['iBeacon', 'SmartBle', 'Reader']

/** One line; where that does not fit, the search has one for itself and the button that asks again. */
const Fila = styled('div')({
  display: 'grid',
  gridTemplate:
    '"buscar tipo limpiar recargar cuantos" / minmax(0, 280px) 132px auto auto minmax(max-content, 1fr)',
  alignItems: 'center',
  gap: 6,
  '& .buscar': { gridArea: 'buscar', paddingLeft: 10 },
  '& .tipo': { gridArea: 'tipo' },
  '& .limpiar': { gridArea: 'limpiar' },
  '& .recargar': { gridArea: 'recargar' },
  '& .cuantos': { gridArea: 'cuantos', justifySelf: 'end' },
  '@container (max-width: 459.95px)': {
    gridTemplate:
      '"buscar buscar buscar recargar" auto "tipo limpiar cuantos cuantos" auto / minmax(0, 1fr) auto auto 44px',
  },
})

type Props = {
  buscar: string
  tipo: TipoDispositivo | undefined
  cambiar: CambiarBusqueda
  onRecargar: () => Promise<unknown>
  visibles: number | undefined
  flota: number | undefined
}

const n = (v: number | undefined) => v?.toLocaleString('es') ?? '…'

function Borrar({ titulo, onClick }: { titulo: string; onClick: () => void }) {
  return (
    <IconButton size="small" aria-label={titulo} title={titulo} onClick={onClick}>
      <ClearIcon sx={{ fontSize: 16 }} />
    </IconButton>
  )
}

export function FiltrosMapa({ buscar, tipo, cambiar, onRecargar, visibles, flota }: Props) {
  const [texto, setTexto] = useState(buscar)
  const pedido = useRef(buscar)
  const [recargando, setRecargando] = useState(false)

  useEffect(() => {
    if (buscar === pedido.current) return
    pedido.current = buscar
    setTexto(buscar)
  }, [buscar])

  useEffect(() => {
    const nuevo = texto.trim()
    if (nuevo === pedido.current) return
    const reloj = setTimeout(() => {
      // One step back leaves the search; it does not walk through its letters.
      const seguido = pedido.current !== ''
      pedido.current = nuevo
      void cambiar({ buscar: nuevo, pagina: undefined }, seguido)
    }, ESPERA_MS)
    return () => clearTimeout(reloj)
  }, [texto, cambiar])

  const filtrado = Boolean(tipo || texto)
  const limpiar = () => {
    pedido.current = ''
    setTexto('')
    void cambiar({ buscar: undefined, tipo: undefined, pagina: undefined })
  }
  const recargar = async () => {
    setRecargando(true)
    await onRecargar()
    setRecargando(false)
  }
  return (
    <Box role="search" aria-label="Filtros del mapa" sx={{ containerType: 'inline-size', px: 4, pb: 3 }}>
      <Fila>
        <OutlinedInput
          size="small"
          value={texto}
          onChange={(e) => setTexto(e.target.value)}
          placeholder="Buscar Apodo"
          inputProps={{ 'aria-label': 'Buscar Apodo', maxLength: 200, enterKeyHint: 'search' }}
          startAdornment={
            <InputAdornment position="start">
              <SearchIcon sx={{ fontSize: 18 }} />
            </InputAdornment>
          }
          endAdornment={texto && <Borrar titulo="Borrar búsqueda" onClick={() => setTexto('')} />}
          className="buscar"
          sx={{ pr: 1 }}
        />
        <Select
          size="small"
          displayEmpty
          value={tipo ?? ''}
          onChange={(e) => void cambiar({ tipo: e.target.value || undefined, pagina: undefined })}
          renderValue={(v) => v || <Box sx={{ color: tono('muted') }}>Tipo</Box>}
          inputProps={{ 'aria-label': 'Tipo de dispositivo' }}
          endAdornment={
            tipo && (
              <Box sx={{ position: 'absolute', right: 28 }}>
                <Borrar
                  titulo="Quitar filtro de tipo"
                  onClick={() => void cambiar({ tipo: undefined, pagina: undefined })}
                />
              </Box>
            )
          }
          className="tipo"
          sx={{ '& .MuiSelect-select.MuiSelect-select': { pr: '52px' } }}
        >
          <MenuItem value="">Todos los tipos</MenuItem>
          {OPCIONES.map((t) => (
            <MenuItem key={t} value={t}>
              {t}
            </MenuItem>
          ))}
        </Select>
        <Button
          color="inherit"
          disabled={!filtrado}
          onClick={limpiar}
          className="limpiar"
          sx={{ px: 1.5, minWidth: 0 }}
        >
          Limpiar
        </Button>
        <Tooltip title="Recargar">
          <IconButton
            aria-label="Recargar"
            onClick={() => void recargar()}
            loading={recargando}
            className="recargar"
          >
            <RefreshIcon sx={{ fontSize: 20 }} />
          </IconButton>
        </Tooltip>
        <Tooltip title="Visibles en esta zona, de todos los que tienen posición" describeChild>
          <Box
            role="status"
            className="cuantos"
            sx={{
              fontSize: 13,
              color: tono('muted'),
              whiteSpace: 'nowrap',
              '& b': { color: tono('ink') },
            }}
          >
            <b>{n(visibles)}</b> de {n(flota)}
          </Box>
        </Tooltip>
      </Fila>
    </Box>
  )
}
