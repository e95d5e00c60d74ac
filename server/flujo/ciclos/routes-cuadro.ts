import type { FastifyInstance } from 'fastify'
import * as c from '#contract/flujo/ciclos/cuadro'
import { bind } from '../../platform/api/bind'
import type { Db } from '../../platform/db/client'
import { sendArchivo } from '../../platform/export/send'
import { readCuadro, writeAtascos, writeMetas } from './cuadro'
import { ficheroCuadro, fileList, resolveList } from './export-files'
import { findPage } from './repo-list'

export function installCuadro(app: FastifyInstance, db: Db, zona: string): void {
  bind(app, c.getCuadro, 'sesion', async ({ principal, query }) => readCuadro(db, principal, query, zona))

  bind(app, c.listCiclo, 'sesion', async ({ principal, query }) => {
    const { page, per_page, ...filters } = query
    const list = await resolveList(db, filters, principal)
    return findPage(db, list, (page - 1) * per_page, per_page, zona)
  })

  bind(app, c.setMetas, 'empresa', async ({ principal, body, write }) => ({
    version: await write((tx) => writeMetas(tx, principal, body)),
  }))

  bind(app, c.setAtascos, 'cambio', async ({ principal, body, write }) =>
    write((tx) => writeAtascos(tx, principal, body)),
  )

  bind(app, c.exportCuadro, 'sesion', async ({ principal, query, reply }) => {
    const request = { db: app.replica, principal, query }
    return sendArchivo(reply, request, await ficheroCuadro(request, zona))
  })

  bind(app, c.exportListaCiclo, 'sesion', async ({ principal, query, reply }) => {
    const request = { db: app.replica, principal, query }
    return sendArchivo(reply, request, await fileList(request, zona))
  })
}
