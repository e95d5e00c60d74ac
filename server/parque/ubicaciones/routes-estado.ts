import type { FastifyInstance } from 'fastify'
import { SIN_UBICACION } from '#contract/parque/dispositivos/inventario-values'
import { exportEstado, getEstado } from '#contract/parque/ubicaciones/ubicaciones'
import { bind } from '../../platform/api/bind'
import { empresaVisible } from '../../platform/auth/auth'
import { sendArchivo } from '../../platform/export/send'
import type { Fleet } from '../dispositivos/fleet/fleet'
import { countEstado } from './estado'
import { estadoFile } from './file-estado'

export function installEstado(app: FastifyInstance, fleet: Fleet, zona: string): void {
  bind(app, getEstado, 'sesion', async ({ principal, query }) => {
    const data = countEstado(await fleet.count(empresaVisible(principal, query.empresa)), query)
    return {
      data,
      dispositivos: data.reduce((n, f) => n + f.n, 0),
      ubicaciones: new Set(data.map((f) => f.ubicacion).filter((u) => u !== SIN_UBICACION)).size,
    }
  })

  bind(app, exportEstado, 'sesion', async ({ principal, query, reply }) => {
    const request = { db: app.replica, principal, query }
    return sendArchivo(reply, request, await estadoFile(request, zona))
  })
}
