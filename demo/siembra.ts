import type pg from 'pg'
import { createDb, createPool } from '../server/platform/db/client'
import { seed } from './seed'

// A process of its own, which gives back what 90 days of history took. It ends with whoever started it, who hears Ctrl-C too.
process.on('disconnect', () => process.exit())
process.on('SIGINT', () => {})

export type Pedido = { conexion: pg.ClientConfig; zona: string }
export type Dicho = { parte: number } | { siembra: number } | { error: string }

process.on('message', async ({ conexion, zona }: Pedido) => {
  const tell = (dicho: Dicho) => process.send?.(dicho)
  const pool = createPool(conexion, { max: 2 })
  try {
    tell({ siembra: await seed(createDb(pool), pool, zona, (parte) => tell({ parte })) })
  } catch (e) {
    tell({ error: (e as Error).message })
  } finally {
    await pool.end()
    process.disconnect()
  }
})
