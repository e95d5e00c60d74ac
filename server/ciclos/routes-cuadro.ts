import type { FastifyInstance } from 'fastify'
import * as c from '#contract/cuadro'
import type { Db } from '../db/cliente'
import { sendArchivo } from '../exportar/send'
import { bind } from '../http/bind'
import { readCuadro, writeAtascos, writeMetas } from './cuadro'
import { ficheroCuadro, ficheroLista, resolveLista } from './ficheros'
import { countLista, findLista } from './repo-lista'

export function installCuadro(app: FastifyInstance, db: Db, zona: string): void {
  bind(app, c.getCuadro, 'sesion', async ({ principal, query }) => readCuadro(db, principal, query, zona))

  bind(app, c.listCiclo, 'sesion', async ({ principal, query }) => {
    const { page, per_page, ...filtros } = query
    const lista = await resolveLista(db, filtros, principal)
    const [total, data] = await Promise.all([
      countLista(db, lista),
      findLista(db, lista, (page - 1) * per_page, per_page, zona),
    ])
    return { data, total }
  })

  bind(app, c.setMetas, 'empresa', async ({ principal, body, write }) => ({
    version: await write((tx) => writeMetas(tx, principal, body)),
  }))

  bind(app, c.setAtascos, 'cambio', async ({ principal, body, write }) =>
    write((tx) => writeAtascos(tx, principal, body)),
  )

  bind(app, c.exportCuadro, 'sesion', async ({ principal, query, reply }) => {
    const peticion = { db: app.replica, principal, query }
    return sendArchivo(reply, peticion, await ficheroCuadro(peticion, zona))
  })

  bind(app, c.exportListaCiclo, 'sesion', async ({ principal, query, reply }) => {
    const peticion = { db: app.replica, principal, query }
    return sendArchivo(reply, peticion, await ficheroLista(peticion, zona))
  })
}
