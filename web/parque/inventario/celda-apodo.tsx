import CheckIcon from '@mui/icons-material/Check'
import CloseIcon from '@mui/icons-material/Close'
import EditOutlined from '@mui/icons-material/EditOutlined'
import CircularProgress from '@mui/material/CircularProgress'
import { styled } from '@mui/material/styles'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { apodoOf } from '../../dominio/apodo'
import { ChipApodo } from '../../dominio/chip-apodo'
import { EnlaceFicha } from '../../dominio/enlace-contenedor'
import { LETRA_MONO } from '../../ui/theme/tokens'
import { tono } from '../../ui/theme/tono'

const Marco = styled('span')({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  minWidth: 0,
  '& > button:first-of-type': { flex: '0 1 auto', minWidth: 0 },
  '& .lapiz': { opacity: 0 },
  'tr:hover & .lapiz, tr:focus-within & .lapiz, li & .lapiz, & .lapiz:focus-visible': { opacity: 1 },
})

const Boton = styled('button')({
  all: 'unset',
  boxSizing: 'border-box',
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  width: 24,
  height: 24,
  borderRadius: 6,
  color: tono('muted'),
  cursor: 'pointer',
  '& svg': { fontSize: 16 },
  '&:hover': { color: tono('ink') },
  '&:focus-visible': { outline: `2px solid ${tono('brand')}`, outlineOffset: -2 },
  '@media (pointer: coarse)': { width: 44, height: 44 },
})

const Campo = styled('input')({
  all: 'unset',
  boxSizing: 'border-box',
  flex: 1,
  minWidth: 0,
  height: 24,
  padding: '0 6px',
  borderRadius: 6,
  border: `1px solid ${tono('brand')}`,
  background: tono('paper'),
  color: tono('ink'),
  fontFamily: LETRA_MONO,
  fontSize: 12,
  '@media (pointer: coarse)': { height: 40, fontSize: 16 },
})

type Props = {
  d: Dispositivo
  onDetalle: (d: Dispositivo) => void
  /** Resolves to whether it was saved. Undefined for read-only users. */
  onRename: ((d: Dispositivo, apodo: string) => Promise<boolean>) | undefined
}

/** The nickname; a pencil turns it into a field: Enter saves, Esc cancels. */
export function CeldaApodo({ d, onDetalle, onRename }: Props) {
  /** Undefined: not in edit mode. */
  const [texto, setTexto] = useState<string>()
  const [guardando, setGuardando] = useState(false)
  const marco = useRef<HTMLSpanElement>(null)
  const nombre = apodoOf(d)

  const leave = () => {
    setTexto(undefined)
    requestAnimationFrame(() => marco.current?.querySelector<HTMLElement>('.lapiz')?.focus())
  }
  const save = async () => {
    if (texto === undefined || guardando || !onRename) return
    if (texto.trim() === d.Apodo) return leave()
    setGuardando(true)
    const guardado = await onRename(d, texto)
    setGuardando(false)
    if (guardado) leave()
  }
  const onTecla = (e: KeyboardEvent) => {
    // The table uses the same keys to move between rows.
    e.stopPropagation()
    if (e.key === 'Enter') void save()
    else if (e.key === 'Escape') leave()
  }

  if (texto === undefined)
    return (
      <Marco ref={marco}>
        <ChipApodo apodo={nombre} ayuda={`Detalles de ${nombre}`} onClick={() => onDetalle(d)} />
        {d.TipoDispositivo !== 'Reader' && <EnlaceFicha apodo={nombre} />}
        {onRename && (
          <Boton
            type="button"
            className="lapiz"
            aria-label={`Editar apodo de ${nombre}`}
            title="Editar apodo"
            onClick={() => setTexto(d.Apodo ?? '')}
          >
            <EditOutlined />
          </Boton>
        )}
      </Marco>
    )
  return (
    <Marco ref={marco}>
      <Campo
        autoFocus
        aria-label={`Apodo de ${nombre}`}
        value={texto}
        maxLength={64}
        readOnly={guardando}
        enterKeyHint="done"
        onChange={(e) => setTexto(e.target.value)}
        onFocus={(e) => e.target.select()}
        onKeyDown={onTecla}
      />
      {guardando ? (
        <CircularProgress size={16} aria-label="Guardando" sx={{ m: 1 }} />
      ) : (
        <Boton type="button" aria-label="Guardar apodo" title="Guardar (Intro)" onClick={() => void save()}>
          <CheckIcon />
        </Boton>
      )}
      <Boton type="button" aria-label="Descartar" title="Descartar (Esc)" onClick={leave}>
        <CloseIcon />
      </Boton>
    </Marco>
  )
}
