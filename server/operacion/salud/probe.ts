import type pg from 'pg'
import { createPool, USOS } from '../../platform/db/client'
import { isSinSitio } from '../../platform/db/failures'

/** Why a process cannot work: stable codes for programs. */
export type Motivo = 'base_de_datos' | 'no_se_puede_guardar' | 'broker' | 'arranque' | 'parada'

/** The longest that /readyz waits for the database, ms. */
const RESPONSE_MS = 1500
/** A failed write counts for this long, ms; after it a test write decides. */
const CREIDO_MS = 30_000
const SOLO_LECTURA = "select current_setting('transaction_read_only') = 'on' as solo_lectura"
/** Writes new pages of a table and commits, as a batch does, and leaves nothing behind. */
const ESCRITURA = `begin;
create temp table prueba_de_escritura on commit drop as
  select md5(g::text) || md5((-g)::text) as relleno from generate_series(1, 2000) g;
commit`

/** Whether this process can work now, from the results of its writes and from asking the database. */
export function createProbe(connection: string | pg.ClientConfig, brokerConectado: () => boolean) {
  // A reserved connection, because existing connections may hang while new ones are accepted, or the other way round.
  const fija = createPool(connection, USOS.probe)
  const nueva = createPool(connection, USOS.probe)
  let enCurso: Promise<Motivo | null> | null = null
  /** When a write last failed, by performance.now(); null: a later write succeeded. */
  let failure: number | null = null
  let starting = false
  let parando = false

  /** A hanging server does not enforce its own timeouts. */
  const ask = (text: string) => fija.query({ text, query_timeout: RESPONSE_MS } as pg.QueryConfig)

  async function examine(): Promise<Motivo | null> {
    try {
      const [res] = await Promise.all([
        ask(SOLO_LECTURA),
        nueva.connect().then((client) => client.release(true)),
      ])
      // A replica that is being promoted is read-only for a moment.
      if (res.rows[0].solo_lectura) return 'no_se_puede_guardar'
    } catch (e) {
      return isSinSitio(e) ? 'no_se_puede_guardar' : 'base_de_datos'
    }
    if (failure !== null) {
      if (performance.now() - failure < CREIDO_MS) return 'no_se_puede_guardar'
      const known = failure
      try {
        await ask(ESCRITURA)
        // Another write may have failed meanwhile.
        if (failure === known) failure = null
      } catch {
        return 'no_se_puede_guardar'
      }
    }
    if (!brokerConectado()) return 'broker'
    return starting ? 'arranque' : null
  }

  return {
    /** An error occurred: if the database has no space left, other writes will fail too. */
    noteFallo(e: unknown): void {
      if (isSinSitio(e)) failure = performance.now()
    },
    noteGuardado(): void {
      failure = null
    },
    /** What prevents this process from working; null: nothing. Answers within two seconds, whatever the database does. */
    async check(): Promise<Motivo | null> {
      if (parando) return 'parada'
      // One check for all concurrent requests: a hanging database does not get more of them.
      enCurso ??= examine().finally(() => {
        enCurso = null
      })
      let clock: NodeJS.Timeout | undefined
      const tarde = new Promise<Motivo>((resolve) => {
        clock = setTimeout(resolve, RESPONSE_MS, 'base_de_datos')
      })
      const motivo = await Promise.race([enCurso, tarde]).finally(() => clearTimeout(clock))
      // Shutdown began during the check: a load balancer must know that.
      return parando ? 'parada' : motivo
    },
    /** The process is not ready before this has ended, whether it succeeds or not. */
    async waitFor(first: Promise<unknown>): Promise<void> {
      starting = true
      await first.catch(() => {})
      starting = false
    },
    /** The process is ending: new requests should go to another process. */
    leave(): void {
      parando = true
    },
    async stop(): Promise<void> {
      await Promise.all([fija.end(), nueva.end()])
    },
  }
}

export type Probe = ReturnType<typeof createProbe>
