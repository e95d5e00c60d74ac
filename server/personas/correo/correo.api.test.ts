import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { CLAVE } from '../../testing/databases/plantilla'
import { leeMailMessage, startBuzon, startMudo } from '../../testing/receptores'
import { type Prueba, startPrueba } from '../../testing/retorna'

const PRONTO = { timeout: 10_000, interval: 20 }

describe.runIf(inject('base').hay)('addresses of people', () => {
  let p: Prueba
  let buzon: Awaited<ReturnType<typeof startBuzon>>
  beforeAll(async () => {
    buzon = await startBuzon()
    p = await startPrueba({
      SMTP_URL: buzon.url,
      SMTP_DE: 'avisos@retorna.example',
      PUBLIC_URL: 'http://planta.example',
    })
  })
  afterEach(async () => {
    buzon.mailMessages.length = 0
    buzon.fail = () => {}
    await p.servidor.pool.query(
      'update usuario set correo = null, correo_pendiente = null, correo_hash = null',
    )
  })
  afterAll(async () => {
    await p.stop()
    await buzon.stop()
  })

  const put = async (who: string, correo: string | null, password = CLAVE) =>
    p.call('PUT', '/api/correo', { body: { correo, password }, cookie: await p.as(who) })
  const link = (i = buzon.mailMessages.length - 1) =>
    new URL(
      /http:\/\/planta\.example\/\S+/.exec(
        leeMailMessage(buzon.mailMessages[i] as never).texto,
      )?.[0] as string,
    )
  const confirm = (token: string) => p.call('POST', '/api/correo/confirmar', { body: { token } })

  test('count once their link is followed, which works once and for two days', async () => {
    expect((await put('operario', 'Ane@Planta.example')).body).toEqual({
      correo: null,
      pendiente: 'Ane@Planta.example',
    })
    expect(buzon.mailMessages[0]?.para).toBe('Ane@planta.example')
    const token = link().searchParams.get('token') as string
    expect(link().pathname).toBe('/correo')
    const { rows } = await p.servidor.pool.query(
      'select correo_hash from usuario where correo_hash is not null',
    )
    expect(rows[0].correo_hash.toString('base64url')).not.toBe(token)
    expect((await confirm('nada')).status).toBe(400)
    expect((await confirm(token)).body).toEqual({ correo: 'Ane@Planta.example' })
    expect((await confirm(token)).status).toBe(400)
    // The same address again asks for nothing; another address keeps the first until its link is followed.
    expect((await put('operario', 'ane@planta.example')).body.pendiente).toBeNull()
    expect(buzon.mailMessages).toHaveLength(1)
    expect((await put('operario', 'otra@planta.example')).body).toEqual({
      correo: 'Ane@Planta.example',
      pendiente: 'otra@planta.example',
    })
    await p.servidor.pool.query("update usuario set correo_caduca = now() - interval '1 second'")
    expect((await confirm(link().searchParams.get('token') as string)).status).toBe(400)
    expect((await put('operario', '')).body).toEqual({ correo: null, pendiente: null })
  })

  test('take the password of the account, and are one address', async () => {
    expect([(await put('operario', 'ane@planta.example', 'otra-clave-99')).body.campo]).toEqual(['password'])
    for (const malo of [
      'ane',
      'ane@planta',
      'a@b.example, c@d.example',
      'a@b.example\r\nBcc: c@d.example',
      'Ane <a@b.example>',
    ])
      expect([malo, (await put('operario', malo)).status]).toEqual([malo, 400])
    expect(buzon.mailMessages).toEqual([])
  })

  test('to which nothing can be sent are not kept, and it is said', async () => {
    buzon.fail = () => {
      throw Object.assign(new Error('unknown'), { responseCode: 550 })
    }
    const r = await put('operario', 'nadie@planta.example')
    expect([r.status, r.body.code, r.body.campo]).toEqual([502, 'correo_no_enviado', 'correo'])
    expect((await p.call('GET', '/api/correo', { cookie: await p.as('operario') })).body).toEqual({
      correo: null,
      pendiente: null,
    })
  })

  test('are given by administrators too, of their company alone', async () => {
    const body = {
      username: 'nueva',
      nombre: 'Nueva',
      password: 'rodillo-verde-78',
      empresa: 2,
      correo: 'nueva@planta.example',
    }
    const cookie = await p.as('encargada')
    const r = await p.call<{ id: number; correo: null; correo_pendiente: string }>('POST', '/api/usuarios', {
      body,
      cookie,
    })
    expect([r.status, r.body.correo, r.body.correo_pendiente]).toEqual([200, null, 'nueva@planta.example'])
    await confirm(link().searchParams.get('token') as string)
    const otra = await p.call('PUT', `/api/usuarios/${r.body.id}`, { body: { correo: 'mala' }, cookie })
    expect([otra.status, otra.body.campo]).toEqual([400, 'correo'])
    const quitada = await p.call('PUT', `/api/usuarios/${r.body.id}`, { body: { correo: null }, cookie })
    expect(quitada.body).toMatchObject({ correo: null, correo_pendiente: null })
    const { rows } = await p.servidor.pool.query("select id from usuario where username = 'operario'")
    expect(
      (await p.call('PUT', `/api/usuarios/${rows[0].id}`, { body: { correo: 'x@planta.example' }, cookie }))
        .status,
    ).toBe(404)
  })

  describe('while the mail server says nothing', () => {
    let q: Prueba
    let mudo: Awaited<ReturnType<typeof startMudo>>
    beforeAll(async () => {
      mudo = await startMudo()
      q = await startPrueba({ SMTP_URL: mudo.url, SMTP_DE: 'avisos@retorna.example' })
    })
    afterAll(async () => {
      mudo.cut()
      await q.stop()
      await mudo.stop()
    })
    const idOf = async (username: string) =>
      (await q.servidor.pool.query('select id from usuario where username = $1', [username])).rows[0]?.id
    const change = async (username: string, body: object) =>
      q.call('PUT', `/api/usuarios/${await idOf(username)}`, { body, cookie: await q.as('admin') })
    const abiertas = async () =>
      (
        await q.servidor.pool.query(
          "select query from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
        )
      ).rows

    test('nobody else waits, and nothing is kept of what could not be sent', async () => {
      const before = await change('operario', { nombre: 'Antes' })
      expect(before.status).toBe(200)
      const enCurso = change('operario', { correo: 'ane@planta.example' })
      await expect.poll(() => mudo.llamadas(), PRONTO).toBe(1)
      let ended = false
      void enCurso.then(() => {
        ended = true
      })
      // The lock on administrators and the connection are free again.
      expect((await change('calidad', { nombre: 'Otra persona' })).status).toBe(200)
      expect(ended).toBe(false)
      expect(await abiertas()).toEqual([])
      mudo.cut()
      const r = await enCurso
      expect([r.status, r.body.code, r.body.campo]).toEqual([502, 'correo_no_enviado', 'correo'])
      const { rows } = await q.servidor.pool.query(
        "select correo, correo_pendiente, correo_hash from usuario where username = 'operario'",
      )
      expect(rows).toEqual([{ correo: null, correo_pendiente: null, correo_hash: null }])
    })

    test('an account whose mail could not be sent is not made', async () => {
      const body = { username: 'nueva', nombre: 'Nueva', password: 'rodillo-verde-78', empresa: 1 }
      const cookie = await q.as('admin')
      const previas = mudo.llamadas()
      const enCurso = q.call('POST', '/api/usuarios', {
        body: { ...body, correo: 'n@planta.example' },
        cookie,
      })
      await expect.poll(() => mudo.llamadas(), PRONTO).toBe(previas + 1)
      mudo.cut()
      expect((await enCurso).status).toBe(502)
      expect(await idOf('nueva')).toBeUndefined()
      expect((await q.call('POST', '/api/usuarios', { body, cookie })).status).toBe(200)
    })

    test('an address that waited before waits on', async () => {
      await q.servidor.pool.query(
        `update usuario set correo_pendiente = 'primera@planta.example', correo_hash = 'x', correo_caduca = now() + interval '1 day'
         where username = 'calidad'`,
      )
      const previas = mudo.llamadas()
      const enCurso = change('calidad', { correo: 'segunda@planta.example' })
      await expect.poll(() => mudo.llamadas(), PRONTO).toBe(previas + 1)
      mudo.cut()
      expect((await enCurso).status).toBe(502)
      const { rows } = await q.servidor.pool.query(
        "select correo_pendiente, correo_hash from usuario where username = 'calidad'",
      )
      expect(rows).toEqual([{ correo_pendiente: 'primera@planta.example', correo_hash: Buffer.from('x') }])
    })
  })

  const forget = (usuario: string) => p.call('POST', '/api/olvido', { body: { usuario } })
  const give = (username: string, correo: string) =>
    p.servidor.pool.query('update usuario set correo = $2 where username = $1', [username, correo])

  test('a forgotten password goes there: one link, one hour, all sessions end, the second factor stays', async () => {
    await give('calidad', 'calidad@planta.example')
    const [previa, ajena] = [await p.login('calidad'), await p.login('planta4')]
    await p.servidor.pool.query("update usuario set segundo_factor = true where username = 'calidad'")
    expect((await forget('CALIDAD')).body).toEqual({ ok: true })
    await expect.poll(() => buzon.mailMessages.length, PRONTO).toBe(1)
    const { searchParams, pathname } = link()
    expect([pathname, searchParams.get('usuario')]).toEqual(['/login', 'calidad'])
    const { rows } = await p.servidor.pool.query(
      "select extract(epoch from restablecer_caduca - now()) as s from usuario where username = 'calidad'",
    )
    expect(Number(rows[0].s)).toBeGreaterThan(3500)
    expect(Number(rows[0].s)).toBeLessThanOrEqual(3600)
    const body = { username: 'calidad', codigo: searchParams.get('codigo'), password: 'nueva-clave-2026' }
    expect((await p.call('POST', '/api/restablecer_clave', { body })).status).toBe(200)
    expect((await p.call('POST', '/api/restablecer_clave', { body })).status).toBe(400)
    const entra = await p.call('POST', '/api/login', {
      body: { username: 'calidad', password: 'nueva-clave-2026' },
    })
    expect([entra.status, entra.body.code]).toEqual([401, 'segundo_factor'])
    expect((await p.call('GET', '/api/validate_token', { cookie: previa })).status).toBe(401)
    expect((await p.call('GET', '/api/validate_token', { cookie: ajena })).status).toBe(200)
  })

  test('the answer tells nobody who has an account, and it is throttled', async () => {
    await give('encargada', 'encargada@planta.example')
    await p.servidor.pool.query("update usuario set activo = false where username = 'planta6'")
    await give('planta6', 'planta6@planta.example')
    for (const who of ['nadie', 'planta5', 'planta6', 'encargada@planta.example']) {
      const r = await forget(who)
      expect([who, r.status, r.body]).toEqual([who, 200, { ok: true }])
    }
    await expect
      .poll(() => buzon.mailMessages.map((c) => c.para), PRONTO)
      .toEqual(['encargada@planta.example'])
    await p.servidor.pool.query("update usuario set activo = true where username = 'planta6'")
    for (const who of ['nadie.mas', 'planta4']) {
      const estados = []
      for (let i = 0; i < 7; i++) estados.push((await forget(who)).status)
      expect(estados).toEqual([200, 200, 200, 200, 200, 429, 429])
    }
  })

  test('where there is no mail server there are none', async () => {
    const sin = await startPrueba()
    expect((await sin.call('GET', '/api/ajustes')).body.correo).toBe(false)
    expect((await p.call('GET', '/api/ajustes')).body.correo).toBe(true)
    expect((await sin.call('POST', '/api/olvido', { body: { usuario: 'admin' } })).body.code).toBe(
      'sin_correo',
    )
    const r = await sin.call('PUT', '/api/correo', {
      body: { correo: 'a@b.example', password: CLAVE },
      cookie: await sin.as('admin'),
    })
    expect([r.status, r.body.code]).toEqual([409, 'sin_correo'])
    await sin.stop()
  })
})
