import type { FastifyInstance, FastifyReply } from 'fastify'
import { exportEventos, exportEventosExcel, getTableData } from '#contract/eventos'
import type { Formato } from '#contract/exportar'
import { empresaVisible } from '../acceso/acceso'
import type { Principal } from '../acceso/principal'
import type { Db } from '../db/cliente'
import { sendArchivo } from '../exportar/send'
import { bind } from '../http/bind'
import { columnasEvento } from './export'
import type { Filtro } from './repo'
import { walkEventos } from './repo-paginas'
import { checkFilas, getPagina, resolveDias, resolveFiltro } from './service'

export function installEventos(app: FastifyInstance, db: Db, zona: string): void {
  bind(app, getTableData, 'sesion', async ({ principal, query }) => {
    const filtro = await resolveFiltro(db, query, empresaVisible(principal, query.empresa), zona)
    return getPagina(db, filtro, query.page, query.per_page, zona)
  })

  type Pedido = { nombre: string; formato: Formato; columnas?: string[]; exportacion?: string }

  function send(reply: FastifyReply, principal: Principal, filtro: Filtro, p: Pedido): FastifyReply {
    let total: number | null = null
    const filas = walkEventos(db, filtro, (n) => {
      total = n
    })
    return sendArchivo(
      reply,
      { db, usuario: principal.usuarioId, exportacion: p.exportacion },
      {
        nombre: p.nombre,
        titulo: 'Eventos',
        formato: p.formato,
        columnas: columnasEvento(p.columnas),
        filas,
        total: () => total,
        zona,
      },
    )
  }

  bind(app, exportEventos, 'sesion', async ({ principal, query, reply }) => {
    const filtro = await resolveFiltro(db, query, empresaVisible(principal, query.empresa), zona)
    await checkFilas(db, filtro, query.formato)
    return send(reply, principal, filtro, { nombre: 'eventos', ...query })
  })

  bind(app, exportEventosExcel, 'sesion', async ({ principal, query, reply }) => {
    const filtro = await resolveFiltro(db, query, empresaVisible(principal, query.empresa), zona)
    const dias = resolveDias(query.start_date, query.end_date, zona)
    return send(
      reply,
      principal,
      { ...filtro, dias },
      { ...query, nombre: 'eventos_completo', formato: 'xlsx' },
    )
  })
}
