import type { FastifyInstance } from 'fastify'
import {
  exportPrevisiones,
  listPrevisiones,
  listPrevisionesPasadas,
} from '#contract/flujo/prevision/prevision'
import { bind } from '../../platform/api/bind'
import { empresaVisible } from '../../platform/auth/auth'
import type { Db } from '../../platform/db/client'
import { sendArchivo } from '../../platform/export/send'
import { noEncontrado } from '../../platform/http/errores'
import { previsionesFile } from './file'
import { findPasadas, findSeries, hasSerie } from './repo-list'

export function installPrevision(app: FastifyInstance, db: Db, zona: string): void {
  bind(app, listPrevisiones, 'sesion', async ({ principal, query }) => {
    const { empresa, ...filter } = query
    return { data: await findSeries(db, { ...filter, empresa: empresaVisible(principal, empresa) }, zona) }
  })

  bind(app, listPrevisionesPasadas, 'sesion', async ({ principal, params, query }) => {
    if (!(await hasSerie(db, params.id, empresaVisible(principal, query.empresa))))
      throw noEncontrado('No existe esa previsión.')
    return findPasadas(db, params.id, {
      ver: query.ver,
      desde: (query.page - 1) * query.per_page,
      cuantas: query.per_page,
      zona,
    })
  })

  bind(app, exportPrevisiones, 'sesion', async ({ principal, query, reply }) => {
    const request = { db: app.replica, principal, query }
    return sendArchivo(reply, request, await previsionesFile(request, zona))
  })
}
