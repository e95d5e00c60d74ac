import { readClaveFirma } from '../acceso/service'
import type { Config } from '../config'
import type { Correo } from '../correo/correo'
import type { Db } from '../db/cliente'
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
}

type Entorno = OpcionesMensajeria & {
  db: Db
  config: Pick<Config, 'AVISOS_HOSTS' | 'SMTP_DE' | 'TZ_PLANTA'>
  correo: Correo | null
  /** Address of this installation, that links begin with. */
  base: string
  secretos: { vapid: Vapid; clave: Buffer }
  /** Makes the file of a view that is mailed. */
  makeInforme: Mensajeria['makeInforme']
}

/** What this installation signs and encrypts with: made at the first start, so that no device subscribes with keys that are not kept. */
export const readSecretos = async (db: Db) => ({
  vapid: await ensureVapid(db, createVapid),
  clave: await readClaveFirma(db),
})

/** The channels as the settings have them. */
export function createMensajeria({
  db,
  config,
  correo,
  base,
  secretos: { vapid, clave },
  makeInforme,
  ahora = () => new Date(),
  ...red
}: Entorno): Mensajeria {
  const salidaDe = (empresa: number) => ({ internos: internosDe(config.AVISOS_HOSTS, empresa), ...red })
  const contacto = config.SMTP_DE
    ? `mailto:${config.SMTP_DE.address}`
    : base.startsWith('https:')
      ? base
      : 'mailto:retorna@retorna.invalid'
  return {
    db,
    zona: config.TZ_PLANTA,
    ahora,
    makeInforme,
    canales: {
      correo: createCanalCorreo(correo, base, config.TZ_PLANTA, clave),
      push: createPush(salidaDe, contacto, vapid),
      webhook: createWebhooks(salidaDe, base, ahora),
    },
  }
}
