import ArrowDownward from '@mui/icons-material/ArrowDownward'
import ArrowUpward from '@mui/icons-material/ArrowUpward'
import Checkbox from '@mui/material/Checkbox'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { flushSync } from 'react-dom'
import { tono } from '../theme/tono'
import { isVisible, ordenadas, type Preferencias } from './preferencias'
import type { Columna } from './tipos'

export const Titulo = styled('h2')({
  margin: 0,
  padding: '4px 16px',
  fontSize: 12,
  fontWeight: 600,
  color: tono('muted'),
})

/** One choice with its name; the whole line is clickable. */
export const Linea = styled('label')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  flex: 1,
  minWidth: 0,
  minHeight: 32,
  padding: '0 16px',
  fontSize: 13,
  cursor: 'pointer',
  '& span:last-of-type': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '@media (pointer: coarse)': { minHeight: 44 },
})

const Lista = styled('ul')({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& li': { display: 'flex', alignItems: 'center', paddingRight: 8 },
})

type Props<T> = {
  columnas: Columna<T>[]
  preferencias: Preferencias
  onChange: (cambio: Partial<Preferencias>) => void
}

/** Choice and order of the visible columns. */
export function ChooseColumnas<T>({ columnas, preferencias, onChange }: Props<T>) {
  const id = useId()
  const todas = ordenadas(columnas, preferencias)
  const move = (i: number, paso: 1 | -1, boton: HTMLElement) => {
    const orden = todas.map((c) => c.id)
    const [movida] = orden.splice(i, 1)
    orden.splice(i + paso, 0, movida as string)
    flushSync(() => onChange({ orden }))
    // At the first or last place the button is disabled, so the focus moves to the opposite one.
    const vuelta = paso === -1 ? boton.nextElementSibling : boton.previousElementSibling
    if (boton.matches(':disabled')) (vuelta as HTMLElement | null)?.focus()
  }
  return (
    <>
      <Titulo id={id}>Columnas</Titulo>
      <Lista aria-labelledby={id}>
        {todas.map((c, i) => (
          <li key={c.id}>
            <Linea>
              <Checkbox
                size="small"
                checked={isVisible(c, preferencias)}
                disabled={c.fija}
                onChange={(e) =>
                  onChange({ visibles: { ...preferencias.visibles, [c.id]: e.target.checked } })
                }
                sx={{ p: 0 }}
              />
              <span>{c.titulo}</span>
            </Linea>
            <IconButton
              size="small"
              aria-label={`Subir ${c.titulo}`}
              title="Subir"
              disabled={i === 0}
              onClick={(e) => move(i, -1, e.currentTarget)}
            >
              <ArrowUpward sx={{ fontSize: 16 }} />
            </IconButton>
            <IconButton
              size="small"
              aria-label={`Bajar ${c.titulo}`}
              title="Bajar"
              disabled={i === todas.length - 1}
              onClick={(e) => move(i, 1, e.currentTarget)}
            >
              <ArrowDownward sx={{ fontSize: 16 }} />
            </IconButton>
          </li>
        ))}
      </Lista>
    </>
  )
}
