import { createProbe } from '../../operacion/salud/probe'
import { createReplica } from '../../platform/db/replica'
import { createMetricas } from '../../platform/metrics/metrics'
import { startIdleGc } from '../../platform/process/idle-gc'
import type { Starting } from '../starting'
import type { Database } from './database'

/** Health of this process: whether it can do its work, its metrics, and the replica that it may read from. */
export function openHealth({ config, closers, log }: Starting, { conexion, personas }: Database) {
  /** For each service beside the database: whether it answers. */
  const links: (() => boolean)[] = []
  const probe = createProbe(conexion, () => links.every((isConnected) => isConnected()))
  closers.add(() => probe.stop(), startIdleGc())
  const metricas = createMetricas()
  const copia = config.DATABASE_READ_URL
    ? createReplica(
        personas.pool,
        conexion,
        config.DATABASE_READ_URL,
        config.REPLICA_MAX_S,
        (enUso, porque) =>
          log.warn({ porque }, enUso ? 'reading from the replica' : 'not reading from the replica'),
      )
    : null
  closers.add(() => copia?.stop())
  if (copia) metricas.watchReplica(copia.readEstado)
  return {
    probe,
    metricas,
    copia,
    /** Database for reads that may be some seconds old. */
    replica: copia?.db ?? personas.db,
    /** Address of the replica while it is in use; null: it is not in use. */
    readReplica: () => (copia?.readEstado().enUso ? (config.DATABASE_READ_URL ?? null) : null),
    addLink: (isConnected: () => boolean) => links.push(isConnected),
  }
}

export type Health = ReturnType<typeof openHealth>
