import { createFleet } from '../../domains/dispositivos/fleet/fleet'
import { createBroadcast } from '../../domains/vivo/broadcast'
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
  const fleet = createFleet(
    db,
    () => notificationListener.flush(),
    undefined,
    onFallo('devices in memory not compared'),
  )
  closers.add(() => fleet.stop())

  const notificationListener = createNotificationListener(
    conexion,
    {
      retorna_cambios: (a) => {
        broadcast.changed(a)
        fleet.changed(a)
      },
      retorna_ajustes: (empresa) => {
        registry.forgetAjustes(Number(empresa))
        // The state of each device depends on the settings.
        fleet.forget()
        broadcast.reset()
      },
      retorna_dispositivos: (mac) => forgetDispositivo(mac),
      retorna_credenciales: () => credenciales.forget(),
      retorna_aprendido: (empresa) => forgetPlantas(Number(empresa)),
      retorna_lectores: (empresa) => forgetPlantas(Number(empresa)),
      retorna_confirmaciones: () => pipeline.attend(),
      retorna_avisos: (empresa) => broadcast.told(Number(empresa)),
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
    /** Resolves once all that was committed until now is known. If the connection fails, the caches may be stale and are cleared. */
    hear: () =>
      notificationListener.flush().catch(() => {
        forgetDispositivo('')
        forgetPlantas()
      }),
  }
}
