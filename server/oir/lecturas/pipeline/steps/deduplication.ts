import type { DeviceState } from '../../rules/device-state'
import { fingerprintOf } from '../memory/duplicates'
import type { Result } from '../message'
import type { Admitted } from './admission'
import type { Context } from './context'

/** Whether this reading was applied before, which is then counted in `res`; else it is remembered. */
export function isRepeated(o: Admitted, r: DeviceState, c: Context, res: Result): boolean {
  const { lectura: l, lector, dispositivo, recibido } = o
  const hasTime = l.tiempo !== null
  const fingerprint = fingerprintOf(dispositivo.mac, lector.id, l.tiempo, l.rssi, l.medidas, l.extra)
  // The window in memory is empty after a restart, but the database has the last reading of each device.
  const isLast = hasTime && r.huella === fingerprint
  if (c.duplicates.seen(fingerprint, hasTime, recibido) || isLast) {
    res.duplicadas++
    return true
  }
  c.huellas.push(fingerprint)
  c.escritura.touched.add(r)
  r.huella = fingerprint
  return false
}
