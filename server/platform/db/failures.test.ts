import { connect } from 'node:net'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { createPool } from './client'
import { isCancelada, isSinBase, isSinSitio } from './failures'

const conCodigo = (code: string, mas: object = {}) => Object.assign(new Error('x'), { code, ...mas })
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (e: unknown) => e,
  )

describe('errors of the database', () => {
  test.each(['08006', '53100', '53300', '57P01', '57P02', '57P03', '58030', '25006'])(
    'SQLSTATE %s: another attempt later may do',
    (code) => expect(isSinBase(conCodigo(code))).toBe(true),
  )

  test.each(['23505', '22001', '42P01', '57014', 'ENOENT', 'ECONNRESET', ''])(
    '%s is no database that is away',
    (code) =>
      expect(isSinBase(conCodigo(code, { syscall: code === 'ENOENT' ? 'open' : undefined }))).toBe(false),
  )

  test('a server that is not there, by port and by socket', async () => {
    const porPuerto = createPool('postgresql://localhost:1/x')
    const porSocket = createPool({ host: '/nada/de/nada', user: 'x' })
    for (const pool of [porPuerto, porSocket]) {
      expect(isSinBase(await errorOf(pool.query('select 1')))).toBe(true)
      await pool.end()
    }
    expect(isSinBase(await errorOf(porPuerto.query('select 1')))).toBe(true)
  })

  test('a client that has ended, and a socket of somebody else that was cut', async () => {
    const c = new pg.Client({ host: '127.0.0.1', port: 1 })
    await c.connect().catch(() => {})
    expect(isSinBase(await errorOf(c.query('select 1')))).toBe(true)
    const cortada = await new Promise((resolve) => connect(1, '127.0.0.1').on('error', resolve))
    expect(isSinBase({ ...(cortada as object), syscall: undefined, message: 'aborted' })).toBe(false)
  })

  test('no room and a limit of time are told apart', () => {
    expect([isSinSitio(conCodigo('53100')), isSinSitio(conCodigo('57P01'))]).toEqual([true, false])
    expect([isCancelada(conCodigo('57014')), isCancelada(conCodigo('57P01'))]).toEqual([true, false])
  })
})
