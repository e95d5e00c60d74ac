import type { Db } from '../../platform/db/client'
import * as cuarentena from './ingress/repo-cuarentena'
import * as vistos from './ingress/repo-vistos'

/** Unregistered tags that look like the company's (null: of all), `limite` at most, by the reader that heard each last. */
export const countVistos = (db: Db, empresa: number | null, limite: number) =>
  vistos.countVistos(db, { empresa, cuales: 'etiquetas', limite })

/** Messages in quarantine, `limite` at most. */
export const countCuarentena = (db: Db, empresa: number | null, limite: number) =>
  cuarentena.countCuarentena(db, empresa, limite)
