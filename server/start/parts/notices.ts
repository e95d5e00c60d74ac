import { createNotificationSender, readSecretos } from '../../domains/avisos/delivery/notification-sender'
import { createInformes } from '../../domains/vistas/informe'
import { createCorreo } from '../../platform/mail/mail'
import type { Starting } from '../starting'
import type { Database } from './database'
import type { Health } from './health'

/** What leaves the installation: mail, and notices by any channel. */
export async function openNotices(
  { config, log }: Starting,
  { personas, openEnvios }: Database,
  { copia }: Health,
) {
  const envios = openEnvios()
  const correo = createCorreo(config)
  const base = config.PUBLIC_URL?.replace(/\/+$/, '') ?? `http://${config.HOST}:${config.PORT}`
  const secretos = await readSecretos(personas.db)
  const notificationSender = createNotificationSender({
    db: envios.db,
    config,
    correo,
    base,
    secretos,
    makeInforme: createInformes(envios.db, copia?.db ?? envios.db, config.TZ_PLANTA, (err) =>
      log.error({ err }, 'a view that is to be mailed could not be made a file'),
    ),
  })
  return { notificationSender, mailMessages: { correo, base }, vapid: secretos.vapid.publica }
}
