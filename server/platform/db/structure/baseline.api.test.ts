// @module-tag slow: starts and stops of whole programs
import { afterAll, describe, expect, inject, test } from 'vitest'
import { startServer } from '../../../start/server'
import { createBases } from '../../../testing/databases/bases'
import { BEFORE } from '../../../testing/databases/before-baseline'
import { readCatalog } from '../../../testing/databases/catalog'
import { runSmokeTest } from '../../../testing/programs/smoke-test'
import { readConfig } from '../../config/config'
import { ErrorStartup } from '../../config/startup-errors'
import { listArchivosMigration, migrate } from '../migrate'
import { BEFORE_BASELINE, isBaseline } from './baseline'

describe.runIf(inject('base').hay)('a database of before the baseline', () => {
  const bases = createBases(inject('base'))
  afterAll(() => bases.drop())

  async function createOld() {
    const base = await bases.create()
    await base.pool.query(BEFORE)
    return base
  }

  test('comes up with everything in it, and its schema is the one of a new database to the letter', async () => {
    const { pool, url } = await createOld()
    const fresh = await bases.create()
    const count = async () =>
      (
        await pool.query(
          `select (select count(*) from evento) as eventos, (select count(*) from incidencia) as incidencias,
             (select array_agg(mac order by mac) from dispositivo) as macs, (select sum(n) from evento_cuenta) as contados`,
        )
      ).rows
    const before = await count()
    expect(before).toMatchObject([{ eventos: 1, incidencias: 1 }])
    expect(await migrate(pool)).toEqual(listArchivosMigration().filter((f) => !isBaseline(f)))
    await migrate(fresh.pool)
    expect(await count()).toEqual(before)
    const [old, now] = [await readCatalog(pool), await readCatalog(fresh.pool)]
    for (const part of Object.keys(now)) expect([part, old[part]]).toEqual([part, now[part]])
    expect(now.tables?.length).toBeGreaterThan(100)
    // A second start finds nothing to do, and the old migration names still satisfy a process of the old version.
    expect(await migrate(pool)).toEqual([])
    const { rows } = await pool.query<{ nombre: string }>('select nombre from migracion')
    expect(rows.map((r) => r.nombre)).toEqual(
      expect.arrayContaining([...BEFORE_BASELINE, ...listArchivosMigration()]),
    )

    const s = await startServer(
      readConfig({ PORT: '0', MQTT_PORT: '0', DATABASE_URL: url, LOG_LEVEL: 'fatal', COPIAS_DIAS: '0' }),
    )
    try {
      await runSmokeTest(s.url)
    } finally {
      await s.stop()
    }
    const macs = (await count())[0]?.macs
    expect(macs).toEqual(expect.arrayContaining(before[0]?.macs))
    expect(macs).toHaveLength(before[0]?.macs.length + 2)
  })

  test('that lacks some of what it was made of is older than what can be brought up to date', async () => {
    const { pool } = await createOld()
    await pool.query('delete from migracion where nombre = $1', [BEFORE_BASELINE.at(-1)])
    const failed = migrate(pool)
    await expect(failed).rejects.toThrow(ErrorStartup)
    await expect(failed).rejects.toThrow(
      `La base de datos es de una versión de desarrollo anterior a la 0.1.0 que ya no se puede actualizar (le falta ${BEFORE_BASELINE.at(-1)}).`,
    )
    expect((await pool.query("select to_regclass('definicion') as hay")).rows).toEqual([{ hay: null }])
  })
})
