import type { FastifyInstance } from 'fastify'
import { getSalud } from '#contract/operacion/salud/salud'
import { bind } from '../../platform/api/bind'
import { empresaVisible } from '../../platform/auth/auth'
import type { Estado } from './estado'

export function installSalud(app: FastifyInstance, estado: Estado): void {
  bind(app, getSalud, 'empresa', async ({ principal, query }) => ({
    planta: await estado.readPlanta(empresaVisible(principal, query.empresa)),
    // About all companies together, so only administrators see it.
    instalacion: principal.is_admin ? await estado.readInstalacion() : null,
  }))
}
