import type { FastifyInstance } from 'fastify'
import * as c from '#contract/cuentas/perdidas/merma'
import { bind } from '../../../platform/api/bind'
import { empresaVisible } from '../../../platform/auth/auth'
import type { Db } from '../../../platform/db/client'
import { sendArchivo } from '../../../platform/export/send'
import { mermaFile, mermaListaFile } from './export-file'
import { findMerma } from './repo'
import { askLista, readMerma } from './service'

export function installMerma(app: FastifyInstance, db: Db, zona: string): void {
  bind(app, c.getMerma, 'sesion', async ({ principal, query }) =>
    readMerma(db, empresaVisible(principal, query.empresa), query.anio ?? null, query.por, zona),
  )

  bind(app, c.listMerma, 'sesion', async ({ principal, query: { page, per_page, ...filters } }) =>
    findMerma(db, askLista(principal, filters, zona), (page - 1) * per_page, per_page),
  )

  bind(app, c.exportMerma, 'sesion', async ({ principal, query, reply }) => {
    const request = { db: app.replica, principal, query }
    return sendArchivo(reply, request, await mermaFile(request, zona))
  })

  bind(app, c.exportMermaLista, 'sesion', async ({ principal, query, reply }) => {
    const request = { db: app.replica, principal, query }
    return sendArchivo(reply, request, await mermaListaFile(request, zona))
  })
}
