import { createDb, createPool } from '../db/cliente'
import { forecastTodo } from './prever'
import type { Encargo } from './previsor'
import { tellFalta } from './tell-falta'

// The program of a child process (see aparte.ts). It ends with whoever started it.
process.on('disconnect', () => process.exit())

process.on('message', async (texto: string) => {
  const { conexion, replica, zona }: Encargo = JSON.parse(texto)
  const aqui = createPool(conexion, { max: 2 })
  const alli = replica ? createPool(replica, { max: 2 }) : aqui
  try {
    await forecastTodo(createDb(aqui), zona, tellFalta, Date.now(), createDb(alli))
    process.send?.({ fin: true })
  } catch (e) {
    process.send?.({ error: (e as Error).message })
  } finally {
    await Promise.all([...new Set([aqui, alli])].map((p) => p.end()))
  }
})
