import { styled } from '@mui/material/styles'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { tinte, tono } from './theme/tono'

/** The list of options under a field; the active one is tinted. */
export const ListaOpciones = styled('div')({
  margin: 0,
  padding: '0 4px 4px',
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
    '&:hover': { background: tono('ground') },
    '&[data-activa]': { background: tinte('brand', 10) },
  },
})

/**
 * A combobox field: it keeps the focus while the arrow keys move through the list under it, and Enter chooses.
 * @returns props of the field, the list and each option, and `empezar`, which goes back to the first option. The active option counts as
 * selected unless another one is named.
 */
export function useOpciones<T>(opciones: readonly T[], onChoose: (opcion: T) => void) {
  const [puesta, setPuesta] = useState(0)
  const lista = useRef<HTMLDivElement>(null)
  const id = useId()
  const ultima = opciones.length - 1
  const activa = Math.min(puesta, ultima)
  const hay = ultima >= 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is active must be in sight.
  useEffect(() => {
    lista.current?.querySelector('[data-activa]')?.scrollIntoView({ block: 'nearest' })
  }, [activa])

  const onKeyDown = (e: KeyboardEvent) => {
    if (e.nativeEvent.isComposing) return
    const destino = {
      ArrowDown: Math.min(ultima, activa + 1),
      ArrowUp: Math.max(0, activa - 1),
    }[e.key]
    if (destino !== undefined) {
      e.preventDefault()
      setPuesta(destino)
    } else if (e.key === 'Enter') {
      // Otherwise the button that gets the focus back would take the key as a click.
      e.preventDefault()
      const opcion = opciones[activa]
      if (opcion !== undefined) onChoose(opcion)
    }
  }
  return {
    start: () => setPuesta(0),
    campo: {
      role: 'combobox',
      'aria-expanded': hay,
      'aria-controls': hay ? id : undefined,
      'aria-activedescendant': hay ? `${id}-${activa}` : undefined,
      'aria-autocomplete': 'list' as const,
      autoComplete: 'off',
      onKeyDown,
    },
    lista: { ref: lista, id, role: 'listbox' },
    opcion: (i: number, elegida = i === activa) => ({
      id: `${id}-${i}`,
      role: 'option',
      tabIndex: -1,
      'aria-selected': elegida,
      'data-activa': i === activa || undefined,
      onClick: () => onChoose(opciones[i] as T),
    }),
  }
}
