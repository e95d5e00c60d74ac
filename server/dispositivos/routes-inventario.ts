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
} from '#contract/inventario'
import { empresaVisible } from '../acceso/acceso'
import type { Db } from '../db/cliente'
import { sendArchivo } from '../exportar/send'
import { bind } from '../http/bind'
import { isoPlanta } from '../tiempo'
import { ficheroAntiguo, ficheroPoc } from './fichero'
import type { Flota } from './flota'
import { type Fila, presentDispositivo } from './repo'
import { listEliminados as listEliminadosDe } from './repo-cambios'
import { listUbicaciones, sumInventario } from './repo-inventario'
import { presentDevice, sumConjuntos } from './service'
import { changeApodo, changeEstado, changeLote, deleteLote, restoreLote } from './service-cambios'
import { filtroAntiguo, filtroPoc, isSinFiltro, listPaginaInventario } from './service-inventario'

export function installInventario(app: FastifyInstance, db: Db, flota: Flota, zona: string): void {
  const presentPoc = (f: Fila) => presentDispositivo(f, zona)
  const presentAntiguo = (f: Fila) => presentDevice(f.id, presentDispositivo(f, zona))

  bind(app, devicePocStatus, 'sesion', async ({ principal, query }) =>
    listPaginaInventario(
      db,
      filtroPoc(query, empresaVisible(principal, query.empresa), zona),
      query,
      presentPoc,
    ),
  )

  bind(app, resumenPoc, 'sesion', async ({ principal, query }) => {
    const filtro = filtroPoc(query, empresaVisible(principal, query.empresa), zona)
    return isSinFiltro(filtro) ? sumConjuntos(await flota.count(filtro.empresa)) : sumInventario(db, filtro)
  })

  bind(app, inventarioUbicaciones, 'sesion', async ({ principal, query }) => ({
    data: await listUbicaciones(db, empresaVisible(principal, query.empresa)),
  }))

  bind(app, exportPoc, 'sesion', async ({ principal, query, reply }) => {
    const peticion = { db: app.replica, principal, query }
    return sendArchivo(reply, peticion, await ficheroPoc(peticion, zona))
  })

  bind(app, listDevices, 'sesion', async ({ principal, query }) =>
    listPaginaInventario(
      db,
      filtroAntiguo(query, empresaVisible(principal, query.empresa)),
      query,
      presentAntiguo,
    ),
  )

  bind(app, exportInventario, 'sesion', async ({ principal, query, reply }) => {
    const peticion = { db: app.replica, principal, query }
    return sendArchivo(reply, peticion, await ficheroAntiguo(peticion, zona))
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
    const { filas, total } = await listEliminadosDe(db, { ...q, empresa: empresaVisible(principal, empresa) })
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
