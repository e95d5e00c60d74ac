import type pg from 'pg'
import { createDb, createPool, type Db, USOS } from '../../platform/db/client'
import { startBaseEmbedded } from '../../platform/db/embedded/server'
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
  const base = config.DATABASE_URL
    ? { conexion: config.DATABASE_URL, stop: async () => {} }
    : await startBaseEmbedded(config.DATA_DIR, { onDeath, onGiveUp })
  closers.add(() => base.stop())
  checkAborted(s)
  const open = (uso: keyof typeof USOS) => {
    const pool = createPool(base.conexion, USOS[uso])
    closers.add(() => pool.end())
    return { pool, db: createDb(pool) }
  }
  const maintenance = open('maintenance')
  // A long preparation is aborted by stopping the database; what it had not committed is rolled back.
  await orCut(
    s,
    () => base.stop(),
    async () => {
      await prepareBase(maintenance.pool, config.TZ_PLANTA)
      checkAborted(s)
      await onPrepared(maintenance.db, maintenance.pool)
    },
  )
  checkAborted(s)
  return {
    conexion: base.conexion,
    maintenance,
    personas: open('personas'),
    limites: open('limites'),
    ingesta: open('ingesta'),
    openEnvios: () => open('envios'),
  }
}

export type Database = Awaited<ReturnType<typeof openDatabase>>
