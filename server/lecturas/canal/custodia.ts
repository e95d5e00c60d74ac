import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Rastro } from '../reglas/rastro'
import type { Rastros } from './rastros'
import { holdCustodias, listCustodiasAjenas, releaseCustodias, takeCustodias } from './repo-custodia'

/** After another process had custody of a company, the company counts as shared for this long. */
const COMPARTIDA_MS = 10 * 60_000

/** Another process had custody of a company meanwhile, so what this process remembers of its devices is old. */
export class ErrorDeCustodia extends Error {}

/**
 * Which companies this process has in custody: only one process at a time keeps the rastros of a company in memory.
 * Custody passes by a row lock, taken in the same transaction that writes the readings.
 */
export function createCustodia(pool: pg.Pool, memoria: Rastros) {
  const proceso = randomUUID()
  const compartidas = new Map<number, number>()

  return {
    /** Throws ErrorDeCustodia if another process took custody of one of the batch's companies meanwhile. */
    async hold(cliente: pg.ClientBase, rastros: Iterable<Rastro>): Promise<void> {
      const empresas = new Set<number>()
      for (const r of rastros) empresas.add(r.empresa)
      if (!(await holdCustodias(cliente, proceso, empresas))) throw new ErrorDeCustodia('not in our custody')
    },
    /** Wait for custody and forget old rastros; no batch may be under way. Returns whether any were forgotten. */
    async take(cliente: pg.ClientBase, empresas: Set<number>): Promise<boolean> {
      const { ganadas, ajenas } = await takeCustodias(cliente, proceso, empresas)
      for (const e of ajenas) compartidas.set(e, performance.now())
      if (ganadas.length) memoria.forgetEmpresas(new Set(ganadas))
      return ganadas.length > 0
    },
    /** Another process may go on with this company's devices at any moment. */
    isCompartida: (empresa: number) =>
      performance.now() - (compartidas.get(empresa) ?? Number.NEGATIVE_INFINITY) < COMPARTIDA_MS,
    listAjenos: (empresas: Set<number>) => listCustodiasAjenas(pool, proceso, empresas),
    release: () => releaseCustodias(pool, proceso),
    proceso,
  }
}

export type Custodia = ReturnType<typeof createCustodia>
