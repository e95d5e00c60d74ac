import type { FastifyInstance } from 'fastify'
import { getTableData } from '#contract/eventos'
import type { Db } from '../db/cliente'
import { bind } from '../http/bind'
import { empresaVisible } from '../usuarios/acceso'
import { getPagina, resolveFiltro } from './service'

export function installEventos(app: FastifyInstance, db: Db, zona: string): void {
  bind(app, getTableData, 'sesion', async ({ sesion, query }) => {
    const filtro = await resolveFiltro(db, query, empresaVisible(sesion, query.empresa), zona)
    return getPagina(db, filtro, query.page, query.per_page, zona)
  })
}
