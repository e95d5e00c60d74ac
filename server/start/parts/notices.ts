import { createNotificationSender, readSecretos } from '../../avisos/avisos/delivery/notification-sender'
import { createExtractos } from '../../cuentas/custodia/mensual/statement'
import { baseOf } from '../../platform/config/config'
import { createCorreo } from '../../platform/mail/mail'
import { createInformes } from '../../resumen/vistas/informe'
import type { Starting } from '../starting'
import type { Database } from './database'
import type { Health } from './health'

/** Opens what leaves the installation: mail, and notices by all channels. */
export async function openNotices(
  { config, log }: Starting,
  { personas, openEnvios }: Database,
  { copia }: Health,
) {
  const envios = openEnvios()
  const correo = createCorreo(config)
  const base = baseOf(config)
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
    makeExtracto: createExtractos(envios.db, copia?.db ?? envios.db, config.TZ_PLANTA, (err) =>
      log.error({ err }, 'a statement that is to be mailed could not be made a file'),
    ),
  })
  return { notificationSender, mailMessages: { correo, base }, vapid: secretos.vapid.publica }
}
