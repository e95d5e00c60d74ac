import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Pestana } from '../dominio/administracion/busqueda'
import { tono } from '../ui/theme/tono'
import type { gruposOf } from './pestanas'

type Props = {
  grupos: ReturnType<typeof gruposOf>
  actual: Pestana
  onChange: (pestana: Pestana) => void
}

/** Index to which a key moves the focus; undefined: none. */
function goTo(tecla: string, i: number, n: number): number | undefined {
  if (tecla === 'ArrowRight') return (i + 1) % n
  if (tecla === 'ArrowLeft') return (i - 1 + n) % n
  if (tecla === 'Home') return 0
  return tecla === 'End' ? n - 1 : undefined
}

/** One tab list, with the name of each group above its tabs. Arrow keys move through all tabs, Enter opens one. */
export function ListaPestanas({ grupos, actual, onChange }: Props) {
  const lista = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A phone has space for four of them.
    const una = lista.current?.querySelector<HTMLElement>(`#pestana-${actual}`)
    if (una && lista.current)
      lista.current.scrollLeft = una.offsetLeft - (lista.current.clientWidth - una.offsetWidth) / 2
  }, [actual])
  const onKeyDown = (e: KeyboardEvent) => {
    const todas = [...(lista.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
    const i = goTo(e.key, todas.indexOf(document.activeElement as HTMLElement), todas.length)
    if (i === undefined) return
    e.preventDefault()
    todas[i]?.focus()
  }
  return (
    <Box
      ref={lista}
      role="tablist"
      aria-label="Administración"
      onKeyDown={onKeyDown}
      sx={{
        position: 'relative',
        display: 'flex',
        minWidth: 0,
        maxWidth: '100%',
        overflowX: 'auto',
        scrollbarWidth: 'none',
        px: { xs: 2, md: 0 },
      }}
    >
      {grupos.map((g) => (
        <Box
          key={g.titulo}
          role="presentation"
          sx={{
            flex: 'none',
            '& + &': { ml: 2, pl: 2, borderLeft: `1px solid ${tono('line')}` },
          }}
        >
          <Box
            aria-hidden
            sx={{
              px: 2,
              pt: 1.5,
              fontSize: 11,
              lineHeight: '14px',
              letterSpacing: '0.04em',
              color: tono('muted'),
            }}
          >
            {g.titulo}
          </Box>
          <Box role="presentation" sx={{ display: 'flex' }}>
            {g.pestanas.map(({ pestana, titulo }) => {
              const elegida = pestana === actual
              return (
                <ButtonBase
                  key={pestana}
                  role="tab"
                  id={`pestana-${pestana}`}
                  aria-selected={elegida}
                  aria-controls={elegida ? 'panel-administracion' : undefined}
                  tabIndex={elegida ? 0 : -1}
                  onClick={() => onChange(pestana)}
                  sx={{
                    px: 2,
                    height: 36,
                    whiteSpace: 'nowrap',
                    fontFamily: 'inherit',
                    fontSize: 14,
                    fontWeight: elegida ? 600 : 450,
                    color: tono(elegida ? 'brand' : 'muted'),
                    boxShadow: elegida ? `inset 0 -2px 0 ${tono('brand')}` : undefined,
                    '&:hover': { color: tono(elegida ? 'brand' : 'ink') },
                    '&:focus-visible': { outline: `2px solid ${tono('brand')}`, outlineOffset: -3 },
                    '@media (pointer: coarse)': { height: 44 },
                  }}
                >
                  {titulo}
                </ButtonBase>
              )
            })}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
