import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Anotacion } from '#contract/personas/auditoria/auditoria'
import type { SesionAbierta } from '#contract/personas/usuarios/perfil'
import { CLAVE } from '../../testing/databases/plantilla'
import { jpegOf, tellingJpeg } from '../../testing/files'
import { type Prueba, startPrueba } from '../../testing/retorna'

describe.runIf(inject('base').hay)('the own account', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
  })
  afterAll(() => p.stop())

  async function enter(username: string, password = CLAVE) {
    const r = await p.call<{ token: string }>('POST', '/api/login', { body: { username, password } })
    return { status: r.status, cookie: r.cookie, token: r.body.token }
  }
  async function upload(cookie: string, bytes: Buffer, field = 'file', tipo = 'image/jpeg') {
    const cuerpo = new FormData()
    cuerpo.set(field, new Blob([new Uint8Array(bytes)], { type: tipo }), 'foto.jpg')
    const r = await fetch(`${p.servidor.url}/api/upload_profile_image`, {
      method: 'POST',
      headers: { cookie },
      body: cuerpo,
    })
    return { status: r.status, body: (await r.json()) as { url: string; code?: string; error?: string } }
  }
  const see = (url: string, cookie: string) => fetch(p.servidor.url + url, { headers: { cookie } })

  // cubre: llamadas 17 20
  test('the name is changed, and must be one', async () => {
    const cookie = await p.as('operario')
    const r = await p.call('POST', '/api/update_user', { body: { nombre: ' Oier Núñez ' }, cookie })
    expect(r.body).toEqual({
      message: 'Usuario actualizado correctamente.',
      user: {
        id: expect.any(Number),
        username: 'operario',
        nombre: 'Oier Núñez',
        foto_perfil: null,
        is_admin: false,
        rol: 'operario',
      },
    })
    expect((await p.call('GET', '/api/get_user', { cookie })).body).toMatchObject({
      user: { nombre: 'Oier Núñez' },
    })
    const malo = await p.call('POST', '/api/update_user', { body: { nombre: '  ' }, cookie })
    expect([malo.status, malo.body]).toEqual([
      400,
      { error: 'Falta el nombre.', code: 'entrada_no_valida', campo: 'nombre' },
    ])
  })

  // cubre: entidades 15, llamadas 18-19
  test('a photo is uploaded, chosen, seen by colleagues and admins, and by nobody else', async () => {
    const cookie = await p.as('operario')
    const { url } = (await upload(cookie, jpegOf(640, 480))).body
    expect(url).toMatch(/^\/api\/fotos\/[0-9a-f]{32}\.jpg$/)
    // Only its owner sees a photo that is not chosen yet.
    expect((await see(url, await p.as('admin'))).status).toBe(404)
    const choose = { nombre: 'Oier', foto_perfil: url }
    expect((await p.call('POST', '/api/update_user', { body: choose, cookie })).body).toMatchObject({
      user: { foto_perfil: url },
    })
    expect((await p.call('GET', '/api/profile_image', { cookie })).body).toEqual({ url })
    const r = await see(url, cookie)
    expect(Buffer.from(await r.arrayBuffer()).equals(jpegOf(640, 480))).toBe(true)
    // The same photo as a phone writes it: what its file tells is not kept.
    expect((await upload(cookie, tellingJpeg(640, 480, 1))).body).toEqual({ url })
    expect(Object.fromEntries(r.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=31536000, immutable',
    })
    expect((await see(url, await p.as('admin'))).status).toBe(200)
    expect((await see(url, await p.as('calidad'))).status).toBe(404)
    expect((await see(url, '')).status).toBe(401)
    // A user cannot choose another user's photo, or any other URL.
    for (const foto_perfil of [url, 'https://otro.example/x.jpg', 'javascript:alert(1)', '/api/logout'])
      expect(
        (
          await p.call('POST', '/api/update_user', {
            body: { nombre: 'x', foto_perfil },
            cookie: await p.as('calidad'),
          })
        ).status,
      ).toBe(400)
    // Another photo replaces it; after removing it there is none.
    const otra = (await upload(cookie, jpegOf(100, 100))).body.url
    await p.call('POST', '/api/update_user', { body: { nombre: 'Oier', foto_perfil: otra }, cookie })
    expect((await see(url, cookie)).status).toBe(404)
    await p.call('POST', '/api/update_user', { body: { nombre: 'Oier' }, cookie })
    expect((await see(otra, cookie)).status).toBe(200)
    await p.call('POST', '/api/update_user', { body: { nombre: 'Oier', foto_perfil: null }, cookie })
    expect((await see(otra, cookie)).status).toBe(404)
    expect((await p.call('GET', '/api/profile_image', { cookie })).body).toEqual({ url: null })
  })

  test('many uploads leave no heap', async () => {
    const cookie = await p.as('operario')
    for (let i = 1; i < 6; i++) await upload(cookie, jpegOf(i, i))
    const { rows } = await p.servidor.pool.query('select count(*) as n from foto')
    expect(rows[0].n).toBeLessThanOrEqual(2)
  })

  test('what is no photo, or too much of one, is refused', async () => {
    const cookie = await p.as('operario')
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const html = Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff]),
      Buffer.from('<html><script>alert(1)</script>'),
    ])
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    for (const bytes of [svg, html, png, Buffer.alloc(0), Buffer.from([0xff, 0xd8, 0xff])])
      expect((await upload(cookie, bytes)).body).toMatchObject({
        error: 'La foto debe ser una imagen JPEG.',
        code: 'tipo_no_admitido',
      })
    expect((await upload(cookie, jpegOf(801, 10))).status).toBe(400)
    expect((await upload(cookie, jpegOf(10, 801))).status).toBe(400)
    for (const [width, height] of [
      [0, 0],
      [0, 10],
      [10, 0],
    ] as const)
      expect((await upload(cookie, jpegOf(width, height))).body).toMatchObject({
        error: 'La foto está dañada y no se puede leer.',
        campo: 'file',
      })
    expect((await upload(cookie, jpegOf(800, 800))).status).toBe(200)
    const justa = (1 << 20) - jpegOf(9, 9).length
    expect((await upload(cookie, jpegOf(9, 9, justa))).status).toBe(200)
    expect((await upload(cookie, jpegOf(9, 9, justa + 1))).body.code).toBe('demasiado_grande')
    expect((await upload(cookie, jpegOf(9, 9, 5 << 20))).status).toBe(413)
    expect((await upload(cookie, jpegOf(9, 9), 'otra')).status).toBe(400)
    const sinForma = await p.call('POST', '/api/upload_profile_image', { body: {}, cookie })
    expect(sinForma.status).toBe(415)
    for (const tipo of ['multipart/form-data', 'multipart/form-data; boundary=x']) {
      const r = await p.call('POST', '/api/upload_profile_image', {
        body: '--x\r\nroto',
        cookie,
        headers: { 'content-type': tipo },
      })
      expect([400, 415]).toContain(r.status)
    }
  })

  // cubre: llamadas 24
  test('a password is changed with the token of this session and the current one; the others end', async () => {
    const uno = await enter('calidad')
    const dos = await enter('calidad')
    const nueva = 'rodillo-azul-2026'
    const change = (sesion: { cookie: string }, token: string | null, body: object) =>
      p.call<{ token: string; code?: string; campo?: string; error?: string }>(
        'POST',
        '/api/change_password',
        {
          body,
          cookie: sesion.cookie,
          headers: token === null ? {} : { authorization: `Bearer ${token}` },
        },
      )
    const body = { current_password: CLAVE, new_password: nueva }
    for (const token of [null, 'x'.repeat(43), dos.token]) {
      const r = await change(uno, token, body)
      expect([r.status, r.body.code]).toEqual([403, 'token_no_valido'])
    }
    const mala = await change(uno, uno.token, { ...body, current_password: 'no es esta' })
    expect([mala.status, mala.body]).toEqual([
      400,
      {
        error: 'La contraseña actual no es correcta.',
        code: 'entrada_no_valida',
        campo: 'current_password',
      },
    ])
    for (const new_password of ['corta', 'contraseña123']) {
      const r = await change(uno, uno.token, { ...body, new_password })
      expect([r.status, r.body.campo]).toEqual([400, 'new_password'])
    }
    const buena = await change(uno, uno.token, body)
    expect(buena.status).toBe(200)
    const lives = async (cookie: string) => (await p.call('GET', '/api/get_user', { cookie })).status
    expect(await lives(dos.cookie)).toBe(401)
    // A copy of the earlier cookie is not valid either.
    expect(await lives(uno.cookie)).toBe(401)
    expect(await lives(buena.cookie)).toBe(200)
    expect((await enter('calidad')).status).toBe(401)
    expect((await enter('calidad', nueva)).status).toBe(200)
    // Only the new token is valid.
    const otra = { current_password: nueva, new_password: CLAVE }
    expect((await change(buena, uno.token, otra)).status).toBe(403)
    expect((await change(buena, buena.body.token, otra)).status).toBe(200)
    const { data } = (
      await p.call<{ data: Anotacion[] }>('GET', '/api/auditoria?search=calidad&entidad=usuario', {
        cookie: await p.as('admin'),
      })
    ).body
    expect(data[0]).toMatchObject({ username: 'calidad', accion: 'cambiar', despues: { clave: 'cambiada' } })
  })

  test('guessing the current password is throttled', async () => {
    const s = await enter('planta6')
    const estados: number[] = []
    for (let i = 0; i < 11; i++)
      estados.push(
        (
          await p.call('POST', '/api/change_password', {
            body: { current_password: `no ${i}`, new_password: 'rodillo-azul-2026' },
            cookie: s.cookie,
            headers: { authorization: `Bearer ${s.token}` },
          })
        ).status,
      )
    expect(estados.slice(0, 10)).toEqual(Array(10).fill(400))
    expect(estados[10]).toBe(429)
  })

  test('open sessions are listed and ended, the own ones only', async () => {
    const list = async (cookie: string) =>
      (await p.call<SesionAbierta[]>('GET', '/api/sesiones', { cookie })).body
    const uno = await enter('planta5')
    const dos = await p.call('POST', '/api/login', {
      body: { username: 'planta5', password: CLAVE },
      headers: { 'user-agent': 'Navegador de prueba' },
    })
    const sesiones = await list(uno.cookie)
    expect(sesiones.filter((s) => s.actual)).toHaveLength(1)
    const otra = sesiones.find((s) => s.agente === 'Navegador de prueba')
    expect(otra).toMatchObject({ actual: false, direccion: expect.stringMatching(/127\.0\.0\.1|::1/) })
    expect(Object.keys(otra ?? {}).sort()).toEqual(
      ['actual', 'agente', 'creada', 'direccion', 'id', 'usada'].sort(),
    )
    const end = async (cookie: string) =>
      (await p.call('DELETE', `/api/sesiones/${otra?.id}`, { cookie })).status
    expect(await end(await p.as('operario'))).toBe(404)
    expect((await p.call('GET', '/api/get_user', { cookie: dos.cookie })).status).toBe(200)
    expect(await end(uno.cookie)).toBe(200)
    expect((await p.call('GET', '/api/get_user', { cookie: dos.cookie })).status).toBe(401)
    expect(await end(uno.cookie)).toBe(404)
  })
})
