import type { FastifyInstance } from 'fastify'
import { exportPrevisiones, listPrevisiones, listPrevisionesPasadas } from '#contract/prevision'
import { empresaVisible } from '../acceso/acceso'
import type { Db } from '../db/cliente'
import { sendArchivo } from '../exportar/send'
import { bind } from '../http/bind'
import { noEncontrado } from '../http/errores'
import { ficheroPrevisiones } from './fichero'
import { findPasadas, findSeries, hasSerie } from './repo-lista'

export function installPrevision(app: FastifyInstance, db: Db, zona: string): void {
  bind(app, listPrevisiones, 'sesion', async ({ principal, query }) => {
    const { empresa, ...filtro } = query
    return { data: await findSeries(db, { ...filtro, empresa: empresaVisible(principal, empresa) }, zona) }
  })

  bind(app, listPrevisionesPasadas, 'sesion', async ({ principal, params, query }) => {
    if (!(await hasSerie(db, params.id, empresaVisible(principal, query.empresa))))
      throw noEncontrado('No existe esa previsión.')
    return findPasadas(db, params.id, query.ver, (query.page - 1) * query.per_page, query.per_page, zona)
  })

  bind(app, exportPrevisiones, 'sesion', async ({ principal, query, reply }) => {
    const peticion = { db: app.replica, principal, query }
    return sendArchivo(reply, peticion, await ficheroPrevisiones(peticion, zona))
  })
}
