import { useState } from 'react'
import type { Plano } from '#contract/parque/ubicaciones/ubicaciones'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { DialogoForma } from '../../ui/feedback/dialogo-forma'
import { type DatosUbicacion, FormaUbicacion } from './forma-ubicacion'
import type { ChangePlano } from './use-cambiar-plano'
import type { Guardado } from './use-edicion'

type Props = {
  plano: Plano
  cambios: ChangePlano
  onClose: () => void
  onDone: (texto: string, paso: Guardado) => void
}

const CENTRO = { nodo_x: 0.5, nodo_y: 0.38 }

/** The undo of added locations. */
const alta = (antes: Plano, despues: Plano): Guardado => {
  const habia = new Set(antes.data.map((u) => u.id))
  const nueva = despues.data.find((u) => !habia.has(u.id))
  return {
    texto: 'ubicación nueva',
    undo: ({ version }) => call(api.deleteUbicacion, { params: { id: nueva?.id ?? 0 }, query: { version } }),
  }
}

/** Add a location; it is in the middle of the plan until it is moved. */
export function NuevaUbicacion({ plano, cambios, onClose, onDone }: Props) {
  const [datos, setDatos] = useState<DatosUbicacion>({ nombre: '', planta: '', grupo: 'servicio' })
  return (
    <DialogoForma
      titulo="Nueva ubicación"
      accion="Añadir"
      ocupado={cambios.ocupado}
      impedido={!datos.nombre.trim()}
      error={cambios.error}
      onClose={onClose}
      onAccept={() =>
        cambios.change(
          () =>
            call(api.createUbicacion, {
              body: { empresa: plano.empresa, version: plano.version, ...datos, ...CENTRO },
            }),
          (nuevo) => onDone('Ubicación añadida: arrástrala a su sitio', alta(plano, nuevo)),
        )
      }
    >
      <FormaUbicacion datos={datos} onChange={setDatos} />
    </DialogoForma>
  )
}
