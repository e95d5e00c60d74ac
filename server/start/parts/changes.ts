import { createBroadcast } from '../../oir/vivo/broadcast'
import { createFleet } from '../../parque/dispositivos/fleet/fleet'
import { createOnFailure } from '../../platform/db/failures'
import { createNotificationListener } from '../../platform/db/listen/notification-listener'
import type { Starting } from '../starting'
import type { Database } from './database'
import type { Ingest } from './ingest'

/** Keeps the memory of this process up to date with what any process commits, by NOTIFY of the database. */
export async function openChanges(
  { config, closers, log }: Starting,
  { conexion, personas: { db } }: Database,
  { registry, plantas, pipeline, credenciales }: Ingest,
) {
  const onFallo = createOnFailure(() => log)
  const broadcast = createBroadcast(db, config.TZ_PLANTA, onFallo('live changes not sent'))
  closers.add(() => broadcast.stop())
  const onFail = onFallo('devices in memory not compared')
  const fleet = createFleet(db, () => notificationListener.flush(), undefined, onFail)
  closers.add(() => fleet.stop())

  const notificationListener = createNotificationListener(
    conexion,
    {
      cambios: (a) => {
        broadcast.changed(a)
        fleet.changed(a)
      },
      ajustes: (empresa) => {
        registry.forgetAjustes(Number(empresa))
        // The state of each device depends on the settings.
        fleet.forget()
        broadcast.reset()
      },
      dispositivos: (mac) => forgetDispositivo(mac),
      credenciales: () => credenciales.forget(),
      aprendido: (empresa) => forgetPlantas(Number(empresa)),
      lectores: (empresa) => forgetPlantas(Number(empresa)),
      confirmaciones: () => pipeline.attend(),
      avisos: (empresa) => broadcast.told(Number(empresa)),
    },
    () => {
      registry.forget()
      forgetPlantas()
      credenciales.forget()
      broadcast.reset()
      fleet.forget()
      pipeline.attend()
    },
  )
  await notificationListener.start()
  closers.add(() => notificationListener.stop())

  function forgetPlantas(empresa?: number): void {
    plantas.forget(empresa)
    pipeline.forgetPlantas(empresa)
  }

  /** Credentials too: the device may have become a reader, or no longer be one. */
  function forgetDispositivo(mac: string): void {
    registry.forget(mac ? [mac] : undefined)
    credenciales.forget()
  }

  return {
    broadcast,
    fleet,
    /** Reads the fleet before anybody asks for it. A failure is logged: it is tried again. */
    load: () => fleet.load().catch(onFail),
    /** Resolves once all that was committed until now is known. If the connection fails, the caches may be stale and are cleared. */
    hear: () =>
      notificationListener.flush().catch(() => {
        forgetDispositivo('')
        forgetPlantas()
      }),
  }
}
