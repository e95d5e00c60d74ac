import type { Ajustes } from '#contract/parque/ajustes/values'
import type { NewEvento } from '../../eventos/evento'
import type { Caso } from '../engine/certeza'
import { confirm } from '../engine/confirm'
import type { Sample } from '../engine/model/sample'
import type { DeviceState } from './device-state'
import { stand } from './estancia'
import type { Cambio } from './estimate'
import { writeEvento } from './events'
import type { PlaceContext } from './place-context'
import { chooseLector } from './reader-of-place'

export type Outcome = {
  cambio: Cambio | null
  evento: NewEvento | null
  /** The rest at that time, by the ids of readers. */
  muestra: Sample | null
  caso: Caso | null
}

/**
 * A person says that the container is at `place` now (`r` is changed). It is reported there until it moves or the evidence against it is
 * strong.
 * @param now Unix ms
 */
export function confirmPlace(
  r: DeviceState,
  v: PlaceContext,
  place: number,
  now: number,
  a: Ajustes,
): Outcome {
  const before = r.sitio.lector
  const c = confirm(v, r.creencia, place, Math.floor(now / 1000))
  const lector = chooseLector(r, v, place) ?? before
  const sample = c.muestra?.map((o) => ({ ...o, lector: v.lectores.ids[o.lector] as number })) ?? null
  if (lector === null) return { cambio: null, evento: null, muestra: sample, caso: c.caso }
  const ajeno = v.lugarOf.get(lector) !== place
  const desde = r.creencia.desde * 1000
  stand(
    r.sitio,
    { lugar: place, lector, ajeno, desde, callo: false, dice: false, mueve: false, lejos: false },
    r.ultimo ?? now,
    a,
  )
  r.certeza = 1
  r.segundo = null
  r.enCamino = false
  r.porJuzgar = null
  // Written at once: a restart must not lose it.
  r.sinGuardar = Number.MAX_SAFE_INTEGER
  r.guardado = 0
  const evento = before === lector ? null : writeEvento(r, r.ultimo ?? now, now, r.evento?.etiqueta ?? null)
  return { cambio: c.cambio, evento, muestra: sample, caso: c.caso }
}

/** The person takes it back: what was reported before is reported again, and from then on only readers decide. */
export function releasePlace(
  r: DeviceState,
  v: PlaceContext,
  before: number,
  now: number,
  a: Ajustes,
): Outcome {
  const outcome = confirmPlace(r, v, before, now, a)
  r.creencia.confirmado = false
  r.creencia.decidido = false
  r.certeza = null
  const cambio = outcome.cambio && ({ ...outcome.cambio, causa: 'retirada' } as const)
  return { ...outcome, cambio, muestra: null, caso: null }
}
