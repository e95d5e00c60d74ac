// @module-tag slow: an outage and the recovery from it
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeDataDir } from '../../../testing/databases/data-dir'
import { NEEDS_POSIX } from '../../../testing/necesita'
import { type BaseEmbedded, startBaseEmbedded } from './server'

const PRONTO = { timeout: 25_000, interval: 50 }

describe('the embedded database', NEEDS_POSIX, () => {
  let folder: string
  const abiertas: BaseEmbedded[] = []
  beforeEach(() => {
    folder = makeDataDir('retorna-vigilancia-')
  })
  afterEach(async () => {
    for (const b of abiertas.splice(0).reverse()) await b.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function start(options: Parameters<typeof startBaseEmbedded>[1] = {}) {
    const base = await startBaseEmbedded(folder, options)
    abiertas.push(base)
    return base
  }
  async function ask<T extends pg.QueryResultRow>(base: BaseEmbedded, text: string): Promise<T[]> {
    const c = new pg.Client(base.conexion)
    c.on('error', () => {})
    await c.connect()
    try {
      return (await c.query<T>(text)).rows
    } finally {
      await c.end()
    }
  }
  const postmaster = () => Number(readFileSync(join(folder, 'pg/postmaster.pid'), 'utf8').split('\n')[0])
  /** Start time of the server: it changes when all of its processes restart. */
  const inicio = async (base: BaseEmbedded) =>
    (
      await ask<{ t: string }>(
        base,
        'select backend_start::text as t from pg_stat_activity where backend_type = $$checkpointer$$',
      )
    )[0]?.t

  test('is started again when its first process is killed, with all that was committed', async () => {
    const onDeath = vi.fn()
    const base = await start({ onDeath })
    const otro = new pg.Client(base.conexion)
    otro.on('error', () => {})
    await otro.connect()
    await otro.query('create table guardado as select 7 as n')
    const before = postmaster()
    process.kill(before, 'SIGKILL')
    await vi.waitFor(async () => {
      expect(await ask(base, 'select n from guardado')).toEqual([{ n: 7 }])
      expect(postmaster()).not.toBe(before)
    }, PRONTO)
    expect(onDeath).toHaveBeenCalledTimes(1)
    await expect(startBaseEmbedded(folder)).rejects.toThrow('Ya hay otra Retorna')
  })

  test('stays its holder’s when one of its processes is killed and all of them begin anew', async () => {
    const base = await start()
    const victima = new pg.Client(base.conexion)
    victima.on('error', () => {})
    await victima.connect()
    const before = await inicio(base)
    const { rows } = await victima.query('select pg_backend_pid() as pid')
    process.kill(rows[0].pid, 'SIGKILL')
    // At once, even while no process may have the lock of the server.
    await expect(startBaseEmbedded(folder)).rejects.toThrow('Ya hay otra Retorna')
    await vi.waitFor(async () => expect(await inicio(base)).not.toBe(before), PRONTO)
    await expect(startBaseEmbedded(folder)).rejects.toThrow('Ya hay otra Retorna')
    const invitada = await startBaseEmbedded(folder, { compartida: true })
    await invitada.stop()
    expect(await ask(base, 'select 1 as n')).toEqual([{ n: 1 }])
    await vi.waitFor(
      async () =>
        expect(await ask(base, "select objid from pg_locks where locktype = 'advisory'")).toEqual([
          { objid: 72657 },
        ]),
      PRONTO,
    )
  })

  test('that cannot be started again is given up after some attempts, and that is told', async () => {
    const onGiveUp = vi.fn()
    await start({ onGiveUp, paciencia: { esperaMs: 10, esperaMaxMs: 20, intentos: 2 } })
    renameSync(join(folder, 'pg/global/pg_control'), join(folder, 'pg/global/otro'))
    process.kill(postmaster(), 'SIGKILL')
    await vi.waitFor(() => expect(onGiveUp).toHaveBeenCalledTimes(1), PRONTO)
    expect(onGiveUp.mock.calls[0]?.[0].message).toMatch(/La base de datos integrada no arranca: .*pg_control/)
  })

  test('is free again once its holder has stopped', async () => {
    await (await startBaseEmbedded(folder)).stop()
    expect(existsSync(join(folder, 'retorna.dueno'))).toBe(false)
    await start()
  })
})
