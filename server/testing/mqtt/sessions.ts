import mqtt from 'mqtt'
import type pg from 'pg'
import {
  openSessionStore,
  SESSIONS,
  type SessionStore,
} from '../../oir/lecturas/ingress/mqtt/sessions/repo-sessions'

export const SESSIONS_ALONE = 16

/** Sessions of a process that has them all, without a database. */
export function sessionsAlone(): SessionStore {
  const nuestros = Array.from({ length: SESSIONS_ALONE }, (_, i) => ({
    numero: i + 1,
    vez: 1,
    leida: null,
  }))
  return {
    name: 'prueba',
    unico: true,
    renew: async () => ({ nuestros, sobran: 0 }),
    release: async () => {},
    leave: async () => {},
  }
}

/** Nobody is told of anything. */
export const SILENT = {
  onFail: () => {},
  onLost: () => {},
  onForeign: () => {},
  onForgotten: () => {},
  onDbFail: () => {},
}

/** How the installation of this database is called at a broker. */
export const nameAt = async (pool: pg.Pool, group: string) =>
  (await openSessionStore(pool, group, false)).name

/** Have the broker forget the sessions of an installation that a test started. */
export async function endSessions(broker: string, name: string): Promise<void> {
  for (let i = 1; i <= SESSIONS; i++) {
    const options = { clientId: `${name}-${i}`, protocolVersion: 5, clean: true, reconnectPeriod: 0 } as const
    await (await mqtt.connectAsync(broker, options)).endAsync(true)
  }
}
