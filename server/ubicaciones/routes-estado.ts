import type { FastifyInstance } from 'fastify'
import { exportEstado, getEstado } from '#contract/ubicaciones'
import { SIN_UBICACION } from '#contract/valores/inventario'
import { empresaVisible } from '../acceso/acceso'
import type { Flota } from '../dispositivos/flota'
import { sendArchivo } from '../exportar/send'
import { bind } from '../http/bind'
import { countEstado } from './estado'
import { ficheroEstado } from './fichero-estado'

export function installEstado(app: FastifyInstance, flota: Flota, zona: string): void {
  bind(app, getEstado, 'sesion', async ({ principal, query }) => {
    const data = countEstado(await flota.count(empresaVisible(principal, query.empresa)), query)
    return {
      data,
      dispositivos: data.reduce((n, f) => n + f.n, 0),
      ubicaciones: new Set(data.map((f) => f.ubicacion).filter((u) => u !== SIN_UBICACION)).size,
    }
  })

  bind(app, exportEstado, 'sesion', async ({ principal, query, reply }) => {
    const peticion = { db: app.replica, principal, query }
    return sendArchivo(reply, peticion, await ficheroEstado(peticion, zona))
  })
}
