import CheckIcon from '@mui/icons-material/Check'
import SearchIcon from '@mui/icons-material/Search'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import Popover from '@mui/material/Popover'
import { styled } from '@mui/material/styles'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { tinte, tono } from '../ui/tono'

export type Opcion = { id: number | undefined; nombre: string }

const Lista = styled('div')({
  margin: 0,
  padding: '0 4px 4px',
  maxHeight: 360,
  overflow: 'auto',

  '& [role=option]': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    minHeight: 36,
    padding: '4px 8px',
    borderRadius: 6,
    cursor: 'pointer',
    '@media (pointer: coarse)': { minHeight: 44 },
    '& svg': { marginLeft: 'auto', fontSize: 18, color: tono('brand') },
    '&:hover': { background: tono('ground') },
    '&[data-activa]': { background: tinte('brand', 10) },
  },
})

const simple = (texto: string) => texto.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

type Props = {
  ancla: HTMLElement | null
  opciones: Opcion[]
  elegida: number | undefined
  onElegir: (id: number | undefined) => void
  onCerrar: () => void
}

/** A list of companies that narrows down while one types, without regard to accents. */
export function BuscadorEmpresa({ ancla, onCerrar, ...lista }: Props) {
  return (
    <Popover
      open={ancla !== null}
      anchorEl={ancla}
      onClose={onCerrar}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-label': 'Elegir empresa', sx: { width: 300, maxWidth: '92vw' } },
      }}
    >
      <Contenido {...lista} />
    </Popover>
  )
}

function Contenido({ opciones, elegida, onElegir }: Omit<Props, 'ancla' | 'onCerrar'>) {
  const [texto, setTexto] = useState('')
  const [activa, setActiva] = useState(0)
  const caja = useRef<HTMLDivElement>(null)
  const id = useId()
  const halladas = opciones.filter((o) => simple(o.nombre).includes(simple(texto.trim())))

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is active must be in sight.
  useEffect(() => {
    caja.current?.querySelector('[data-activa]')?.scrollIntoView({ block: 'nearest' })
  }, [activa])

  const alTeclear = (e: KeyboardEvent) => {
    const ultima = halladas.length - 1
    const destino = {
      ArrowDown: Math.min(ultima, activa + 1),
      ArrowUp: Math.max(0, activa - 1),
    }[e.key]
    if (destino !== undefined) {
      e.preventDefault()
      setActiva(destino)
    } else if (e.key === 'Enter') {
      // Else the button that gets the focus back takes the key as a click.
      e.preventDefault()
      const opcion = halladas[activa]
      if (opcion) onElegir(opcion.id)
    }
  }
  return (
    <>
      <OutlinedInput
        fullWidth
        autoFocus
        size="small"
        value={texto}
        placeholder="Buscar empresa"
        onKeyDown={alTeclear}
        onChange={(e) => {
          setTexto(e.target.value)
          setActiva(0)
        }}
        startAdornment={
          <InputAdornment position="start">
            <SearchIcon sx={{ fontSize: 18 }} />
          </InputAdornment>
        }
        inputProps={{
          role: 'combobox',
          'aria-label': 'Buscar empresa',
          'aria-expanded': true,
          'aria-controls': id,
          'aria-activedescendant': halladas[activa] ? `${id}-${activa}` : undefined,
          'aria-autocomplete': 'list',
          maxLength: 120,
        }}
        sx={{ m: 2, width: 'calc(100% - 16px)' }}
      />
      <Lista ref={caja} id={id} role="listbox" aria-label="Empresas">
        {halladas.map((o, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus.
          <div
            key={o.id ?? 'todas'}
            id={`${id}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={o.id === elegida}
            data-activa={i === activa || undefined}
            onClick={() => onElegir(o.id)}
          >
            {o.nombre}
            {o.id === elegida && <CheckIcon />}
          </div>
        ))}
      </Lista>
      {halladas.length === 0 && (
        <p role="status" style={{ margin: 0, padding: '0 16px 16px' }}>
          Ninguna empresa se llama así.
        </p>
      )}
    </>
  )
}
