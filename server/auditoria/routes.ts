import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { type Anotacion, exportAuditoria, type FiltrosAuditoria, listAuditoria } from '#contract/auditoria'
import { empresaVisible } from '../acceso/acceso'
import type { Principal } from '../acceso/principal'
import type { Db } from '../db/cliente'
import { sendArchivo } from '../exportar/send'
import type { Columna } from '../exportar/tabla'
import { bind } from '../http/bind'
import { entradaNoValida } from '../http/errores'
import { limiteDePlanta } from '../tiempo'
import { type Filtro, listAnotaciones, walkAnotaciones } from './repo'

const texto = (v: Anotacion['antes']) => (v === null ? null : JSON.stringify(v))

const COLUMNAS: Columna<Anotacion>[] = [
  { titulo: 'Momento', valor: (a) => new Date(a.momento), ancho: 20, instante: true },
  { titulo: 'Usuario', valor: (a) => a.username, ancho: 16 },
  { titulo: 'Dirección', valor: (a) => a.direccion, ancho: 16 },
  { titulo: 'Empresa', valor: (a) => a.empresa, ancho: 9 },
  { titulo: 'Acción', valor: (a) => a.accion, ancho: 10 },
  { titulo: 'Qué', valor: (a) => a.entidad, ancho: 14 },
  { titulo: 'Nombre', valor: (a) => a.nombre ?? a.entidad_id, ancho: 20 },
  { titulo: 'Antes', valor: (a) => texto(a.antes), ancho: 40 },
  { titulo: 'Después', valor: (a) => texto(a.despues), ancho: 40 },
]

export function installAuditoria(app: FastifyInstance, db: Db, zona: string): void {
  function resolve(f: z.output<typeof FiltrosAuditoria>, principal: Principal): Filtro {
    if (f.desde && f.hasta && f.desde > f.hasta)
      throw entradaNoValida('La fecha de fin es anterior a la de inicio.', 'hasta')
    return {
      empresa: empresaVisible(principal, f.empresa),
      search: f.search,
      entidad: f.entidad,
      accion: f.accion,
      desde: f.desde ? limiteDePlanta(f.desde, 'desde', zona) : null,
      hasta: f.hasta ? limiteDePlanta(f.hasta, 'hasta', zona) : null,
    }
  }

  bind(app, listAuditoria, 'admin', async ({ principal, query }) =>
    listAnotaciones(db, resolve(query, principal), (query.page - 1) * query.per_page, query.per_page, zona),
  )

  bind(app, exportAuditoria, 'admin', async ({ principal, query, reply }) =>
    sendArchivo(
      reply,
      { db, usuario: principal.usuarioId, exportacion: query.exportacion },
      {
        nombre: 'auditoria',
        titulo: 'Auditoría',
        formato: query.formato,
        columnas: COLUMNAS,
        filas: walkAnotaciones(db, resolve(query, principal), zona),
        total: () => null,
        zona,
      },
    ),
  )
}
