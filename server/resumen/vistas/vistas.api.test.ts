import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Vista } from '#contract/resumen/vistas/vistas'
import { type Prueba, startPrueba } from '../../testing/retorna'

type List = { data: Vista[]; correo: string }

describe.runIf(inject('base').hay)('saved views', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
    // Another company with access to all screens.
    await p.servidor.pool.query("update empresa set modo = 'completo' where id = 4")
  })
  afterEach(() => p.servidor.pool.query('delete from vista'))
  afterAll(() => p.stop())

  const nueva = {
    pantalla: 'inventario',
    nombre: 'Los de Consumo',
    compartida: false,
    busqueda: { ubicacion: 'Consumo', orden: 'Bateria', sentido: 'desc' },
    consulta: { ubicacion: 'Consumo', orden: 'Bateria', sentido: 'desc', columnas: 'Apodo,Bateria' },
  }
  const keep = async (who: string, mas: object = {}) =>
    p.call<Vista & { error?: string; campo?: string }>('POST', '/api/vistas', {
      body: { ...nueva, ...mas },
      cookie: await p.as(who),
    })
  const list = async (who: string, screen = 'inventario') =>
    (await p.call<List>('GET', `/api/vistas?pantalla=${screen}`, { cookie: await p.as(who) })).body

  test('a filter is kept under a name, once a screen, and comes back as it was', async () => {
    const hecha = await keep('operario')
    expect(hecha.status, JSON.stringify(hecha.body)).toBe(200)
    expect(hecha.body).toMatchObject({
      nombre: 'Los de Consumo',
      busqueda: nueva.busqueda,
      mia: true,
      envio: null,
    })
    expect((await list('operario')).data).toEqual([hecha.body])
    expect((await list('operario', 'eventos')).data).toEqual([])
    const otra = await keep('operario', { nombre: 'LOS DE CONSUMO' })
    expect([otra.status, otra.body.campo]).toEqual([409, 'nombre'])
    const enOtra = { pantalla: 'estados', consulta: {}, busqueda: {} }
    expect((await keep('operario', enOtra)).status).toBe(200)
    expect((await keep('admin')).status).toBe(200)
    const { rows } = await p.servidor.pool.query(
      "select accion, nombre from auditoria where entidad = 'vista'",
    )
    expect(rows).toHaveLength(3)
    expect(rows[0]).toEqual({ accion: 'crear', nombre: 'Los de Consumo' })
  })

  test('two at once that want one name: one has it, the other is told', async () => {
    const cookie = await p.as('operario')
    const ids = await Promise.all(
      ['a', 'b'].map(async (nombre) => (await keep('operario', { nombre })).body.id),
    )
    // The second request waits for the first to commit.
    for (let i = 0; i < 10; i++) {
      const body = { nombre: `Los ${i}`, compartida: false }
      const all = await Promise.all(ids.map((id) => p.call('PUT', `/api/vistas/${id}`, { body, cookie })))
      expect(all.map((r) => r.status).sort()).toEqual([200, 409])
      expect(all.find((r) => r.status === 409)?.body).toMatchObject({
        code: 'nombre_repetido',
        campo: 'nombre',
      })
    }
  })

  test('what the file of the screen would refuse is refused, and what is too long', async () => {
    const casos: [object, string][] = [
      [{ consulta: { orden: 'nada' } }, 'consulta'],
      [{ consulta: { fecha_desde: '2026-13-41' } }, 'consulta'],
      [{ pantalla: 'perdidas', consulta: { peldano: 'visto' } }, 'consulta'],
      [{ pantalla: 'pilas', consulta: { clase: 'nunca' } }, 'consulta'],
      [{ pantalla: 'recuentos', consulta: { estado: 'nunca' } }, 'consulta'],
      [{ pantalla: 'ciclo', consulta: { ciclo: 'x' } }, 'consulta'],
      [{ pantalla: 'ciclo_contenedores', consulta: {} }, 'consulta'],
      [{ pantalla: 'saldos', consulta: { orden: 'fecha' } }, 'consulta'],
      [{ pantalla: 'merma', consulta: { por: 'nadie' } }, 'consulta'],
      [{ pantalla: 'merma_contenedores', consulta: { que: 'todos' } }, 'consulta'],
      [{ pantalla: 'extracto', consulta: { desde: '2026-13-41' } }, 'consulta'],
      [{ nombre: '  ' }, 'nombre'],
      [{ nombre: 'x'.repeat(81) }, 'nombre'],
      [{ pantalla: 'lectores' }, 'pantalla'],
      [{ busqueda: { apodo: 'x'.repeat(3000), lector: 'y'.repeat(3000) } }, 'busqueda'],
      [{ busqueda: { apodo: { a: 1 } } }, 'busqueda.apodo'],
    ]
    for (const [mas, field] of casos) {
      const r = await keep('operario', mas)
      expect([r.status, r.body.campo], JSON.stringify(mas)).toEqual([400, field])
    }
  })

  test('shared ones are seen within the company alone; others may not change them', async () => {
    const { body: vista } = await keep('operario', { compartida: true })
    const { body: propia } = await keep('operario', { nombre: 'Mía' })
    expect((await list('consulta')).data).toEqual([{ ...vista, mia: false, eliminable: false }])
    expect((await list('planta4')).data).toEqual([])
    const cambio = { nombre: 'Otra', compartida: false }
    const put = async (who: string, id: number) =>
      (await p.call('PUT', `/api/vistas/${id}`, { body: cambio, cookie: await p.as(who) })).status
    const remove = async (who: string, id: number) =>
      (await p.call('DELETE', `/api/vistas/${id}`, { cookie: await p.as(who) })).status
    expect(await put('planta4', vista.id)).toBe(404)
    expect(await remove('planta4', vista.id)).toBe(404)
    expect(await put('admin', propia.id)).toBe(404)
    expect(await put('consulta', vista.id)).toBe(403)
    expect(await remove('consulta', vista.id)).toBe(403)
    expect(await put('operario', vista.id)).toBe(200)
    expect((await list('consulta')).data).toEqual([])
    await p.call('PUT', `/api/vistas/${vista.id}`, {
      body: { nombre: 'Mía', compartida: true },
      cookie: await p.as('operario'),
    })
    expect((await list('consulta')).data).toEqual([])
    await p.call('PUT', `/api/vistas/${vista.id}`, {
      body: { nombre: 'De todos', compartida: true },
      cookie: await p.as('operario'),
    })
    expect((await list('admin')).data).toMatchObject([{ nombre: 'De todos', mia: false, eliminable: true }])
    expect(await remove('admin', vista.id)).toBe(200)
    expect((await list('operario')).data.map((v) => v.nombre)).toEqual(['Mía'])
  })

  test('who only looks keeps views, and shares none', async () => {
    expect((await keep('consulta', { compartida: true })).status).toBe(403)
    const { status, body } = await keep('consulta')
    expect(status).toBe(200)
    const r = await p.call('PUT', `/api/vistas/${body.id}`, {
      body: { nombre: 'x', compartida: true },
      cookie: await p.as('consulta'),
    })
    expect(r.status).toBe(403)
  })

  test('filters are put in a view anew; the audit log is for administrators', async () => {
    const { body } = await keep('operario')
    const contenido = { busqueda: { tipo: 'Reader' }, consulta: { tipo: 'Reader' } }
    const r = await p.call<Vista>('PUT', `/api/vistas/${body.id}`, {
      body: { nombre: body.nombre, compartida: false, contenido },
      cookie: await p.as('operario'),
    })
    expect(r.body.busqueda).toEqual({ tipo: 'Reader' })
    const auditoria = { pantalla: 'auditoria', busqueda: {}, consulta: {} }
    expect((await keep('operario', auditoria)).status).toBe(403)
    expect((await keep('encargada', auditoria)).status).toBe(200)
  })

  test('without a mail server nothing is mailed, and the list says so', async () => {
    const { body } = await keep('operario')
    expect((await list('operario')).correo).toBe('sin_servidor')
    const r = await p.call<{ code: string }>('PUT', `/api/vistas/${body.id}/envio`, {
      body: { formato: 'xlsx', cuando: 'dia', hora: '07:00' },
      cookie: await p.as('operario'),
    })
    expect([r.status, r.body.code]).toEqual([409, 'sin_correo'])
  })
})
