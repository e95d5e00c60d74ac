import { createFleet } from '../../domains/dispositivos/fleet/fleet'
import { createBroadcast } from '../../domains/vivo/broadcast'
import { createOnFailure } from '../../platform/db/failures'
import { createNotificationListener } from '../../platform/db/notification-listener'
import type { Starting } from '../starting'
import type { Database } from './database'
import type { Ingest } from './ingest'

/** What this process keeps in memory follows what any process commits, by what the database notifies. */
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
        // What a device is thought to be depends on them.
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
    },
  )
  await notificationListener.start()
  closers.add(() => notificationListener.stop())

  function forgetPlantas(empresa?: number): void {
    plantas.forget(empresa)
    pipeline.forgetPlantas(empresa)
  }

  /** Its credential too: a reader may have become something else. */
  function forgetDispositivo(mac: string): void {
    registry.forget(mac ? [mac] : undefined)
    credenciales.forget()
  }

  return {
    broadcast,
    fleet,
    /** Resolves once what was committed until now is heard of. While nothing is heard, what was remembered may be old. */
    hear: () =>
      notificationListener.flush().catch(() => {
        forgetDispositivo('')
        forgetPlantas()
      }),
  }
}
