import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { hashDeClave } from '../../../parque/lectores/service'
import { type Prueba, startPrueba } from '../../../testing/retorna'
import { createCredenciales } from './credenciales'

const GW = 'C300000AFB01'

describe.runIf(inject('base').hay)('credentials in memory', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
    await p.register(GW, 'Reader', 'LEC-1')
  })
  afterAll(() => p.stop())

  /** A database that holds its next answer back until `letGo`. */
  function holdAnswer() {
    let letGo = () => {}
    let noteRead = () => {}
    const ingress = new Promise<void>((r) => {
      letGo = r
    })
    const leido = new Promise<void>((r) => {
      noteRead = r
    })
    const db = p.servidor.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        noteRead()
        await ingress
        return result
      },
    })
    return { db, letGo, leido }
  }

  test('one that is revoked while it is read again is good no longer', async () => {
    const { usuario, clave } = await p.issue(GW)
    const { db, letGo, leido } = holdAnswer()
    const credenciales = createCredenciales(db, { note: () => {}, noteUnheard: () => {} })
    const enCurso = credenciales.check(usuario, clave)
    await leido
    const r = await p.call('DELETE', `/api/lectores/${GW}/credencial`, { cookie: await p.as('admin') })
    expect(r.status).toBe(200)
    credenciales.forget()
    letGo()
    // The check began before the deletion.
    expect((await enCurso)?.lector?.mac).toBe(GW)
    expect(await credenciales.check(usuario, clave)).toBeNull()
  })

  test('one that took the place of another is good at once, also where nobody told of it', async () => {
    const first = await p.issue(GW)
    const credenciales = createCredenciales(p.servidor.db, { note: () => {}, noteUnheard: () => {} })
    expect((await credenciales.check(first.usuario, first.clave))?.lector?.mac).toBe(GW)
    // Written directly: the cached credential is only milliseconds old.
    await p.servidor.pool.query('update credencial set clave_hash = $2 where usuario = $1', [
      first.usuario,
      hashDeClave('otra'),
    ])
    const pairs = await Promise.all(
      ['otra', first.clave, 'ninguna'].map((c) => credenciales.check(first.usuario, c)),
    )
    expect(pairs.map((o) => o?.lector?.mac)).toEqual([GW, GW, undefined])
    expect(await credenciales.check(first.usuario, first.clave)).toBeNull()
  })

  test('one that nobody touched is read once', async () => {
    const { usuario, clave } = await p.issue(GW)
    let veces = 0
    const db = p.servidor.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        veces++
        return result
      },
    })
    const credenciales = createCredenciales(db, { note: () => {}, noteUnheard: () => {} })
    for (let i = 0; i < 3; i++) expect((await credenciales.check(usuario, clave))?.lector?.mac).toBe(GW)
    expect(veces).toBe(1)
    credenciales.forget()
    expect((await credenciales.check(usuario, clave))?.lector?.mac).toBe(GW)
    expect(veces).toBe(2)
  })
})
