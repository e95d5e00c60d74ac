import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import { TEMAS, type Tema } from './dibujo'
import { DIFICULTADES, type Dificultad, type Fase } from './motor'

type Props = {
  fase: Fase
  dificultad: Dificultad
  onDificultad: (d: Dificultad) => void
  tema: Tema
  onTema: (t: Tema) => void
  rejilla: boolean
  onRejilla: (si: boolean) => void
  atraviesa: boolean
  onAtraviesa: (si: boolean) => void
  onEmpezar: () => void
  onPausa: () => void
  onReanudar: () => void
  onReiniciar: () => void
}

export function Mandos(p: Props) {
  return (
    <Box
      role="toolbar"
      aria-label="Mandos del juego"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}
    >
      <Select
        size="small"
        value={p.dificultad}
        onChange={(e) => p.onDificultad(e.target.value)}
        inputProps={{ 'aria-label': 'Dificultad' }}
      >
        {Object.entries(DIFICULTADES).map(([id, d]) => (
          <MenuItem key={id} value={id}>
            {d.nombre} {d.lado}x{d.lado}
          </MenuItem>
        ))}
      </Select>
      <Select
        size="small"
        value={p.tema}
        onChange={(e) => p.onTema(e.target.value)}
        inputProps={{ 'aria-label': 'Tema' }}
      >
        {Object.entries(TEMAS).map(([id, t]) => (
          <MenuItem key={id} value={id}>
            {t.nombre}
          </MenuItem>
        ))}
      </Select>
      <FormControlLabel
        control={
          <Checkbox size="small" checked={p.rejilla} onChange={(e) => p.onRejilla(e.target.checked)} />
        }
        label="Rejilla"
      />
      <FormControlLabel
        control={
          <Checkbox size="small" checked={p.atraviesa} onChange={(e) => p.onAtraviesa(e.target.checked)} />
        }
        label="Pasar paredes"
      />
      <Box sx={{ flex: 1 }} />
      <Button variant="contained" disabled={p.fase !== 'menu'} onClick={p.onEmpezar}>
        Empezar
      </Button>
      <Button variant="outlined" disabled={p.fase !== 'jugando'} onClick={p.onPausa}>
        Pausa
      </Button>
      <Button variant="outlined" disabled={p.fase !== 'pausado'} onClick={p.onReanudar}>
        Reanudar
      </Button>
      <Button color="inherit" onClick={p.onReiniciar}>
        Reiniciar
      </Button>
    </Box>
  )
}
