import ArrowDownwardIcon from '@mui/icons-material/ArrowDownwardOutlined'
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpwardOutlined'
import CloseIcon from '@mui/icons-material/CloseOutlined'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import Radio from '@mui/material/Radio'
import TextField from '@mui/material/TextField'
import type { Ciclos, Etapa } from '#contract/flujo/ciclos/ciclos'
import { CLASES, type Clase } from '#contract/flujo/ciclos/values'
import { tono } from '../../ui/theme/tono'
import { NOMBRE_CLASE } from './suggest'

type Props = {
  etapa: Etapa
  /** Radio group of the loop, which selects the stage where a round begins. */
  grupo: string
  puesto: number
  de: number
  ubicaciones: Ciclos['ubicaciones']
  onChange: (mas: Partial<Etapa>) => void
  onMove: (hacia: -1 | 1) => void
  onRemove: () => void
}

/** One stage: its name, its kind, and its places. */
export function FilaEtapa({ etapa: e, grupo, puesto, de, ubicaciones, ...en }: Props) {
  const nombre = e.nombre || `etapa ${puesto + 1}`
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr 1fr', md: '28px 160px 136px 1fr auto' },
        columnGap: 2,
        rowGap: { xs: 4, md: 2 },
        alignItems: 'center',
        py: 4,
        borderTop: `1px solid ${tono('line')}`,
      }}
    >
      <Box sx={{ display: { xs: 'none', md: 'block' }, color: tono('muted'), fontSize: 13 }}>
        {puesto + 1}
      </Box>
      <TextField
        size="small"
        label="Etapa"
        value={e.nombre}
        onChange={(x) => en.onChange({ nombre: x.target.value })}
        slotProps={{ htmlInput: { maxLength: 60 } }}
      />
      <TextField
        select
        size="small"
        label="Qué pasa"
        value={e.clase}
        onChange={(x) => en.onChange({ clase: x.target.value as Clase })}
      >
        {CLASES.map((c) => (
          <MenuItem key={c} value={c}>
            {NOMBRE_CLASE[c]}
          </MenuItem>
        ))}
      </TextField>
      <Autocomplete
        multiple
        size="small"
        options={ubicaciones}
        getOptionLabel={(u) => u.nombre}
        getOptionKey={(u) => u.id}
        isOptionEqualToValue={(a, b) => a.id === b.id}
        value={ubicaciones.filter((u) => e.ubicaciones.includes(u.id))}
        onChange={(_, v) => en.onChange({ ubicaciones: v.map((u) => u.id) })}
        disableCloseOnSelect
        noOptionsText="Ninguna ubicación se llama así"
        renderInput={(p) => <TextField {...p} label="Ubicaciones" />}
        sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}
      />
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gridColumn: { xs: '1 / -1', md: 'auto' },
          justifyContent: { xs: 'space-between', md: 'flex-end' },
        }}
      >
        <FormControlLabel
          sx={{ m: 0, mr: 1, '& .MuiFormControlLabel-label': { fontSize: 13, whiteSpace: 'nowrap' } }}
          label="Empieza la vuelta"
          control={
            <Radio
              size="small"
              name={`ancla de ${grupo}`}
              checked={e.ancla}
              onChange={() => en.onChange({ ancla: true })}
              slotProps={{ input: { 'aria-label': `La vuelta empieza en ${nombre}` } }}
            />
          }
        />
        <Box sx={{ display: 'flex' }}>
          <IconButton
            size="small"
            aria-label={`Subir ${nombre}`}
            disabled={puesto === 0}
            onClick={() => en.onMove(-1)}
          >
            <ArrowUpwardIcon sx={{ fontSize: 18 }} />
          </IconButton>
          <IconButton
            size="small"
            aria-label={`Bajar ${nombre}`}
            disabled={puesto === de - 1}
            onClick={() => en.onMove(1)}
          >
            <ArrowDownwardIcon sx={{ fontSize: 18 }} />
          </IconButton>
          <IconButton size="small" aria-label={`Quitar ${nombre}`} onClick={en.onRemove}>
            <CloseIcon sx={{ fontSize: 18 }} />
          </IconButton>
        </Box>
      </Box>
    </Box>
  )
}
