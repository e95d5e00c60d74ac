import Drawer from '@mui/material/Drawer'
import { useLayoutEffect, useRef } from 'react'
import type { Incidencia } from '#contract/oir/incidencias/incidencias'
import { useUltimo } from '../../../lib/api/direccion'
import type { AccionesDetalle } from '../acciones'
import { PanelIncidencia } from './panel-incidencia'

const ID_TITULO = 'titulo-incidencia'

type Props = AccionesDetalle & {
  /** Undefined closes. */
  id: number | undefined
  /** The incident, if the list contains it. */
  conocida: Incidencia | undefined
}

/** The incident in the address, in a panel over the list. */
export function DetalleIncidencia({ id, conocida, ...acciones }: Props) {
  const actual = useUltimo(id)
  const panel = useRef<HTMLDivElement>(null)
  // With the incident whose link was followed, the link that had the focus is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when another incident is shown
  useLayoutEffect(() => {
    if (document.activeElement === document.body) panel.current?.focus()
  }, [actual])
  return (
    <Drawer
      anchor="right"
      open={id !== undefined}
      onClose={acciones.onLeave}
      slotProps={{
        paper: {
          ref: panel,
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': ID_TITULO,
          sx: { width: 'min(600px, 100vw)', display: 'flex' },
        },
      }}
    >
      {actual !== undefined && (
        <PanelIncidencia key={actual} id={actual} idTitulo={ID_TITULO} conocida={conocida} {...acciones} />
      )}
    </Drawer>
  )
}
