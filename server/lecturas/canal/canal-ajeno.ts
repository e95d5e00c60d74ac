import type pg from 'pg'
import type { Canal } from './canal'
import { askCarril } from './recados'

/** That of a process that applies nothing, where there is no log: another one applies what it takes, and says what became of it. */
export const createCanalAjeno = (pool: pg.Pool): Canal => ({
  start: async () => {},
  receive: (mensaje) => askCarril(pool, mensaje),
  apply: (mensaje) => askCarril(pool, mensaje),
  attend() {},
  forgetPlantas() {},
  enCola: 0,
  stop: async () => {},
})
