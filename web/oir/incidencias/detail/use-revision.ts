import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { Incidencia } from '#contract/oir/incidencias/incidencias'
import { call, ErrorLlamada } from '../../../lib/api/api'
import { api } from '../../../lib/api/llamadas'
import { useAviso } from '../../../ui/feedback/aviso'
import { CLAVE, findIncidencia, putIncidencia, reloadIncidencia } from '../queries'
import { NOMBRE_CAMPO } from './campos'

const FALLO = 'Error al guardar la revisión'

export type Cambio = Partial<Pick<Incidencia, 'revisado' | 'hubo_golpe_real' | 'hubo_danio' | 'mirado'>> & {
  nota?: string
}
/** Resolves to whether it was saved. */
export type Review = (i: Incidencia, cambio: Cambio) => Promise<boolean>

type Pendientes = ReadonlyMap<number, readonly Cambio[]>

/**
 * Reviews of incidents, as optimistic updates: a change shows at once over the server's data until the server answers, and is rolled back
 * if it is refused. Changes of one incident are saved one after another, each on top of the previous result.
 */
export function useRevision() {
  const cliente = useQueryClient()
  const aviso = useAviso()
  const [pendientes, setPendientes] = useState<Pendientes>(new Map())
  const colas = useRef(new Map<number, Promise<unknown>>())

  const review = useCallback<Review>(
    ({ id }, cambio) => {
      setPendientes((p) => new Map(p).set(id, [...(p.get(id) ?? []), cambio]))
      const hecho = (colas.current.get(id) ?? Promise.resolve())
        .then(() => save(cliente, id, cambio))
        .then(
          () => {
            aviso.exito(hechoOf(cambio))
            return true
          },
          async (causa: Error) => {
            aviso.error(`${FALLO}: ${causa.message}`)
            if (causa instanceof ErrorLlamada && causa.status === 409)
              await reloadIncidencia(cliente, id).catch(() => {})
            return false
          },
        )
      const quitado = hecho.then((bien) => {
        setPendientes((p) => sin(p, id, cambio))
        return bien
      })
      colas.current.set(id, quitado)
      return quitado
    },
    [cliente, aviso],
  )

  const conPendientes = useCallback(
    <T extends Incidencia>(i: T): T => {
      const cambios = pendientes.get(i.id)
      return cambios ? Object.assign({}, i, ...cambios) : i
    },
    [pendientes],
  )
  return { revisar: review, conPendientes }
}

/** Success message of a saved change. */
function hechoOf(c: Cambio): string {
  if (c.revisado) return 'Incidencia cerrada'
  for (const campo of ['hubo_golpe_real', 'hubo_danio'] as const)
    if (c[campo] !== undefined)
      return `${NOMBRE_CAMPO[campo]} ${c[campo] ? 'marcado' : 'desmarcado'}. La incidencia sigue abierta.`
  return 'Nota guardada'
}

/** Save a change on top of the last server state. */
async function save(cliente: QueryClient, id: number, cambio: Cambio): Promise<void> {
  const i = findIncidencia(cliente, id)
  if (!i) throw new Error('La incidencia ya no está en la lista.')
  const { revisado, hubo_golpe_real, hubo_danio, mirado } = { ...i, revisado: false, ...cambio }
  const { data } = await call(api.setImpacto, {
    body: {
      dispositivo: i.Dispositivo,
      lector: i.Lector,
      time: i.Time,
      revisado,
      hubo_golpe_real,
      hubo_danio,
      mirado,
      nota: cambio.nota,
    },
    sinPalabras: 'Error al actualizar impacto',
  })
  putIncidencia(cliente, data)
  if (cambio.nota) void cliente.invalidateQueries({ queryKey: [...CLAVE.detalle, id] })
}

function sin(pendientes: Pendientes, id: number, cambio: Cambio): Pendientes {
  const resto = (pendientes.get(id) ?? []).filter((c) => c !== cambio)
  const nuevos = new Map(pendientes)
  if (resto.length) nuevos.set(id, resto)
  else nuevos.delete(id)
  return nuevos
}
