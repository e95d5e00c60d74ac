import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import { useRef } from 'react'
import { TEMAS, type Tema } from './dibujo'
import { DIFICULTADES, type Dificultad, type Fase } from './motor'

type Opciones<T> = readonly (readonly [valor: T, texto: string])[]

const OPCIONES_DIFICULTAD = Object.entries(DIFICULTADES).map(([id, d]) => [
  id as Dificultad,
  `${d.nombre} ${d.lado}x${d.lado}`,
]) satisfies Opciones<Dificultad>
const OPCIONES_TEMA = Object.entries(TEMAS).map(([id, t]) => [id as Tema, t.nombre]) satisfies Opciones<Tema>

type Props = {
  fase: Fase
  dificultad: Dificultad
  onDificultad: (d: Dificultad) => void
  tema: Tema
  onTema: (t: Tema) => void
  rejilla: boolean
  onRejilla: (si: boolean) => void
  atraviesa: boolean
  onCross: (si: boolean) => void
  onBegin: () => void
  onPausa: () => void
  onResume: () => void
  onRestart: () => void
  /** The menu is closed: keys control the game again. */
  onJuego: () => void
}

export function Mandos(p: Props) {
  return (
    <Box
      role="toolbar"
      aria-label="Mandos del juego"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}
    >
      <Eleccion
        nombre="Dificultad"
        valor={p.dificultad}
        opciones={OPCIONES_DIFICULTAD}
        onChange={p.onDificultad}
        onChosen={p.onJuego}
      />
      <Eleccion
        nombre="Tema"
        valor={p.tema}
        opciones={OPCIONES_TEMA}
        onChange={p.onTema}
        onChosen={p.onJuego}
      />
      <FormControlLabel
        control={
          <Checkbox
            size="small"
            checked={p.rejilla}
            onChange={(e) => {
              p.onRejilla(e.target.checked)
              p.onJuego()
            }}
          />
        }
        label="Rejilla"
      />
      <FormControlLabel
        control={
          <Checkbox
            size="small"
            checked={p.atraviesa}
            onChange={(e) => {
              p.onCross(e.target.checked)
              p.onJuego()
            }}
          />
        }
        label="Pasar paredes"
      />
      <Box sx={{ flex: 1 }} />
      <Button variant="contained" disabled={p.fase !== 'menu'} onClick={p.onBegin}>
        Empezar
      </Button>
      <Button variant="outlined" disabled={p.fase !== 'jugando'} onClick={p.onPausa}>
        Pausa
      </Button>
      <Button variant="outlined" disabled={p.fase !== 'pausado'} onClick={p.onResume}>
        Reanudar
      </Button>
      <Button
        color="inherit"
        onClick={() => {
          p.onRestart()
          p.onJuego()
        }}
      >
        Reiniciar
      </Button>
    </Box>
  )
}

type PropsEleccion<T> = {
  nombre: string
  valor: T
  opciones: Opciones<T>
  onChange: (valor: T) => void
  /** An option was chosen, even the current one, and the list is closed. */
  onChosen: () => void
}

/** A select; closing it without a choice leaves the focus on it. */
function Eleccion<T extends string>({ nombre, valor, opciones, onChange, onChosen }: PropsEleccion<T>) {
  const caja = useRef<HTMLInputElement>(null)
  const elegida = useRef(false)
  return (
    <Select
      size="small"
      value={valor}
      onChange={(e) => onChange(e.target.value as T)}
      onOpen={() => {
        elegida.current = false
      }}
      inputRef={caja}
      inputProps={{ 'aria-label': nombre }}
      MenuProps={{
        disableRestoreFocus: true,
        slotProps: {
          transition: { onExited: () => (elegida.current ? onChosen() : caja.current?.focus()) },
        },
      }}
    >
      {opciones.map(([id, texto]) => (
        <MenuItem
          key={id}
          value={id}
          onClick={() => {
            elegida.current = true
          }}
        >
          {texto}
        </MenuItem>
      ))}
    </Select>
  )
}
