import ArrowDownward from '@mui/icons-material/ArrowDownward'
import ArrowUpward from '@mui/icons-material/ArrowUpward'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { tono } from '../theme/tono'
import { Titulo } from './choose-columnas'
import type { Columna, Orden } from './tipos'

type Props<T> = {
  /** The columns that rows can be sorted by. */
  columnas: Columna<T>[]
  orden: Orden | undefined
  sort: (columna: string, sentido: Orden['sentido']) => void
  /** Shown with a heading, because the menu offers other choices too. */
  conTitulo: boolean
}

const TITULO = 'Ordenar por'

const SENTIDOS = [
  { sentido: 'asc', nombre: 'Ascendente', Flecha: ArrowUpward },
  { sentido: 'desc', nombre: 'Descendente', Flecha: ArrowDownward },
] as const

/** The sort order of cards, which have no headings to click. */
export function Sort<T>({ columnas, orden, sort, conTitulo }: Props<T>) {
  if (columnas.length === 0) return null
  const columna = columnas.find((c) => c.id === orden?.columna)?.id
  const sentido = orden?.sentido ?? 'asc'
  return (
    <>
      {conTitulo && <Titulo>{TITULO}</Titulo>}
      <Box sx={{ display: 'flex', gap: 2, px: 4, pt: conTitulo ? 0 : 3, pb: 3 }}>
        <Select
          size="small"
          displayEmpty
          value={columna ?? ''}
          onChange={(e) => sort(e.target.value, sentido)}
          renderValue={(v) =>
            columnas.find((c) => c.id === v)?.titulo ?? (
              <Box sx={{ color: tono('muted') }}>{conTitulo ? 'Columna' : TITULO}</Box>
            )
          }
          inputProps={{ 'aria-label': TITULO }}
          sx={{ flex: 1, minWidth: 0 }}
        >
          {columnas.map((c) => (
            <MenuItem key={c.id} value={c.id}>
              {c.titulo}
            </MenuItem>
          ))}
        </Select>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label="Sentido"
          value={columna && sentido}
          disabled={!columna}
          onChange={(_, v) => v && columna && sort(columna, v)}
        >
          {SENTIDOS.map((s) => (
            <ToggleButton
              key={s.sentido}
              value={s.sentido}
              aria-label={s.nombre}
              title={s.nombre}
              sx={{ width: 36, '@media (pointer: coarse)': { width: 44 } }}
            >
              <s.Flecha sx={{ fontSize: 18 }} />
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
    </>
  )
}
