import type { FastifyInstance } from 'fastify'
import { listCuarentena, listVistos, replayCuarentena } from '#contract/lecturas'
import { empresaVisible } from '../acceso/acceso'
import type { Db } from '../db/cliente'
import { bind } from '../http/bind'
import { noEncontrado } from '../http/errores'
import { findLector, isPuente } from '../lectores/service'
import { isoPlanta } from '../tiempo'
import { isFormato } from './formatos/gateways/decodificadores'
import { nombrados, parseTopic } from './formatos/gateways/topics'
import type { Recepcion } from './puerta/recepcion'
import {
  findCuarentena,
  listCuarentena as listCuarentenaDe,
  removeCuarentena,
} from './puerta/repo-cuarentena'
import { listVistos as listVistosDe } from './puerta/repo-vistos'

const LARGO_MUESTRA = 2000

/** What administrators do about what could not be read or was not registered. */
export function installLecturas(app: FastifyInstance, db: Db, zona: string, receive: Recepcion): void {
  bind(app, listVistos, 'sesion', async ({ principal, query }) => {
    const { limite, cuales } = query
    const filas = await listVistosDe(db, {
      empresa: empresaVisible(principal, query.empresa),
      cuales,
      limite,
    })
    return filas.map(({ lector, primera, ultima, ...v }) => ({
      ...v,
      primera: isoPlanta(primera, zona),
      ultima: isoPlanta(ultima, zona),
      ApodoLector: lector,
    }))
  })

  bind(app, listCuarentena, 'empresa', async ({ principal, query }) => {
    const filas = await listCuarentenaDe(db, empresaVisible(principal, query.empresa), query.limite)
    return filas.map(({ id, recibida, muestra, ...c }) => ({
      ...c,
      id: String(id),
      recibida: isoPlanta(recibida, zona),
      muestra: muestra.toString().slice(0, LARGO_MUESTRA),
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
      ...nombrados(c.topic === null ? null : parseTopic(c.topic), lector !== null),
      // It says what was heard then, not now.
      recibido: c.recibida.getTime(),
    })
    if (!rechazadas) await write((tx) => removeCuarentena(tx, c.id))
    return { aceptadas, duplicadas, sin_registrar, rechazadas }
  })
}
