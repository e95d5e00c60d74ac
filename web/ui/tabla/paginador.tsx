import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import FirstPage from '@mui/icons-material/FirstPage'
import LastPage from '@mui/icons-material/LastPage'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import { tono } from '../theme/tono'
import { TODAS } from './modelo'
import type { Paginacion } from './tipos'

type Props = Paginacion & {
  tamanos: readonly number[]
  estrecha: boolean
  /** The total is not known yet. */
  incierto: boolean
}

const n = (v: number) => v.toLocaleString('es')

/** A page size from a shared address is added to the options. */
const tamanosCon = (tamanos: readonly number[], filas: number) =>
  tamanos.includes(filas) ? tamanos : [...tamanos, filas].sort((a, b) => a - b)

/** Always visible and of the same height, so that nothing moves when the last page is short. */
export function Paginador({ pagina, filas, total, onPagina, onFilas, tamanos, estrecha, incierto }: Props) {
  const caben = filas === TODAS ? Math.max(1, total) : filas
  const paginas = Math.max(1, Math.ceil(total / caben))
  const actual = Math.min(pagina, paginas)
  const desde = total === 0 ? 0 : (actual - 1) * caben + 1
  const hasta = Math.min(total, actual * caben)
  const botones = [
    { titulo: 'Primera página', icono: FirstPage, destino: 1, activo: actual > 1 },
    { titulo: 'Página anterior', icono: ChevronLeft, destino: actual - 1, activo: actual > 1 },
    { titulo: 'Página siguiente', icono: ChevronRight, destino: actual + 1, activo: actual < paginas },
    { titulo: 'Última página', icono: LastPage, destino: paginas, activo: actual < paginas },
  ]
  return (
    <Box
      component="nav"
      aria-label="Paginación"
      sx={{
        flex: 'none',
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        minHeight: 44,
        px: { xs: 2, md: 4 },
        borderTop: `1px solid ${tono('line')}`,
        fontSize: 13,
        color: tono('muted'),
        whiteSpace: 'nowrap',
        '@media (pointer: coarse)': { minHeight: 52 },
      }}
    >
      {!estrecha && <span>Filas</span>}
      <Select
        size="small"
        variant="standard"
        disableUnderline
        value={filas}
        onChange={(e) => onFilas(Number(e.target.value))}
        slotProps={{ input: { 'aria-label': 'Filas por página' } }}
        sx={{ fontSize: 13, color: tono('ink'), '& .MuiSelect-select': { py: 2, pl: 1 } }}
      >
        {tamanosCon(tamanos, filas).map((t) => (
          <MenuItem key={t} value={t}>
            {t === TODAS ? 'Todas' : n(t)}
          </MenuItem>
        ))}
      </Select>
      <Box role="status" sx={{ ml: 'auto', color: tono('ink') }}>
        {incierto ? '…' : `${n(desde)}–${n(hasta)} de ${n(total)}`}
      </Box>
      <Box sx={{ display: 'flex' }}>
        {botones.map(({ titulo, icono: Icono, destino, activo }) => (
          <IconButton
            key={titulo}
            aria-label={titulo}
            title={titulo}
            disabled={!activo}
            onClick={() => onPagina(destino)}
          >
            <Icono sx={{ fontSize: 20 }} />
          </IconButton>
        ))}
      </Box>
    </Box>
  )
}
