import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Memoria } from './memoria'
import type { Lote } from './repo'
import { holdTurnos, listTurnosAjenos, releaseTurnos, takeTurnos } from './repo-turno'

/** A company that another process had a turn of goes on being shared for this long, until it is seen again. */
const COMPARTIDA_MS = 10 * 60_000

/** Another process has had the turn of a company: what was thought of its devices here stands on what is old. */
export class ErrorDeTurno extends Error {}

/**
 * Which company's memory is this process': each company's is one process' at a time, and goes over with the database's
 * row lock. Taken within the transaction that writes what was made of it.
 */
export function createTurno(pool: pg.Pool, memoria: Memoria) {
  const proceso = randomUUID()
  const compartidas = new Map<number, number>()

  return {
    /** Throws ErrorDeTurno where one of the batch's companies has had another process' turn since. */
    async hold(cliente: pg.ClientBase, lote: Lote): Promise<void> {
      const empresas = new Set<number>()
      for (const r of lote.rastros) empresas.add(r.empresa)
      if (!(await holdTurnos(cliente, proceso, empresas))) throw new ErrorDeTurno('not our turn')
    },
    /** Wait for the turns and forget what is old; nothing else may be under way. Returns whether anything was. */
    async take(cliente: pg.ClientBase, empresas: Set<number>): Promise<boolean> {
      const { ganadas, ajenas } = await takeTurnos(cliente, proceso, empresas)
      for (const e of ajenas) compartidas.set(e, performance.now())
      if (ganadas.length) memoria.forgetEmpresas(new Set(ganadas))
      return ganadas.length > 0
    },
    /** Another process may go on with this company's devices at any moment. */
    isCompartida: (empresa: number) =>
      performance.now() - (compartidas.get(empresa) ?? Number.NEGATIVE_INFINITY) < COMPARTIDA_MS,
    listAjenos: (empresas: Set<number>) => listTurnosAjenos(pool, proceso, empresas),
    release: () => releaseTurnos(pool, proceso),
    proceso,
  }
}

export type Turno = ReturnType<typeof createTurno>
