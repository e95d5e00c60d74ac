import type { z } from 'zod'
import type { updateDeviceDetails } from '#contract/parque/dispositivos/dispositivos'
import { createCola, type EnCola } from '../../lib/session/cola'

export type Registro = z.input<NonNullable<(typeof updateDeviceDetails)['body']>>

/** A registration that has not reached the server. */
export type Pendiente = EnCola & { registro: Registro }

const MAX_PENDIENTES = 200

export const cola = createCola<Pendiente>('retorna.registro.pendientes', MAX_PENDIENTES, (p) =>
  Boolean(p.registro?.mac_serie),
)
