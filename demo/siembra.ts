import type pg from 'pg'
import { createDb, createPool } from '../server/platform/db/client'
import { seed } from './seed'

// A child process, so that the memory for 90 days of history is freed. It ends with its parent process, which handles Ctrl-C.
process.on('disconnect', () => process.exit())
process.on('SIGINT', () => {})

export type Pedido = { conexion: pg.ClientConfig; zona: string; base: string }
export type Dicho = { parte: number } | { siembra: number } | { error: string }

process.on('message', async ({ conexion, ...donde }: Pedido) => {
  const tell = (dicho: Dicho) => process.send?.(dicho)
  const pool = createPool(conexion, { max: 2 })
  try {
    tell({ siembra: await seed(createDb(pool), pool, donde, (parte) => tell({ parte })) })
  } catch (e) {
    tell({ error: (e as Error).message })
  } finally {
    await pool.end()
    process.disconnect()
  }
})
