import {
  type CanalEntrega,
  type Gravedad,
  type Silencio,
  type TipoAviso,
  type Vias,
  viasOf,
} from '#contract/avisos/avisos/values'
import type { Rol } from '#contract/personas/acceso/sesion'
import { afterSilencio, nextResumen } from './horario'

/** What decides who is notified. */
export type Asunto = {
  tipo: TipoAviso
  gravedad: Gravedad
  /** Places and families concerned; empty: everybody is concerned. */
  lugares: readonly number[]
  familias: readonly string[]
  /** Ids of users who are not notified, because they caused it or cannot act on it. */
  menos: readonly number[]
  /** Not sent earlier, because others of its group may be added. */
  desde: Date
}

type Interes = { familias: readonly string[]; ubicaciones: readonly number[] }

export type Persona = Interes & {
  id: number
  nombre: string
  rol: Rol
  /** Only a confirmed address. */
  correo: string | null
  suscripciones: readonly { id: number; aparato: string }[]
  /** The user's choices; null: none made. */
  canales: Partial<Record<TipoAviso, Vias>> | null
  silencio: Silencio | null
}

export type WebhookSubscriber = Interes & { id: number; nombre: string; tipos: readonly string[] }

export type Routing = {
  /** Users who see it in the application. */
  usuarios: number[]
  entregas: {
    canal: CanalEntrega
    destino: string
    usuario: number | null
    nombre: string
    resumen: boolean
    siguiente: Date
  }[]
}

const concerns = (de: readonly unknown[], a: readonly unknown[]) =>
  de.length === 0 || a.length === 0 || de.some((x) => a.includes(x))

const isDeInteres = (a: Asunto, i: Interes) =>
  concerns(a.lugares, i.ubicaciones) && concerns(a.familias, i.familias)

/** Which users get a notice, by which channels, and the earliest time. */
export function shareAviso(
  a: Asunto,
  personas: readonly Persona[],
  webhookSubscribers: readonly WebhookSubscriber[],
  zona: string,
): Routing {
  const routing: Routing = { usuarios: [], entregas: [] }
  for (const p of personas) {
    if (a.menos.includes(p.id) || !isDeInteres(a, p)) continue
    const vias = viasOf(p, a.tipo)
    const enSeguida = a.gravedad === 'grave' ? a.desde : afterSilencio(a.desde, p.silencio, zona)
    if (vias.app === 'ya') routing.usuarios.push(p.id)
    if (p.correo && vias.correo !== 'no')
      routing.entregas.push({
        canal: 'correo',
        destino: `correo:${p.id}`,
        usuario: p.id,
        nombre: p.nombre,
        resumen: vias.correo !== 'ya',
        siguiente: vias.correo === 'ya' ? enSeguida : nextResumen(a.desde, vias.correo, zona),
      })
    if (vias.push === 'ya')
      for (const s of p.suscripciones)
        routing.entregas.push({
          canal: 'push',
          destino: `push:${s.id}`,
          usuario: p.id,
          nombre: `${p.nombre} · ${s.aparato}`,
          resumen: false,
          siguiente: enSeguida,
        })
  }
  for (const g of webhookSubscribers) {
    if (!isDeInteres(a, g) || !concerns([a.tipo], g.tipos)) continue
    routing.entregas.push({
      canal: 'webhook',
      destino: `webhook:${g.id}`,
      usuario: null,
      nombre: g.nombre,
      resumen: false,
      siguiente: a.desde,
    })
  }
  return routing
}
