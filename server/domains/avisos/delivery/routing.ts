import type { Rol } from '#contract/usuarios/sesion'
import {
  type CanalEntrega,
  type Gravedad,
  type Silencio,
  type TipoAviso,
  type Vias,
  viasIniciales,
} from '#contract/valores/avisos/avisos'
import { afterSilencio, nextResumen } from './horario'

/** What decides who is notified. */
export type Asunto = {
  tipo: TipoAviso
  gravedad: Gravedad
  /** Places and families that it is about; of none it concerns everybody. */
  lugares: readonly number[]
  familias: readonly string[]
  /** Not sent before: others of its group may come. */
  desde: Date
}

type Interes = { familias: readonly string[]; ubicaciones: readonly number[] }

export type Persona = Interes & {
  id: number
  nombre: string
  rol: Rol
  /** Where it is confirmed. */
  correo: string | null
  suscripciones: readonly { id: number; aparato: string }[]
  /** What the person chose; null: nothing. */
  canales: Partial<Record<TipoAviso, Vias>> | null
  silencio: Silencio | null
}

export type WebhookSubscriber = Interes & { id: number; nombre: string; tipos: readonly string[] }

export type Routing = {
  /** Who sees it in the application. */
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

/** By which ways somebody is notified of a kind. */
export const viasOf = (p: Pick<Persona, 'rol' | 'canales'>, tipo: TipoAviso): Vias =>
  p.canales?.[tipo] ?? viasIniciales(p.rol)[tipo]

/** Who is notified of a notice, by which channel, and when at the earliest. */
export function shareAviso(
  a: Asunto,
  personas: readonly Persona[],
  webhookSubscribers: readonly WebhookSubscriber[],
  zona: string,
): Routing {
  const routing: Routing = { usuarios: [], entregas: [] }
  for (const p of personas) {
    if (!isDeInteres(a, p)) continue
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
