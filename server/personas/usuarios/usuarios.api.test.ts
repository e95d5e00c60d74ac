import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Anotacion } from '#contract/personas/auditoria/auditoria'
import type { Usuario } from '#contract/personas/usuarios/usuarios'
import { CLAVE } from '../../testing/databases/plantilla'
import { type Prueba, startPrueba } from '../../testing/retorna'

type Failure = { error: string; code: string; campo?: string }

describe.runIf(inject('base').hay)('administration of users', () => {
  let p: Prueba
  let cookie: string
  beforeAll(async () => {
    p = await startPrueba()
    cookie = await p.login('admin')
  })
  afterAll(() => p.stop())

  const CLAVE_NUEVA = 'pasillo-norte-41'
  const list = async (query = '') =>
    (await p.call<Usuario[]>('GET', `/api/usuarios${query}`, { cookie })).body
  const idOf = async (username: string) => (await list()).find((u) => u.username === username)?.id ?? 0
  const create = (mas: object = {}) =>
    p.call<Usuario & Failure>('POST', '/api/usuarios', {
      body: { username: 'ainhoa', nombre: 'Ainhoa', password: CLAVE_NUEVA, empresa: 1, ...mas },
      cookie,
    })
  const change = (id: number, body: object, who = cookie) =>
    p.call<Usuario & Failure>('PUT', `/api/usuarios/${id}`, { body, cookie: who })
  const remove = (id: number, who = cookie) =>
    p.call<Failure>('DELETE', `/api/usuarios/${id}`, { cookie: who })
  const enter = (username: string, password: string) =>
    p.call<{ code?: string }>('POST', '/api/login', { body: { username, password } })

  // cubre: entidades 14, llamadas 25
  test('lists everybody by name, narrowed by text and company', async () => {
    const all = await list()
    expect(all.map((u) => u.username)).toEqual([
      'admin',
      'calidad',
      'consulta',
      'encargada',
      'operario',
      'planta4',
      'planta5',
      'planta6',
    ])
    expect(all[0]).toEqual({
      id: expect.any(Number),
      username: 'admin',
      nombre: 'Nombre de admin',
      foto_perfil: null,
      correo: null,
      correo_pendiente: null,
      empresa: 1,
      is_admin: true,
      rol: 'admin',
      activo: true,
      segundo_factor: false,
      sso: false,
      ultimo_acceso: expect.stringMatching(/^\d{4}-.*[+-]\d\d:\d\d$/),
    })
    expect((await list('?search=CALI')).map((u) => u.username)).toEqual(['calidad'])
    expect((await list('?empresa=4')).map((u) => u.username)).toEqual(['planta4'])
    expect(await list('?search=%25')).toEqual([])
  })

  // cubre: llamadas 25
  test('makes a user who can log in, and writes it down without the password', async () => {
    const r = await create({ username: '  Ainhoa.Ruiz ' })
    expect(r.body).toMatchObject({ username: 'Ainhoa.Ruiz', empresa: 1, is_admin: false, activo: true })
    expect((await enter('ainhoa.ruiz', CLAVE_NUEVA)).status).toBe(200)
    const { data } = (
      await p.call<{ data: Anotacion[] }>('GET', '/api/auditoria?entidad=usuario', { cookie })
    ).body
    expect(data[0]).toMatchObject({ username: 'admin', accion: 'crear', nombre: 'Ainhoa.Ruiz' })
    expect(JSON.stringify(data)).not.toMatch(/argon2|clave_hash|totp/)
  })

  test.each(['AINHOA.RUIZ', 'ａｉｎｈｏａ.ruiz', 'ainhoa.ruiz '])(
    '%s is that user already',
    async (username) => {
      const r = await create({ username })
      expect([r.status, r.body]).toEqual([
        409,
        { error: 'Ya existe un usuario con ese nombre de usuario.', code: 'username_repetido' },
      ])
    },
  )

  test.each([
    [{ username: 'аinhoa' }, 'username'],
    [{ username: 'αinhoa' }, 'username'],
    [{ username: 'ɑinhoa' }, 'username'],
    [{ username: 'ain hoa' }, 'username'],
    [{ username: 'ain\u200bhoa' }, 'username'],
    [{ username: 'a' }, 'username'],
    [{ username: 'a'.repeat(61) }, 'username'],
    [{ nombre: ' ' }, 'nombre'],
    [{ password: 'corta' }, 'password'],
    [{ password: 'administrador' }, 'password'],
    [{ empresa: 999 }, 'empresa'],
    [{ empresa: 0 }, 'empresa'],
    [{ empresa: '1' }, 'empresa'],
  ])('refuses %j and names its field', async (mas, field) => {
    const r = await create({ username: 'nadie.nuevo', ...mas })
    expect([r.status, r.body.campo], JSON.stringify(r.body)).toEqual([400, field])
  })

  test('accents and Vietnamese letters are Latin', async () => {
    for (const username of ['íñigo.ç', 'nguyễn', 'zoë_šimko@planta-2'])
      expect((await create({ username })).status).toBe(200)
  })

  // cubre: llamadas 26
  test('changes what is given, at once also for who is logged in', async () => {
    const id = await idOf('Ainhoa.Ruiz')
    const sesion = (await enter('ainhoa.ruiz', CLAVE_NUEVA)).cookie
    expect((await change(id, { is_admin: true })).body.is_admin).toBe(true)
    expect((await p.call('GET', '/api/usuarios', { cookie: sesion })).status).toBe(200)
    expect((await change(id, { is_admin: false, empresa: 5, nombre: 'A. Ruiz' })).body).toMatchObject({
      nombre: 'A. Ruiz',
      empresa: 5,
    })
    expect((await p.call('GET', '/api/devices', { cookie: sesion })).status).toBe(403)
    expect((await change(id, { username: 'operario' })).body.code).toBe('username_repetido')
    expect((await change(id, { empresa: 999 })).body.campo).toBe('empresa')
    expect((await change(id, { username: 'ainhoa' })).body.username).toBe('ainhoa')
    expect((await change(999_999, { nombre: 'x' })).status).toBe(404)
    expect((await enter('ainhoa', CLAVE_NUEVA)).status).toBe(200)
  })

  // cubre: llamadas 26
  test('deactivation and removal end the sessions', async () => {
    const id = await idOf('ainhoa')
    const sesion = (await enter('ainhoa', CLAVE_NUEVA)).cookie
    expect((await change(id, { activo: false })).status).toBe(200)
    const { rows } = await p.servidor.pool.query('select 1 from sesion where usuario_id = $1', [id])
    expect(rows).toEqual([])
    expect((await enter('ainhoa', CLAVE_NUEVA)).status).toBe(401)
    // Reactivating an account does not restore its sessions.
    await change(id, { activo: true })
    expect((await p.call('GET', '/api/get_user', { cookie: sesion })).status).toBe(401)
    const otra = (await enter('ainhoa', CLAVE_NUEVA)).cookie
    expect((await remove(id)).status).toBe(200)
    expect((await p.call('GET', '/api/get_user', { cookie: otra })).status).toBe(401)
    expect((await remove(id)).status).toBe(404)
  })

  test('nobody removes, demotes, deactivates or shuts out themself', async () => {
    await create({ username: 'segunda', is_admin: true })
    const yo = await idOf('admin')
    for (const body of [{ is_admin: false }, { activo: false }, { empresa: 5 }]) {
      const r = await change(yo, body)
      expect([r.status, r.body.code], JSON.stringify(body)).toEqual([409, 'cuenta_propia'])
    }
    expect((await remove(yo)).body.code).toBe('cuenta_propia')
    expect((await change(yo, { nombre: 'Ane' })).status).toBe(200)
  })

  test('of two administrators who demote one another at once, one stays', async () => {
    const a = await idOf('admin')
    const b = await idOf('segunda')
    const otra = (await enter('segunda', CLAVE_NUEVA)).cookie
    for (const cambio of [{ is_admin: false }, { activo: false }, { empresa: 4 }]) {
      const r = await Promise.all([change(b, cambio), change(a, cambio, otra)])
      const { rows } = await p.servidor.pool.query(
        "select count(*) as n from usuario where rol = 'admin' and activo and empresa_id not in (4, 5, 6)",
      )
      expect(rows[0].n, JSON.stringify(r.map((x) => x.status))).toBe(1)
      await p.servidor.pool.query(
        "update usuario set rol = 'admin', activo = true, empresa_id = 1 where id in ($1, $2)",
        [a, b],
      )
      if (cambio.activo === false) break
    }
    // The losing administrator was shut out, and the sessions ended.
    p.leaveSesion('admin')
    cookie = await p.login('admin')
    await remove(b)
  })

  test('a code gives a new password once, within a day, and ends every session', async () => {
    const id = await idOf('operario')
    const sesion = await p.login('operario')
    const issue = () =>
      p.call<{ codigo: string; caduca: string }>('POST', `/api/usuarios/${id}/restablecer`, { cookie })
    const reset = (codigo: string, mas: object = {}) =>
      p.call<Failure>('POST', '/api/restablecer_clave', {
        body: { username: 'operario', codigo, password: CLAVE_NUEVA, ...mas },
      })
    const old = (await issue()).body.codigo
    const { codigo, caduca } = (await issue()).body
    expect(codigo).toMatch(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){2}$/)
    expect(Date.parse(caduca) - Date.now()).toBeGreaterThan(23.9 * 3_600_000)
    const { rows } = await p.servidor.pool.query(
      'select to_jsonb(u)::text as t from usuario u where id = $1',
      [id],
    )
    expect(rows[0].t).not.toContain(codigo)
    const malo = {
      error: 'El código no es válido o ha caducado.',
      code: 'entrada_no_valida',
      campo: 'codigo',
    }
    expect((await reset(old)).body).toEqual(malo)
    expect((await reset(codigo, { username: 'no.existe' })).body).toEqual(malo)
    expect((await reset(codigo, { username: 'calidad' })).body).toEqual(malo)
    expect((await reset(codigo, { password: 'corta' })).body.campo).toBe('password')
    expect((await p.call('GET', '/api/get_user', { cookie: sesion })).status).toBe(200)
    expect((await reset(` ${codigo.toLowerCase().replaceAll('-', ' ')} `)).status).toBe(200)
    expect((await p.call('GET', '/api/get_user', { cookie: sesion })).status).toBe(401)
    expect((await enter('operario', CLAVE)).status).toBe(401)
    expect((await enter('operario', CLAVE_NUEVA)).status).toBe(200)
    expect((await reset(codigo)).body).toEqual(malo)
    const tarde = (await issue()).body.codigo
    await p.servidor.pool.query("update usuario set restablecer_caduca = now() - interval '1 second'")
    expect((await reset(tarde)).body).toEqual(malo)
    const { data } = (
      await p.call<{ data: Anotacion[] }>('GET', '/api/auditoria?entidad=usuario&search=operario', { cookie })
    ).body
    expect(data.some((a) => a.username === 'operario' && a.despues?.clave === 'cambiada')).toBe(true)
    expect(data.some((a) => a.username === 'admin' && a.despues?.restablecer_caduca)).toBe(true)
    let r = malo as { code: string }
    for (let i = 0; i < 12; i++) r = (await reset('AAAA-BBBB-CCCC')).body
    expect(r.code).toBe('demasiadas_peticiones')
  })

  // cubre: llamadas 27
  test('companies are made, renamed, and removed when they hold nothing', async () => {
    const call = <T = Failure>(method: string, ruta: string, body?: object) =>
      p.call<T>(method, `/api/empresas${ruta}`, { body, cookie })
    expect((await call('POST', '', { id: 77, nombre: ' Cartonajes ' })).body).toEqual({
      id: 77,
      nombre: 'Cartonajes',
      modo: 'completo',
      exigir_sso: false,
    })
    expect((await call('POST', '', { id: 77, nombre: 'Otra' })).body.code).toBe('empresa_repetida')
    expect((await call('PUT', '/77', { nombre: 'Cartonajes Oria' })).status).toBe(200)
    expect((await call<{ id: number; nombre: string }[]>('GET', '')).body).toContainEqual({
      id: 77,
      nombre: 'Cartonajes Oria',
      modo: 'completo',
      exigir_sso: false,
    })
    await create({ username: 'carton', empresa: 77 })
    await p.register('AABB00000077', 'SmartBle', '20014-77', { empresa: 77 })
    const llena = await call('DELETE', '/77')
    expect([llena.status, llena.body]).toEqual([
      409,
      { error: 'La empresa todavía tiene 1 usuario y 1 dispositivo.', code: 'empresa_ocupada' },
    ])
    await p.servidor.pool.query("delete from dispositivo where mac = 'AABB00000077'")
    await remove(await idOf('carton'))
    await p.servidor.pool.query(
      "insert into visto_sin_registrar (empresa_id, mac, veces, primera, ultima, aleatoria) values (77, 'X', 1, now(), now(), false)",
    )
    expect((await call('DELETE', '/77')).status).toBe(200)
    expect((await call('DELETE', '/77')).status).toBe(404)
    expect((await call('PUT', '/77', { nombre: 'x' })).status).toBe(404)
    const { data } = (
      await p.call<{ data: Anotacion[] }>('GET', '/api/auditoria?entidad=empresa', { cookie })
    ).body
    expect(data.map((a) => a.accion)).toEqual(['eliminar', 'cambiar', 'crear'])
  })

  test('what the people of a company see is a property of it', async () => {
    const modo = (id: number, m: string, nombre = `Empresa ${id}`) =>
      p.call<Failure>('PUT', `/api/empresas/${id}`, { body: { nombre, modo: m }, cookie })
    await p.call('POST', '/api/empresas', { body: { id: 78, nombre: 'Proveedor', modo: 'panel' }, cookie })
    await create({ username: 'proveedora', empresa: 78 })
    const ellas = async (username: string, password = CLAVE) => {
      const { body, cookie: suya } = await p.call<{ modo: string }>('POST', '/api/login', {
        body: { username, password },
      })
      return [body.modo, (await p.call('GET', '/api/get_table_data', { cookie: suya })).status]
    }
    expect(await ellas('proveedora', CLAVE_NUEVA)).toEqual(['panel', 403])
    expect(await ellas('planta4')).toEqual(['solo_panel', 403])
    expect(await ellas('planta6')).toEqual(['panel', 403])
    expect((await modo(6, 'completo')).status).toBe(200)
    expect(await ellas('planta6')).toEqual(['completo', 200])
    expect((await modo(6, 'panel')).status).toBe(200)
    expect((await modo(6, 'otro')).status).toBe(400)
    // The only administrator belongs to company 1: nobody could undo the change.
    const suya = await modo(1, 'panel')
    expect([suya.status, suya.body.code]).toEqual([409, 'ultimo_administrador'])
    expect((await p.call('GET', '/api/usuarios', { cookie })).status).toBe(200)
  })

  test('readers are listed with clock and credential', async () => {
    await p.register('C30000000077', 'Reader', 'LEC-77', { lat: 42, lon: -2 })
    const find = async () =>
      (
        await p.call<{ mac: string; credencial: object | null }[]>('GET', '/api/lectores?empresa=1', {
          cookie,
        })
      ).body.find((l) => l.mac === 'C30000000077')
    expect(await find()).toEqual({
      mac: 'C30000000077',
      Apodo: 'LEC-77',
      empresa: 1,
      Activado: true,
      Ubicacion: null,
      UltimoRegistro: null,
      desfase_s: null,
      reloj: null,
      mensajes_minuto: null,
      oidos: 0,
      rechazo: null,
      credencial: null,
      causa: null,
    })
    const { usuario } = await p.issue('C30000000077', true)
    expect((await find())?.credencial).toEqual({ usuario, puente: true, creada: expect.any(String) })
  })
})
