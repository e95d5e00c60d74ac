import { createCola, type EnCola } from '../../lib/session/cola'

/** An exchange that has not reached the server; its id makes the server count it only once. */
export type CambioPendiente = EnCola & {
  /** Mac, serial number or nickname, as it was scanned or typed. */
  contenedor: string
  /** Company that was chosen when it was done; absent: all. */
  empresa?: number | undefined
}

const MAX_PENDIENTES = 500

export const cola = createCola<CambioPendiente>('retorna.pilas.pendientes', MAX_PENDIENTES, (p) =>
  Boolean(p.contenedor),
)
