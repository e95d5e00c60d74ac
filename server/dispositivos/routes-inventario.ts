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
import { columnasAntiguas, columnasPoc } from './export-inventario'
import { type Fila, presentDispositivo } from './repo'
import { listEliminados as listEliminadosDe } from './repo-cambios'
import { countInventario, listUbicaciones, sumInventario, walkInventario } from './repo-inventario'
import { presentDevice } from './service'
import { changeApodo, changeEstado, changeLote, deleteLote, restoreLote } from './service-cambios'
import { checkPdf, filtroAntiguo, filtroPoc, listPaginaInventario } from './service-inventario'

export function installInventario(app: FastifyInstance, db: Db, zona: string): void {
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

  bind(app, resumenPoc, 'sesion', async ({ principal, query }) =>
    sumInventario(db, filtroPoc(query, empresaVisible(principal, query.empresa), zona)),
  )

  bind(app, inventarioUbicaciones, 'sesion', async ({ principal, query }) => ({
    data: await listUbicaciones(db, empresaVisible(principal, query.empresa)),
  }))

  bind(app, exportPoc, 'sesion', async ({ principal, query, reply }) => {
    const filtro = filtroPoc(query, empresaVisible(principal, query.empresa), zona)
    const columnas = columnasPoc(query.columnas)
    const total = await countInventario(db, filtro)
    checkPdf(total, query.formato)
    return sendArchivo(
      reply,
      { db, usuario: principal.usuarioId, exportacion: query.exportacion },
      {
        nombre: 'status_poc',
        titulo: 'Inventario',
        formato: query.formato,
        columnas,
        filas: walkInventario(db, filtro, query, presentPoc),
        total: () => total,
        zona,
      },
    )
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
    const empresa = empresaVisible(principal, query.empresa)
    const filtro = query.ids ? { empresa, ids: query.ids } : filtroAntiguo(query, empresa)
    const columnas = columnasAntiguas(query.columnas)
    const total = await countInventario(db, filtro)
    return sendArchivo(
      reply,
      { db, usuario: principal.usuarioId, exportacion: query.exportacion },
      {
        nombre: 'Inventario',
        titulo: 'Inventario',
        formato: 'xlsx',
        columnas,
        filas: walkInventario(db, filtro, query, presentAntiguo),
        total: () => total,
        zona,
      },
    )
  })

  bind(app, changeDeviceStatus, 'sesion', async ({ principal, body, write }) => {
    const data = await write((tx) => changeEstado(tx, body, principal, zona))
    return { ok: true as const, message: `Estado cambiado a ${data.Activado}`, data }
  })

  bind(app, changeDeviceApodo, 'sesion', async ({ principal, body, write }) => {
    const data = await write((tx) => changeApodo(tx, body, principal, zona))
    return { ok: true as const, message: 'Apodo actualizado correctamente', data }
  })

  bind(app, dispositivosLote, 'sesion', async ({ principal, body, write }) => {
    return { resultados: await write((tx) => changeLote(tx, body, principal)) }
  })

  bind(app, deleteDevices, 'admin', async ({ body, write }) => {
    return { resultados: await write((tx) => deleteLote(tx, body.ids)) }
  })

  bind(app, restoreDevices, 'admin', async ({ body, write }) => {
    return { resultados: await restoreLote(db, write, body.ids) }
  })

  bind(app, listEliminados, 'admin', async ({ principal, query }) => {
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
