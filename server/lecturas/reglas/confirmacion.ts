import type { Ajustes } from '#contract/valores/ajustes'
import type { EventoNuevo } from '../../eventos/evento'
import type { Caso } from '../lugar/certeza'
import { confirm } from '../lugar/motor'
import type { Muestra } from '../lugar/muestra'
import { stand } from './estancia'
import { type Cambio, chooseLector, type Vecindad } from './juicio'
import type { Rastro } from './rastro'
import { writeEvento } from './reglas'

export type Dicho = {
  cambio: Cambio | null
  evento: EventoNuevo | null
  /** The rest around it, by the ids of readers. */
  muestra: Muestra | null
  caso: Caso | null
}

/**
 * A person says that the container is at `lugar` now (`r` is changed): it is told so until it moves, or much speaks against it.
 * @param ahora Unix ms
 */
export function confirmPlace(r: Rastro, v: Vecindad, lugar: number, ahora: number, a: Ajustes): Dicho {
  const antes = r.sitio.lector
  const c = confirm(r.creencia, v.tabla, v.lectores, lugar, Math.floor(ahora / 1000))
  const lector = chooseLector(r, v, lugar) ?? antes
  const muestra = c.muestra?.map((o) => ({ ...o, lector: v.lectores.ids[o.lector] as number })) ?? null
  if (lector === null) return { cambio: null, evento: null, muestra, caso: c.caso }
  const ajeno = v.lugarDe.get(lector) !== lugar
  const desde = r.creencia.desde * 1000
  stand(
    r.sitio,
    { lugar, lector, ajeno, desde, callo: false, dice: false, mueve: false, lejos: false },
    r.ultimo ?? ahora,
    a,
  )
  r.certeza = 1
  r.segundo = null
  r.enCamino = false
  r.porJuzgar = null
  // Written at once: a restart must not lose it.
  r.sinGuardar = Number.MAX_SAFE_INTEGER
  r.guardado = 0
  const evento =
    antes === lector ? null : writeEvento(r, r.ultimo ?? ahora, ahora, r.evento?.etiqueta ?? null)
  return { cambio: c.cambio, evento, muestra, caso: c.caso }
}

/** The person takes it back: what was told before is told again, and readers alone say what comes next. */
export function releasePlace(r: Rastro, v: Vecindad, antes: number, ahora: number, a: Ajustes): Dicho {
  const dicho = confirmPlace(r, v, antes, ahora, a)
  r.creencia.confirmado = false
  r.creencia.decidido = false
  r.certeza = null
  const cambio = dicho.cambio && ({ ...dicho.cambio, causa: 'retirada' } as const)
  return { ...dicho, cambio, muestra: null, caso: null }
}
