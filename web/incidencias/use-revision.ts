import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { Incidencia } from '#contract/incidencias'
import { call, ErrorLlamada } from '../lib/api'
import { api } from '../lib/llamadas'
import { useAviso } from '../ui/aviso'
import { findIncidencia, putIncidencia, reloadIncidencia } from './queries'

const FALLO = 'Error al guardar la revisión'

export type Cambio = Partial<Pick<Incidencia, 'revisado' | 'hubo_golpe_real' | 'hubo_danio'>>
export type Review = (i: Incidencia, cambio: Cambio) => void

type Pendientes = ReadonlyMap<number, readonly Cambio[]>

/**
 * Reviews of incidents. A change shows at once, lies over what the server told until the server has answered, and
 * goes when it refuses. Changes of one incident are saved one after another, each on top of what was saved before.
 */
export function useRevision() {
  const cliente = useQueryClient()
  const aviso = useAviso()
  const [pendientes, setPendientes] = useState<Pendientes>(new Map())
  const colas = useRef(new Map<number, Promise<void>>())

  const review = useCallback<Review>(
    ({ id }, cambio) => {
      setPendientes((p) => new Map(p).set(id, [...(p.get(id) ?? []), cambio]))
      const hecho = (colas.current.get(id) ?? Promise.resolve())
        .then(() => save(cliente, id, cambio))
        .then(
          (cerrada) => aviso.exito(cerrada ? 'Incidencia cerrada' : 'Incidencia abierta'),
          async (causa: Error) => {
            aviso.error(`${FALLO}: ${causa.message}`)
            if (causa instanceof ErrorLlamada && causa.status === 409)
              await reloadIncidencia(cliente, id).catch(() => {})
          },
        )
        .then(() => setPendientes((p) => sin(p, id, cambio)))
      colas.current.set(id, hecho)
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

/** Save a change on top of what the server last told; whether the incident is closed now. */
async function save(cliente: QueryClient, id: number, cambio: Cambio): Promise<boolean> {
  const i = findIncidencia(cliente, id)
  if (!i) throw new Error('La incidencia ya no está en la lista.')
  const { revisado, hubo_golpe_real, hubo_danio } = { ...i, revisado: false, ...cambio }
  const { data } = await call(api.setImpacto, {
    body: {
      dispositivo: i.Dispositivo,
      lector: i.Lector,
      time: i.Time,
      revisado,
      hubo_golpe_real,
      hubo_danio,
    },
    sinPalabras: 'Error al actualizar impacto',
  })
  putIncidencia(cliente, data)
  return data.revisado
}

function sin(pendientes: Pendientes, id: number, cambio: Cambio): Pendientes {
  const resto = (pendientes.get(id) ?? []).filter((c) => c !== cambio)
  const nuevos = new Map(pendientes)
  if (resto.length) nuevos.set(id, resto)
  else nuevos.delete(id)
  return nuevos
}
