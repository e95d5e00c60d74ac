import type { openGrabacion } from '../oir/lecturas/ingress/grabacion'
import type { Recepcion } from '../oir/lecturas/ingress/recepcion'
import type { Probe } from '../operacion/salud/probe'
import type { createVentana } from '../operacion/salud/process-heartbeat'
import type { Metricas } from '../platform/metrics/metrics'
import { machineClock } from '../platform/time/machine-clock'

type Watchers = {
  recording: Awaited<ReturnType<typeof openGrabacion>> | null
  ventana: ReturnType<typeof createVentana>
  metricas: Metricas
  probe: Probe
  /** A message in the log is not applied yet: its delay is measured where it is applied. */
  fromLog: boolean
}

/** Receives messages of gateways, records them if the settings ask for it, and measures the time until their commit. */
export function measureReceive(
  receive: Recepcion,
  { recording, ventana, metricas, probe, fromLog }: Watchers,
): Recepcion {
  return async (message) => {
    // Messages that are read again from the quarantine arrived long ago: their delay is not measured.
    const isNew = message.recibido === undefined
    if (isNew) recording?.note(message, machineClock.now())
    const start = performance.now()
    const result = await receive(message).catch((e) => {
      ventana.noteFallo()
      throw e
    })
    if (isNew) {
      const ms = performance.now() - start
      metricas.confirmacion.observe(ms / 1000)
      if (!fromLog) ventana.note(ms, result.aceptadas + result.duplicadas + result.sin_registrar)
    }
    if (!fromLog && result.aceptadas + result.sin_registrar > 0) probe.noteGuardado()
    return result
  }
}
