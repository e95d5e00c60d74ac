import type { FastifyInstance } from 'fastify'
import {
  createCredencial,
  listCuarentena,
  listLectores,
  listVistos,
  removeCredencial,
  replayCuarentena,
} from '#contract/lecturas'
import type { Db } from '../db/cliente'
import { findLector, listLectores as listLectoresDe } from '../dispositivos/lectores'
import { bind } from '../http/bind'
import { noEncontrado } from '../http/errores'
import { isoPlanta } from '../tiempo'
import { empresaVisible } from '../usuarios/acceso'
import {
  createCredencial as createCredencialDe,
  isPuente,
  removeCredencial as removeCredencialDe,
} from './credenciales'
import {
  findCuarentena,
  listCuarentena as listCuarentenaDe,
  listVistos as listVistosDe,
  removeCuarentena,
} from './cuarentena'
import { isFormato } from './gateways/registro'
import { nombrados, parseTopic } from './gateways/topics'
import type { Recepcion } from './recepcion'

const LARGO_MUESTRA = 2000

/** What administrators do about readers' credentials and about what could not be read or was not registered. */
export function installLecturas(
  app: FastifyInstance,
  db: Db,
  zona: string,
  receive: Recepcion,
  alCambiarCredencial: () => Promise<void>,
): void {
  bind(app, listLectores, 'admin', async ({ sesion, query }) => {
    const filas = await listLectoresDe(db, empresaVisible(sesion, query.empresa))
    return filas.map((l) => ({
      mac: l.mac,
      Apodo: l.apodo,
      empresa: l.empresa,
      Activado: l.activado,
      Ubicacion: l.ubicacion,
      UltimoRegistro: isoPlanta(l.ultimo_registro, zona),
      desfase_s: l.desfase_s,
      mensajes_minuto: l.mensajes_minuto,
      oidos: l.oidos,
      credencial:
        l.usuario !== null && l.creada
          ? { usuario: l.usuario, puente: l.puente === true, creada: isoPlanta(l.creada, zona) }
          : null,
      rechazo:
        l.rechazo !== null && l.rechazado
          ? { detalle: l.rechazo, cuando: isoPlanta(l.rechazado, zona) }
          : null,
    }))
  })

  bind(app, createCredencial, 'admin', async ({ params, body, escribir }) => {
    const lector = await findLector(db, params.mac)
    if (!lector) throw noEncontrado('No hay ningún lector con esa MAC.')
    const credencial = await escribir((tx) => createCredencialDe(tx, lector, body.puente))
    await alCambiarCredencial()
    return credencial
  })

  bind(app, removeCredencial, 'admin', async ({ params, escribir }) => {
    const lector = await findLector(db, params.mac)
    if (!lector || !(await escribir((tx) => removeCredencialDe(tx, lector.id))))
      throw noEncontrado('Ese lector no tiene credencial.')
    await alCambiarCredencial()
    return { ok: true as const }
  })

  bind(app, listVistos, 'sesion', async ({ sesion, query }) => {
    const filas = await listVistosDe(db, empresaVisible(sesion, query.empresa), query.limite)
    return filas.map(({ lector, primera, ultima, ...v }) => ({
      ...v,
      primera: isoPlanta(primera, zona),
      ultima: isoPlanta(ultima, zona),
      ApodoLector: lector,
    }))
  })

  bind(app, listCuarentena, 'admin', async ({ query }) => {
    const filas = await listCuarentenaDe(db, query.empresa ?? null, query.limite)
    return filas.map(({ id, recibida, muestra, ...c }) => ({
      ...c,
      id: String(id),
      recibida: isoPlanta(recibida, zona),
      muestra: muestra.toString().slice(0, LARGO_MUESTRA),
    }))
  })

  bind(app, replayCuarentena, 'admin', async ({ params, escribir }) => {
    const c = await findCuarentena(db, Number(params.id))
    if (!c || !isFormato(c.formato)) throw noEncontrado('Ese mensaje ya no está en cuarentena.')
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
    if (!rechazadas) await escribir((tx) => removeCuarentena(tx, c.id))
    return { aceptadas, duplicadas, sin_registrar, rechazadas }
  })
}
