import type { Db } from '../../platform/db/client'
import { countSessions } from './ingress/mqtt/sessions/repo-count'
import * as cuarentena from './ingress/repo-cuarentena'
import * as vistos from './ingress/repo-vistos'

/** Number of unregistered tags that look like the company's (null: all companies), at most `limite`, by the reader that heard each last. */
export const countVistos = (db: Db, empresa: number | null, limite: number) =>
  vistos.countVistos(db, { empresa, cuales: 'etiquetas', limite })

/** Number of messages in quarantine, at most `limite`. */
export const countCuarentena = (db: Db, empresa: number | null, limite: number) =>
  cuarentena.countCuarentena(db, empresa, limite)

/** Sessions at the outside MQTT broker, and those that nobody reads; null: it keeps none for this installation. */
export const readSesionesMqtt = countSessions
