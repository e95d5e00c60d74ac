import type pg from 'pg'
import { startRolesGuard } from '../../operacion/datos/roles/roles'
import { createDb, createPool, type Db, USOS } from '../../platform/db/client'
import { checkpointLong, startCheckpoints } from '../../platform/db/embedded/checkpoint'
import { startBaseEmbedded } from '../../platform/db/embedded/server'
import { createOnFailure } from '../../platform/db/failures'
import { createSilenceWatch, type SilenceWatch } from '../../platform/db/silence/silence'
import { prepareBase } from '../../platform/jobs/prepare'
import { checkAborted, orCut, type Starting } from '../starting'

type Subscribers = {
  /** Runs once the schema is up to date. */
  onPrepared(db: Db, pool: pg.Pool): Promise<void>
  /** The embedded database has ended, and is being restarted. */
  onDeath(): void
  /** Restarting it was given up. */
  onGiveUp(e: Error): void
}

/** Opens the database, brings its schema up to date, and opens a pool for each use. */
export async function openDatabase(s: Starting, { onPrepared, onDeath, onGiveUp }: Subscribers) {
  const { config, closers } = s
  const isEmbedded = config.DATABASE_URL === undefined
  const base = config.DATABASE_URL
    ? { conexion: config.DATABASE_URL, stop: async () => {} }
    : await startBaseEmbedded(config.DATA_DIR, { onDeath, onGiveUp })
  closers.add(() => base.stop())
  checkAborted(s)
  const silence = createSilenceWatch(base.conexion)
  closers.add(() => silence.stop())
  const open = (uso: keyof typeof USOS, watch?: SilenceWatch) => {
    const pool = createPool(base.conexion, USOS[uso], watch)
    closers.add(() => pool.end())
    return { pool, db: createDb(pool) }
  }
  const maintenance = open('maintenance')
  // From the beginning: migrations wait for a lock too.
  const onFail = createOnFailure(() => s.log)('sessions of analysts not looked at')
  closers.add(startRolesGuard(maintenance.db, onFail))
  // A long preparation is aborted by stopping the database; what it had not committed is rolled back.
  await orCut(
    s,
    () => base.stop(),
    async () => {
      await prepareBase(maintenance.pool, config.TZ_PLANTA)
      checkAborted(s)
      await onPrepared(maintenance.db, maintenance.pool)
      // Of the first start, the demonstration or an update: who kills this process now does not wait for it again.
      if (isEmbedded) await checkpointLong(maintenance.pool)
    },
  )
  checkAborted(s)
  if (isEmbedded) {
    const checkpoints = startCheckpoints(
      maintenance.pool,
      createOnFailure(() => s.log)('no checkpoint was made'),
    )
    closers.add(() => checkpoints.stop())
  }
  return {
    conexion: base.conexion,
    maintenance,
    // People who wait are told after 5 seconds.
    personas: open('personas', silence),
    limites: open('limites', silence),
    ingesta: open('ingesta'),
    openEnvios: () => open('envios'),
  }
}

export type Database = Awaited<ReturnType<typeof openDatabase>>
