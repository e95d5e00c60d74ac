import { readClaveFirma } from '../acceso/service'
import type { Config } from '../config'
import type { Correo } from '../correo/correo'
import type { Db } from '../db/cliente'
import { createInformes } from '../vistas/informe'
import { createCanalCorreo } from './canal-correo'
import { createPush, createVapid, type Vapid } from './canal-push'
import { createWebhooks } from './canal-webhook'
import type { Mensajeria } from './envio'
import { internosDe } from './internos'
import { ensureVapid } from './repo-destino'
import type { Resuelve } from './salida'

export type OpcionesMensajeria = {
  ahora?: () => Date
  resolve?: Resuelve
  esperaMs?: number
  /** Where files are read from. */
  replica?: Db
  /** A file that could not be made, and is tried again. */
  onFail?: (e: unknown) => void
}

/** What this installation signs and encrypts with: made at the first start, so that no device subscribes with keys that are not kept. */
export const readSecretos = async (db: Db) => ({
  vapid: await ensureVapid(db, createVapid),
  clave: await readClaveFirma(db),
})

/** The channels as the settings have them. */
export function createMensajeria(
  db: Db,
  config: Pick<Config, 'AVISOS_HOSTS' | 'SMTP_DE' | 'TZ_PLANTA'>,
  correo: Correo | null,
  base: string,
  { vapid, clave }: { vapid: Vapid; clave: Buffer },
  { ahora = () => new Date(), onFail = () => {}, replica = db, ...red }: OpcionesMensajeria = {},
): { mensajeria: Mensajeria; vapid: Vapid } {
  const salidaDe = (empresa: number) => ({ internos: internosDe(config.AVISOS_HOSTS, empresa), ...red })
  const contacto = config.SMTP_DE
    ? `mailto:${config.SMTP_DE.address}`
    : base.startsWith('https:')
      ? base
      : 'mailto:retorna@retorna.invalid'
  return {
    vapid,
    mensajeria: {
      db,
      zona: config.TZ_PLANTA,
      ahora,
      makeInforme: createInformes(db, replica, config.TZ_PLANTA, onFail),
      canales: {
        correo: createCanalCorreo(correo, base, config.TZ_PLANTA, clave),
        push: createPush(salidaDe, contacto, vapid),
        webhook: createWebhooks(salidaDe, base, ahora),
      },
    },
  }
}
