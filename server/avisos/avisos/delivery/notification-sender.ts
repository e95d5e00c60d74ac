import { readClaveFirma } from '../../../personas/acceso/service'
import type { Config } from '../../../platform/config/config'
import { internalHostsOf } from '../../../platform/config/internal-hosts'
import type { Db } from '../../../platform/db/client'
import type { Correo } from '../../../platform/mail/mail'
import { createCanalCorreo } from '../channels/canal-correo'
import { createPush, createVapid, type Vapid } from '../channels/canal-push'
import { createPostSigned, createWebhooks } from '../channels/canal-webhook'
import { ensureVapid } from '../repo-destino'
import type { NotificationSender } from './envio'
import type { Resuelve } from './salida'

export type OptionsNotificationSender = {
  ahora?: () => Date
  resolve?: Resuelve
  esperaMs?: number
}

type Environment = OptionsNotificationSender & {
  db: Db
  config: Pick<Config, 'AVISOS_HOSTS' | 'SMTP_DE' | 'TZ_PLANTA'>
  correo: Correo | null
  /** Base URL of this installation, for links. */
  base: string
  secretos: { vapid: Vapid; clave: Buffer }
  /** Makes the file of a view that is mailed. */
  makeInforme: NotificationSender['makeInforme']
  /** Makes the statement of a partner that is mailed. */
  makeExtracto: NotificationSender['makeExtracto']
}

/** Keys with which this installation signs and encrypts. They are created and stored on the first start, before any device subscribes. */
export const readSecretos = async (db: Db) => ({
  vapid: await ensureVapid(db, createVapid),
  clave: await readClaveFirma(db),
})

/** Creates the channels from the settings. */
export function createNotificationSender({
  db,
  config,
  correo,
  base,
  secretos: { vapid, clave },
  makeInforme,
  makeExtracto,
  ahora = () => new Date(),
  ...red
}: Environment): NotificationSender {
  const salidaOf = (empresa: number) => ({ internos: internalHostsOf(config.AVISOS_HOSTS, empresa), ...red })
  const contacto = config.SMTP_DE
    ? `mailto:${config.SMTP_DE.address}`
    : base.startsWith('https:')
      ? base
      : 'mailto:retorna@retorna.invalid'
  const postSigned = createPostSigned(salidaOf, ahora)
  return {
    db,
    postSigned,
    zona: config.TZ_PLANTA,
    ahora,
    makeInforme,
    makeExtracto,
    canales: {
      correo: createCanalCorreo(correo, base, config.TZ_PLANTA, clave),
      push: createPush(salidaOf, contacto, vapid),
      webhook: createWebhooks(postSigned, base),
    },
  }
}
