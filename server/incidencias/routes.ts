import type { FastifyInstance } from 'fastify'
import {
  assignIncidencias,
  closeIncidencias,
  countAbiertas,
  exportIncidencias,
  getIncidencia,
  getRanking,
  getResumenIncidencias,
  listIncidencias,
  listOpcionesIncidencia,
  setImpacto,
} from '#contract/incidencias'
import { empresaVisible } from '../acceso/acceso'
import type { Db } from '../db/cliente'
import { sendArchivo } from '../exportar/send'
import { bind } from '../http/bind'
import { noEncontrado } from '../http/errores'
import { ficheroIncidencias } from './fichero'
import { countIncidenciasAbiertas } from './repo'
import { countAbiertas as countAbiertasDe, listOpciones } from './repo-ranking'
import {
  assignLote,
  closeLote,
  findIncidencia,
  listConTotal,
  rank,
  resolveFiltro,
  reviewIncidencia,
} from './service'

export function installIncidencias(app: FastifyInstance, db: Db, zona: string): void {
  bind(app, getResumenIncidencias, 'sesion', async ({ principal, query }) =>
    countIncidenciasAbiertas(db, empresaVisible(principal, query.empresa)),
  )

  bind(app, listIncidencias, 'sesion', async ({ principal, query, reply }) => {
    const filtro = resolveFiltro(query, empresaVisible(principal, query.empresa), principal, zona)
    const { filas, total } = await listConTotal(db, filtro, zona)
    reply.header('x-total-count', total)
    return filas
  })

  bind(app, getIncidencia, 'sesion', async ({ principal, params }) => {
    const incidencia = await findIncidencia(db, params.id, empresaVisible(principal, undefined), zona)
    if (!incidencia) throw noEncontrado('Incidencia no encontrada.')
    return incidencia
  })

  bind(app, setImpacto, 'cambio', async ({ principal, body, write }) => {
    const data = await write((tx) => reviewIncidencia(tx, body, principal, zona))
    const message = data.revisado ? 'Incidencia cerrada' : 'Incidencia abierta'
    return { ok: true as const, message, data }
  })

  bind(app, countAbiertas, 'sesion', async ({ principal, query }) =>
    countAbiertasDe(db, empresaVisible(principal, query.empresa), principal.usuarioId),
  )

  bind(app, listOpcionesIncidencia, 'sesion', async ({ principal, query }) =>
    listOpciones(db, empresaVisible(principal, query.empresa)),
  )

  bind(app, getRanking, 'sesion', async ({ principal, query }) =>
    rank(db, query, empresaVisible(principal, query.empresa), zona),
  )

  bind(app, closeIncidencias, 'cambio', async ({ principal, body, write }) =>
    write((tx) => closeLote(tx, body, principal, zona)),
  )

  bind(app, assignIncidencias, 'cambio', async ({ principal, body, write }) =>
    write((tx) => assignLote(tx, body, principal, zona)),
  )

  bind(app, exportIncidencias, 'sesion', async ({ principal, query, reply }) => {
    const peticion = { db: app.replica, principal, query }
    return sendArchivo(reply, peticion, await ficheroIncidencias(peticion, zona))
  })
}
