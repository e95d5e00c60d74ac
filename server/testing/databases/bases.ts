import type pg from 'pg'
import { listTablas } from '../../operacion/copias/repo'
import { createPool } from '../../platform/db/client'
import { type Base, execSql, leaveBase, nombreDeCopia } from './plantilla'

/** Empty databases for a test, beside that of its Retorna. */
export function createBases(base: Base) {
  const { direccion, parametros, plantilla } = base
  const hechas: { nombre: string; pool: pg.Pool }[] = []
  return {
    async create(): Promise<{ pool: pg.Pool; url: string }> {
      const nombre = nombreDeCopia(plantilla)
      await execSql(direccion, parametros, `create database ${nombre}`)
      const url = `${direccion}/${nombre}${parametros}`
      const pool = createPool(url, { max: 3 })
      hechas.push({ nombre, pool })
      return { pool, url }
    },
    async drop(): Promise<void> {
      for (const { nombre, pool } of hechas.splice(0)) {
        await pool.end()
        leaveBase(base, nombre)
      }
    },
  }
}

/** Row count and checksum of each table: databases with equal sums hold the same. */
export async function sumsOf(pool: pg.Pool): Promise<Record<string, unknown>> {
  const c = await pool.connect()
  try {
    const stats: Record<string, unknown> = {}
    for (const { nombre } of await listTablas(c)) {
      const { rows } = await c.query(
        `select count(*) as n, md5(string_agg(t::text, '|' order by t::text)) as suma from ${nombre} t`,
      )
      stats[nombre] = rows[0]
    }
    return stats
  } finally {
    c.release()
  }
}
