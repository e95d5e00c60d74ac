import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Rastros } from './rastros'
import type { Escritura } from './repo'
import { holdCustodias, listCustodiasAjenas, releaseCustodias, takeCustodias } from './repo-custodia'

/** A company that another process had in its custody goes on being shared for this long, until it is seen again. */
const COMPARTIDA_MS = 10 * 60_000

/** Another process has had custody of a company: what was thought of its devices here stands on what is old. */
export class ErrorDeCustodia extends Error {}

/**
 * Which company's memory is this process': each company's is one process' at a time, and goes over with the database's
 * row lock. Taken within the transaction that writes what was made of it.
 */
export function createCustodia(pool: pg.Pool, memoria: Rastros) {
  const proceso = randomUUID()
  const compartidas = new Map<number, number>()

  return {
    /** Throws ErrorDeCustodia where one of the batch's companies has had another process' custody since. */
    async hold(cliente: pg.ClientBase, escritura: Escritura): Promise<void> {
      const empresas = new Set<number>()
      for (const r of escritura.rastros) empresas.add(r.empresa)
      if (!(await holdCustodias(cliente, proceso, empresas))) throw new ErrorDeCustodia('not in our custody')
    },
    /** Wait for custody and forget what is old; nothing else may be under way. Returns whether anything was. */
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
