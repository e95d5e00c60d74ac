import { useState } from 'react'
import { createUbicacion, type Plano } from '#contract/ubicaciones'
import { llamar } from '../lib/api'
import { Dialogo } from './dialogo'
import { type DatosUbicacion, FormaUbicacion } from './forma-ubicacion'
import type { CambiarPlano } from './use-cambiar-plano'

type Props = { plano: Plano; cambios: CambiarPlano; onCerrar: () => void; onHecho: (texto: string) => void }

const CENTRO = { nodo_x: 0.5, nodo_y: 0.38 }

/** Add a location; it stands in the middle of the plan until it is moved. */
export function NuevaUbicacion({ plano, cambios, onCerrar, onHecho }: Props) {
  const [datos, setDatos] = useState<DatosUbicacion>({ nombre: '', planta: '', grupo: 'servicio' })
  return (
    <Dialogo
      titulo="Nueva ubicación"
      accion="Añadir"
      ocupado={cambios.ocupado}
      impedido={!datos.nombre.trim()}
      error={cambios.error}
      onCerrar={onCerrar}
      onGuardar={() =>
        cambios.cambiar(
          () =>
            llamar(createUbicacion, {
              body: { empresa: plano.empresa, version: plano.version, ...datos, ...CENTRO },
            }),
          () => onHecho('Ubicación añadida: arrástrala a su sitio'),
        )
      }
    >
      <FormaUbicacion datos={datos} onCambio={setDatos} />
    </Dialogo>
  )
}
