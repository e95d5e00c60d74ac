import type pg from 'pg'
import { createPool, USOS } from '../../platform/db/client'
import { isSinSitio } from '../../platform/db/failures'

/** Why a process cannot do its work: words that programs may rely on. */
export type Motivo = 'base_de_datos' | 'no_se_puede_guardar' | 'broker' | 'parada'

/** Longest that /readyz waits for the database. */
const RESPONSE_MS = 1500
/** A database that refused to write is believed to do so still, for this long; then a trial of our own tells. */
const CREIDO_MS = 30_000
const SOLO_LECTURA = "select current_setting('transaction_read_only') = 'on' as solo_lectura"
/** New pages of a table and their commit, as a batch needs them; nothing of it stays. */
const ESCRITURA = `begin;
create temp table prueba_de_escritura on commit drop as
  select md5(g::text) || md5((-g)::text) as relleno from generate_series(1, 2000) g;
commit`

/** Whether this process can do its work now, by what its work came to and by asking the database. */
export function createProbe(connection: string | pg.ClientConfig, brokerConectado: () => boolean) {
  // One connection stays: those that serve may hang while new ones are let in, or the other way round.
  const fija = createPool(connection, USOS.probe)
  const nueva = createPool(connection, USOS.probe)
  let enCurso: Promise<Motivo | null> | null = null
  /** When writing failed last, by performance.now(); null: it has worked since. */
  let failure: number | null = null
  let parando = false

  /** A server that stands still does not keep its own limits. */
  const ask = (text: string) => fija.query({ text, query_timeout: RESPONSE_MS } as pg.QueryConfig)

  async function examine(): Promise<Motivo | null> {
    try {
      const [res] = await Promise.all([
        ask(SOLO_LECTURA),
        nueva.connect().then((client) => client.release(true)),
      ])
      // A replica that takes over only reads for a moment.
      if (res.rows[0].solo_lectura) return 'no_se_puede_guardar'
    } catch (e) {
      return isSinSitio(e) ? 'no_se_puede_guardar' : 'base_de_datos'
    }
    if (failure !== null) {
      if (performance.now() - failure < CREIDO_MS) return 'no_se_puede_guardar'
      try {
        await ask(ESCRITURA)
        failure = null
      } catch {
        return 'no_se_puede_guardar'
      }
    }
    return brokerConectado() ? null : 'broker'
  }

  return {
    /** Something failed: where the database has no room for it, nothing else will find any. */
    noteFallo(e: unknown): void {
      if (isSinSitio(e)) failure = performance.now()
    },
    noteGuardado(): void {
      failure = null
    },
    /** What keeps us from working; null: nothing. Answers within two seconds, whatever the database does. */
    async check(): Promise<Motivo | null> {
      if (parando) return 'parada'
      // One look for all who ask: a database that hangs is not given more to hang on.
      enCurso ??= examine().finally(() => {
        enCurso = null
      })
      let clock: NodeJS.Timeout | undefined
      const tarde = new Promise<Motivo>((resolve) => {
        clock = setTimeout(resolve, RESPONSE_MS, 'base_de_datos')
      })
      const motivo = await Promise.race([enCurso, tarde]).finally(() => clearTimeout(clock))
      // Told to end while it asked: that is what whoever sends calls has to know.
      return parando ? 'parada' : motivo
    },
    /** The process is ending: whoever sends calls is to send them elsewhere. */
    leave(): void {
      parando = true
    },
    async stop(): Promise<void> {
      await Promise.all([fija.end(), nueva.end()])
    },
  }
}

export type Probe = ReturnType<typeof createProbe>
