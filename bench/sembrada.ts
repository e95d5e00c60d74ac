import type pg from 'pg'
import { hashClave } from '#server/acceso/clave'
import { createDb, createPool, type Db } from '#server/db/cliente'
import { migrate } from '#server/db/migrate'
import { createUsuario } from '#server/usuarios/repo'
import { EMPRESA, LECTORES, seedPlanta, TAGS } from './planta'
import { seedEventos } from './siembra'
import type { Sitio } from './sitios'

export type Usuario = { username: string; password: string }

/** Fill a database with a plant and its events. Returns who may look at them. */
export const openSembrada = (sitio: Sitio, eventos: number): Promise<Usuario> =>
  openSembradaCon(sitio, async (db, pool) => {
    const primero = await seedPlanta(db, pool)
    await seedEventos(pool, eventos, primero, { tags: TAGS, lectores: LECTORES })
  })

/** Fill a database with what `seed` makes for EMPRESA. Returns who may look at it. */
export async function openSembradaCon(
  sitio: Sitio,
  seed: (db: Db, pool: pg.Pool) => Promise<void>,
): Promise<Usuario> {
  const base = await sitio.open()
  const pool = createPool(base.conexion)
  try {
    await migrate(pool)
    const db = createDb(pool)
    await seed(db, pool)
    const usuario = { username: 'banco', password: 'banco de pruebas' }
    await createUsuario(db, {
      username: usuario.username,
      nombre: 'Banco',
      claveHash: await hashClave(usuario.password),
      empresa: EMPRESA,
      rol: 'operario',
    })
    return usuario
  } finally {
    await pool.end()
    await base.stop()
  }
}

/** Cookie of a session. */
export async function enter(url: string, usuario: Usuario): Promise<string> {
  const res = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(usuario),
  })
  const cookie = res.headers.get('set-cookie')?.split(';')[0]
  if (!cookie) throw new Error(`login: ${res.status}`)
  return cookie
}
