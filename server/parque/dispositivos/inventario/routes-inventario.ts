import type { FastifyInstance } from 'fastify'
import {
  changeDeviceApodo,
  changeDeviceStatus,
  deleteDevices,
  devicePocStatus,
  dispositivosLote,
  exportInventario,
  exportPoc,
  inventarioUbicaciones,
  listDevices,
  listEliminados,
  restoreDevices,
  resumenPoc,
} from '#contract/parque/dispositivos/inventario'
import { bind } from '../../../platform/api/bind'
import { empresaVisible } from '../../../platform/auth/auth'
import type { Db } from '../../../platform/db/client'
import { sendArchivo } from '../../../platform/export/send'
import { isoPlanta } from '../../../platform/time/time'
import { ficheroAntiguo, ficheroPoc } from '../export-file'
import type { Fleet } from '../fleet/fleet'
import { presentDispositivo, type Row } from '../repo'
import { listEliminados as listEliminadosOf } from '../repo-cambios'
import { presentDevice, sumConjuntos } from '../service'
import { changeApodo, changeEstado, changeLote, deleteLote, restoreLote } from '../service-cambios'
import { listUbicaciones, sumInventario } from './repo-inventario'
import { filtroAntiguo, filtroPoc, isSinFilter, sendInventario } from './service-inventario'

export function installInventario(app: FastifyInstance, db: Db, fleet: Fleet, zona: string): void {
  const presentPoc = (f: Row) => presentDispositivo(f, zona)
  const presentAntiguo = (f: Row) => presentDevice(f.id, presentDispositivo(f, zona))

  bind(app, devicePocStatus, 'sesion', async ({ principal, query, reply }) =>
    sendInventario(
      reply,
      db,
      filtroPoc(query, empresaVisible(principal, query.empresa), zona),
      query,
      presentPoc,
    ),
  )

  bind(app, resumenPoc, 'sesion', async ({ principal, query }) => {
    const filter = filtroPoc(query, empresaVisible(principal, query.empresa), zona)
    return isSinFilter(filter) ? sumConjuntos(await fleet.count(filter.empresa)) : sumInventario(db, filter)
  })

  bind(app, inventarioUbicaciones, 'sesion', async ({ principal, query }) => ({
    data: await listUbicaciones(db, empresaVisible(principal, query.empresa)),
  }))

  bind(app, exportPoc, 'sesion', async ({ principal, query, reply }) => {
    const request = { db: app.replica, principal, query }
    return sendArchivo(reply, request, await ficheroPoc(request, zona))
  })

  bind(app, listDevices, 'sesion', async ({ principal, query, reply }) =>
    sendInventario(
      reply,
      db,
      filtroAntiguo(query, empresaVisible(principal, query.empresa)),
      query,
      presentAntiguo,
    ),
  )

  bind(app, exportInventario, 'sesion', async ({ principal, query, reply }) => {
    const request = { db: app.replica, principal, query }
    return sendArchivo(reply, request, await ficheroAntiguo(request, zona))
  })

  bind(app, changeDeviceStatus, 'cambio', async ({ principal, body, write }) => {
    const data = await write((tx) => changeEstado(tx, body, principal, zona))
    return { ok: true as const, message: `Estado cambiado a ${data.Activado}`, data }
  })

  bind(app, changeDeviceApodo, 'cambio', async ({ principal, body, write }) => {
    const data = await write((tx) => changeApodo(tx, body, principal, zona))
    return { ok: true as const, message: 'Apodo actualizado correctamente', data }
  })

  bind(app, dispositivosLote, 'cambio', async ({ principal, body, write }) => {
    return { resultados: await write((tx) => changeLote(tx, body, principal)) }
  })

  bind(app, deleteDevices, 'empresa', async ({ principal, body, write }) => {
    const empresa = empresaVisible(principal, undefined)
    return { resultados: await write((tx) => deleteLote(tx, body.ids, empresa)) }
  })

  bind(app, restoreDevices, 'empresa', async ({ principal, body, write }) => {
    const empresa = empresaVisible(principal, undefined)
    return { resultados: await restoreLote(db, write, body.ids, empresa) }
  })

  bind(app, listEliminados, 'empresa', async ({ principal, query }) => {
    const { empresa, ...q } = query
    const { filas, total } = await listEliminadosOf(db, { ...q, empresa: empresaVisible(principal, empresa) })
    const data = filas.map((f) => ({
      id: f.id,
      Name: f.apodo ?? f.mac,
      Dispositivo: f.mac,
      TipoDispositivo: f.tipo,
      empresa: f.empresa_id,
      eliminado: isoPlanta(f.eliminado, zona),
    }))
    return { data, total }
  })
}
