import type pg from 'pg'
import { shareNext } from '../../db/share'
import type { Mensaje, Resultado } from './mensaje'
import { answerRecado, listRecados } from './repo-recado'

/** Apply what processes that apply nothing have taken: a message of the quarantine that somebody reads again there. */
export const createRecados = (pool: pg.Pool, receive: (m: Mensaje) => Promise<Resultado>) =>
  shareNext(async () => {
    for (const { id, mensaje } of await listRecados(pool))
      await answerRecado(pool, id, await receive({ ...mensaje, testigos: undefined }))
  })
