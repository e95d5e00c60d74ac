import type { Db } from '../db/cliente'
import * as cuarentena from './puerta/repo-cuarentena'
import * as vistos from './puerta/repo-vistos'

/** Unregistered tags that look like the company's (null: of all), `limite` at most, by the reader that heard each last. */
export const countVistos = (db: Db, empresa: number | null, limite: number) =>
  vistos.countVistos(db, { empresa, cuales: 'etiquetas', limite })

/** Messages in quarantine, `limite` at most. */
export const countCuarentena = (db: Db, empresa: number | null, limite: number) =>
  cuarentena.countCuarentena(db, empresa, limite)
