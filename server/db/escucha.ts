import pg from 'pg'

export const CANALES = [
  'retorna_cambios',
  'retorna_dispositivos',
  'retorna_credenciales',
  'retorna_ajustes',
] as const
export type Canal = (typeof CANALES)[number]

const REINTENTO_MS = 1000
const ESPERA_MS = 10_000

/**
 * Listen to what other processes (and our own) notify. The connection is opened again when it breaks; `alVolver` is
 * told then, since something may have been missed meanwhile.
 */
export function createEscucha(
  conexion: string | pg.ClientConfig,
  oyentes: Record<Canal, (aviso: string) => void>,
  alVolver: () => void,
) {
  let cliente: pg.Client | null = null
  let parada = false
  /** A connection takes one query at a time. */
  let cola: Promise<unknown> = Promise.resolve()
  let otra: NodeJS.Timeout | undefined

  async function open(): Promise<void> {
    const base = typeof conexion === 'string' ? { connectionString: conexion } : conexion
    const c = new pg.Client({
      ...base,
      application_name: 'retorna-escucha',
      keepAlive: true,
      connectionTimeoutMillis: ESPERA_MS,
    })
    c.on('notification', (n) => oyentes[n.channel as Canal]?.(n.payload ?? ''))
    c.on('error', () => {})
    try {
      await c.connect()
      await c.query(CANALES.map((canal) => `listen ${canal}`).join('; '))
    } catch (e) {
      c.end().catch(() => {})
      throw e
    }
    if (parada) return c.end()
    cliente = c
    // Only a connection that once listened calls for another: a failed attempt has its own retry.
    c.once('end', retry)
  }

  function retry(): void {
    cliente = null
    if (!parada) otra = setTimeout(() => open().then(alVolver, retry), REINTENTO_MS)
  }

  return {
    start: open,
    /** All that was notified until now has been heard when this resolves: the answer comes behind the notices. */
    flush(): Promise<void> {
      const c = cliente
      if (!c) return Promise.reject(new Error('nothing is heard now'))
      const turno = cola.then(() => c.query('select'))
      cola = turno.catch(() => {})
      return turno.then(() => {})
    },
    async stop(): Promise<void> {
      parada = true
      clearTimeout(otra)
      await cliente?.end().catch(() => {})
    },
  }
}
