import Drawer from '@mui/material/Drawer'
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
  return (
    <Drawer
      anchor="right"
      open={id !== undefined}
      onClose={acciones.onLeave}
      slotProps={{
        paper: {
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
