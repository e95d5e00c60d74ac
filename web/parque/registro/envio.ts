import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { sendCola } from '../../lib/session/envio-cola'
import { cola, type Registro } from './cola'

export const register = (registro: Registro) =>
  call(api.updateDeviceDetails, { body: registro, sinPalabras: 'Error al actualizar el dispositivo' })

/**
 * Send the registrations in the outbox.
 * @returns how many were sent
 */
export const sendPendientes = () =>
  sendCola(cola, ({ registro }, hace_s) => register({ ...registro, hace_s }))
