import { createDb, createPool } from '../../platform/db/client'
import { forecastTodo } from './prever'
import type { TaskInput } from './previsor'
import { notifyFalta } from './shortage-text'

// Program of a child process (see child-process.ts). It ends with its parent process.
process.on('disconnect', () => process.exit())

process.on('message', async (text: string) => {
  const { conexion, replica, zona }: TaskInput = JSON.parse(text)
  const here = createPool(conexion, { max: 2 })
  const alli = replica ? createPool(replica, { max: 2 }) : here
  try {
    await forecastTodo(createDb(here), zona, notifyFalta, Date.now(), createDb(alli))
    process.send?.({ fin: true })
  } catch (e) {
    process.send?.({ error: (e as Error).message })
  } finally {
    await Promise.all([...new Set([here, alli])].map((p) => p.end()))
  }
})
