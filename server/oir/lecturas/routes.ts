import type { FastifyInstance } from 'fastify'
import { listCuarentena, listVistos, replayCuarentena } from '#contract/oir/lecturas/lecturas'
import { getConexion } from '#contract/parque/lectores/lectores'
import { findLector, isPuente } from '../../parque/lectores/service'
import { bind } from '../../platform/api/bind'
import { empresaVisible } from '../../platform/auth/auth'
import type { Config } from '../../platform/config/config'
import type { Db } from '../../platform/db/client'
import { noEncontrado } from '../../platform/http/errores'
import { isoPlanta } from '../../platform/time/time'
import { isFormato } from './formats/gateways/makers'
import { nombrados, parseTopic } from './formats/gateways/topics'
import { readConnection } from './ingress/connection'
import type { Recepcion } from './ingress/recepcion'
import {
  findCuarentena,
  listCuarentena as listCuarentenaOf,
  removeCuarentena,
} from './ingress/repo-cuarentena'
import { listVistos as listVistosOf } from './ingress/repo-vistos'

const LENGTH_SAMPLE = 2000

/** Routes for administrators: messages in quarantine, and tags that nobody registered. */
export function installLecturas(app: FastifyInstance, db: Db, zona: string, receive: Recepcion): void {
  bind(app, listVistos, 'sesion', async ({ principal, query }) => {
    const { limite, cuales } = query
    const rows = await listVistosOf(db, {
      empresa: empresaVisible(principal, query.empresa),
      cuales,
      limite,
    })
    return rows.map(({ lector, primera, ultima, ...v }) => ({
      ...v,
      primera: isoPlanta(primera, zona),
      ultima: isoPlanta(ultima, zona),
      ApodoLector: lector,
    }))
  })

  bind(app, listCuarentena, 'empresa', async ({ principal, query }) => {
    const rows = await listCuarentenaOf(db, empresaVisible(principal, query.empresa), query.limite)
    return rows.map(({ id, recibida, muestra: sample, ...c }) => ({
      ...c,
      id: String(id),
      recibida: isoPlanta(recibida, zona),
      muestra: sample.toString().slice(0, LENGTH_SAMPLE),
    }))
  })

  bind(app, replayCuarentena, 'empresa', async ({ principal, params, write }) => {
    const empresa = empresaVisible(principal, undefined)
    const c = await findCuarentena(db, Number(params.id))
    const suya = c && (empresa === null || c.empresa_id === empresa)
    if (!suya || !isFormato(c.formato)) throw noEncontrado('Ese mensaje ya no está en cuarentena.')
    const lector = c.lector_id === null ? null : await findLector(db, c.lector_id)
    if (lector === undefined) throw noEncontrado('El lector que lo envió ya no está registrado.')
    const { aceptadas, duplicadas, sin_registrar, rechazadas } = await receive({
      formato: c.formato,
      via: c.via === 'http' ? 'http' : 'mqtt',
      topic: c.topic,
      texto: c.cuerpo.toString(),
      origen: { lector, puente: lector === null || (await isPuente(db, lector.id)) },
      ...nombrados(c.topic === null ? null : parseTopic(c.topic)),
      // Its readings were heard then, not now.
      recibido: c.recibida.getTime(),
    })
    if (!rechazadas) await write((tx) => removeCuarentena(tx, c.id))
    return { aceptadas, duplicadas, sin_registrar, rechazadas }
  })
}

/** The route that says where readers send to. @param portMqtt port of the embedded broker; null: there is none in this process */
export function installConexion(app: FastifyInstance, config: Config, portMqtt: () => number | null): void {
  bind(app, getConexion, 'empresa', async ({ request }) => readConnection(config, request.host, portMqtt()))
}
