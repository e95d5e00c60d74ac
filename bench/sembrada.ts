import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { hashClave } from '#server/personas/acceso/clave'
import { createUsuario } from '#server/personas/usuarios/repo'
import { createDb, createPool, type Db } from '#server/platform/db/client'
import { migrate } from '#server/platform/db/migrate'
import { checkZona } from '#server/platform/db/zona'
import { EMPRESA, LECTORES, seedPlanta, TAGS } from './planta'
import { seedEventos, ZONA } from './siembra'
import type { Place } from './sitios'

/** Time limit in ms for a server's first work on a large plant: computing the visits of all containers, and the first reports. */
const PRIMEROS_MS = 20 * 60_000

export type Usuario = { username: string; password: string }

/** Fill a database with a plant and its events. Returns the user for the bench. */
export const openSembrada = (place: Place, eventos: number): Promise<Usuario> =>
  openSembradaCon(place, async (db, pool) => {
    const first = await seedPlanta(db, pool)
    await seedEventos(pool, eventos, first, { tags: TAGS, lectores: LECTORES })
  })

/** Fill a database with what `seed` creates for EMPRESA. Returns the user for the bench. */
export async function openSembradaCon(
  place: Place,
  seed: (db: Db, pool: pg.Pool) => Promise<void>,
): Promise<Usuario> {
  const base = await place.open()
  const pool = createPool(base.conexion)
  try {
    await migrate(pool)
    await checkZona(pool, ZONA)
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

/** Log in and return the session's cookie. */
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

/** Wait until the server has done its work of each minute once: the visits of all containers are computed, faults are reported. */
export async function awaitPrimeros(pool: pg.Pool): Promise<void> {
  const t0 = performance.now()
  const { rows: before } = await pool.query<{ ahora: Date }>('select now() as ahora')
  for (;;) {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::int as n from trabajo_resultado where nombre in ('visitas', 'vigilar', 'avisar') and hecho > $1`,
      [before[0]?.ahora],
    )
    if (rows[0]?.n === 3) break
    if (performance.now() - t0 > PRIMEROS_MS) throw new Error('the first work of the server takes too long')
    await sleep(500)
  }
  process.stdout.write(`  the server's first work took ${Math.round((performance.now() - t0) / 1000)} s\n`)
}
