import type { CambioUbicacion, Plano, Ubicacion } from '#contract/parque/ubicaciones/ubicaciones'
import { GRUPOS } from '#contract/parque/ubicaciones/values'
import { call } from '../../lib/api/api'
import { fetchFile } from '../../lib/api/download'
import { api } from '../../lib/api/llamadas'
import { upload } from '../../lib/api/upload'
import type { Guardado } from './use-edicion'

/** Change locations of the plan on screen, all or none of them. */
export async function sendCambios(plano: Plano, cambios: CambioUbicacion[]): Promise<Plano> {
  const { empresa, version } = plano
  return cambios.length > 0 ? call(api.updateUbicaciones, { body: { empresa, version, cambios } }) : plano
}

const macsOf = (u: Ubicacion) => u.lectores.map((l) => l.mac)
const iguales = (a: string[], b: string[]) => a.length === b.length && a.every((x, i) => x === b[i])

/** The fields to send so that location `de` becomes `a`; undefined: no difference. */
function cambioEntre(de: Ubicacion, a: Ubicacion): CambioUbicacion | undefined {
  const grupo = GRUPOS.find((g) => g === a.grupo)
  const cambio = {
    ...(a.nombre !== de.nombre && { nombre: a.nombre }),
    ...(a.planta !== de.planta && { planta: a.planta }),
    ...(a.grupo !== de.grupo && { grupo }),
    ...((a.nodo_x !== de.nodo_x || a.nodo_y !== de.nodo_y) && { nodo_x: a.nodo_x, nodo_y: a.nodo_y }),
    ...(!iguales(macsOf(de), macsOf(a)) && { macs: macsOf(a) }),
  }
  return Object.keys(cambio).length > 0 ? { id: a.id, ...cambio } : undefined
}

function cambiosEntre(de: Plano, a: Plano): CambioUbicacion[] {
  const antes = new Map(de.data.map((u) => [u.id, u]))
  return a.data.flatMap((u) => {
    const previa = antes.get(u.id)
    return (previa && cambioEntre(previa, u)) ?? []
  })
}

/** An undoable change of locations: locations that lost readers to it get them back on undo. */
export const pasoEntre = (texto: string, antes: Plano, despues: Plano): Guardado => ({
  texto,
  undo: (plano) => sendCambios(plano, cambiosEntre(despues, antes)),
  redo: (plano) => sendCambios(plano, cambiosEntre(antes, despues)),
})

/** The picture of a plan, to restore it; undefined: the plan is drawn. */
export async function fetchImagen({ imagen }: Plano): Promise<File | undefined> {
  return imagen ? new File([await fetchFile(imagen.url)], 'plano') : undefined
}

export const uploadImagen = ({ empresa, version }: Plano, archivo: File) =>
  upload(api.savePlanoImagen, archivo, { empresa, version })
