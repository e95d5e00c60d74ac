import type { Planta } from '../memory/plants'
import type { Conocido } from '../memory/repo-registry'
import type { Result } from '../message'
import { isInPartition } from '../ownership/partition'
import type { Attributed } from './attribution'
import type { Context } from './context'

/** A tag that nobody registered is kept for people to see. */
function keepVisto({ lectura: l, lector, recibido }: Attributed, c: Context): void {
  // Readers hear each other too: those are not tags to register.
  if (c.vista.get(l.mac)?.tipo === 'Reader') return
  const clave = `${lector.empresa} ${l.mac}`
  const formatoConocido = Object.keys(l.medidas).length > 0
  const v = c.escritura.vistos.get(clave)
  if (v) {
    Object.assign(v, { veces: v.veces + 1, t: recibido, lector: lector.id, rssi: l.rssi })
    v.formatoConocido ||= formatoConocido
  } else
    c.escritura.vistos.set(clave, {
      empresa: lector.empresa,
      mac: l.mac,
      veces: 1,
      t: recibido,
      lector: lector.id,
      rssi: l.rssi,
      aleatoria: l.macAleatoria,
      formatoConocido,
    })
}

/** A reading of a registered device that this partition applies. */
export type Admitted = Attributed & { number: number; dispositivo: Conocido; planta: Planta }

/** Whether a reading goes on to the rules; if not, it is counted in `res`. */
export function isAdmitted(o: Attributed, c: Context, res: Result): o is Admitted {
  const { lectura, number, late, dispositivo, planta } = o
  // No device, or one registered since the message was divided: the reading counts as unregistered.
  if (!dispositivo || !planta || number === null || !isInPartition(c.partition, dispositivo.id)) {
    res.sin_registrar++
    keepVisto(o, c)
    return false
  }
  // Heard when something else carried the tag.
  if (late && dispositivo.macDesde !== null && (lectura.tiempo as number) < dispositivo.macDesde) {
    res.sin_registrar++
    return false
  }
  return true
}
