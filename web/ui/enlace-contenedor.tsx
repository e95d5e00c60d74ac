import { styled } from '@mui/material/styles'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { tinte, tono } from './tono'

const hrefDe = (apodo: string) => `/contenedor/${encodeURIComponent(apodo)}`

/** Within the app where the browser was not asked for another tab. A table has one in each row: it takes no hooks of a Link. */
function useEnlace(apodo: string) {
  const router = useRouter()
  const href = hrefDe(apodo)
  return {
    href,
    onClick: (e: MouseEvent) => {
      if (e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return
      e.preventDefault()
      void router.navigate({ href })
    },
  }
}

type Props = {
  /** Nickname of a container, or its mac; a reader has no file. */
  apodo: string
}

const Texto = styled('a')({
  color: tono('brand'),
  borderRadius: 4,
  textDecoration: 'underline',
  textDecorationColor: tinte('brand', 40),
  textUnderlineOffset: '0.2em',
  '&:hover': { textDecorationColor: 'currentColor' },
  '&:focus-visible': { outline: `2px solid ${tono('brand')}`, outlineOffset: 1 },
})

/** The nickname itself, which leads to the file of its container. */
export function EnlaceContenedor({ apodo }: Props) {
  return (
    <Texto {...useEnlace(apodo)} title="Ver la ficha del contenedor">
      {apodo}
    </Texto>
  )
}

const Icono = styled('a')({
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  width: 24,
  height: 24,
  borderRadius: 6,
  color: tono('muted'),
  '&:hover': { color: tono('brand') },
  '&:focus-visible': { outline: `2px solid ${tono('brand')}`, outlineOffset: -2 },
  '@media (pointer: coarse)': { width: 36, height: 44 },
})

/** A small way to the file of a container, beside a nickname that leads elsewhere. */
export function EnlaceFicha({ apodo }: Props) {
  return (
    <Icono {...useEnlace(apodo)} aria-label={`Abrir la ficha de ${apodo}`} title="Abrir la ficha">
      <svg viewBox="0 0 24 24" width="16" height="16" fill="currentColor" aria-hidden="true">
        <path d="M8 16h8v2H8zm0-4h8v2H8zm6-10H6c-1.1 0-2 .9-2 2v16c0 1.1.89 2 1.99 2H18c1.1 0 2-.9 2-2V8zm4 18H6V4h7v5h5z" />
      </svg>
    </Icono>
  )
}
