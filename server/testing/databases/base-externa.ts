import { connect } from 'node:net'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { createPlantilla, dropPlantilla } from './plantilla'

const ADDRESS = process.env.PRUEBAS_POSTGRES ?? 'postgresql://postgres@127.0.0.1:5432'
const MQTT = process.env.PRUEBAS_MQTT ?? 'mqtt://127.0.0.1:1883'

function answers(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const s = connect(Number(port), hostname, () => {
      s.destroy()
      resolve(true)
    })
    s.on('error', () => resolve(false))
    s.setTimeout(1000, () => {
      s.destroy()
      resolve(false)
    })
  })
}

/** A PostgreSQL of this machine, 15 or newer, on which tests may create databases; null where there is none. */
async function findPostgres(): Promise<boolean> {
  if (!(await answers(ADDRESS))) return false
  const c = new pg.Client({ connectionString: `${ADDRESS}/postgres`, connectionTimeoutMillis: 2000 })
  try {
    await c.connect()
    const { rows } = await c.query(
      "select current_setting('server_version_num')::int >= 150000 and (rolcreatedb or rolsuper) as vale from pg_roles where rolname = current_user",
    )
    return rows[0]?.vale === true
  } catch {
    return false
  } finally {
    await c.end().catch(() => {})
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!(await findPostgres())) {
    process.stdout.write(
      'No hay PostgreSQL en esta máquina: las pruebas de la API corren solo con la base integrada.\n',
    )
    project.provide('base', {
      direccion: '',
      parametros: '',
      plantilla: '',
      enArchivos: false,
      mqtt: null,
      hay: false,
    })
    return async () => {}
  }
  const plantilla = await createPlantilla(ADDRESS, '')
  const base = { direccion: ADDRESS, parametros: '', plantilla, enArchivos: false }
  project.provide('base', { ...base, mqtt: (await answers(MQTT)) ? MQTT : null, hay: true })
  return () => dropPlantilla(base)
}
