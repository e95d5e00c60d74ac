import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  type InformeUbicaciones,
  MAX_UBICACIONES,
  type Plano,
} from '#contract/parque/ubicaciones/ubicaciones'
import { type Prueba, startPrueba } from '../../testing/retorna'

describe.runIf(inject('base').hay)('locations from a file', () => {
  let p: Prueba
  let admin: string
  beforeAll(async () => {
    p = await startPrueba()
    admin = await p.as('admin')
  })
  afterAll(() => p.stop())

  async function send(csv: string, empresa: number, { ensayo = false, cookie = admin } = {}) {
    const form = new FormData()
    form.append('archivo', new Blob([csv]), 'ubicaciones.csv')
    const url = `${p.servidor.url}/api/ubicaciones/importar?empresa=${empresa}&ensayo=${ensayo}`
    const res = await fetch(url, { method: 'POST', headers: { cookie }, body: form })
    return { status: res.status, body: (await res.json()) as InformeUbicaciones & { error: string } }
  }
  const placesOf = async (empresa: number) => {
    const r = await p.call<Plano>('GET', `/api/ubicaciones?empresa=${empresa}`, { cookie: admin })
    return r.body.data.map(({ nombre, planta, grupo, nodo_x, nodo_y }) => [
      nombre,
      planta,
      grupo,
      nodo_x,
      nodo_y,
    ])
  }
  async function createEmpresa(id: number) {
    const r = await p.call('POST', '/api/empresas', { cookie: admin, body: { id, nombre: `Empresa ${id}` } })
    expect(r.status).toBe(200)
  }

  test('a new company starts with none and takes its own; a rehearsal writes nothing', async () => {
    await createEmpresa(71)
    expect(await placesOf(71)).toEqual([])
    const csv = 'Lugar;Planta;Grupo;X;Y\nMuelle 1;Vitoria;Llenos;10;20,5\nCampa;;;;\n'
    const rehearsed = await send(csv, 71, { ensayo: true })
    expect(rehearsed.body).toMatchObject({ ensayo: true, filas: 2, nuevas: 2, cambiadas: 0, con_error: 0 })
    expect(await placesOf(71)).toEqual([])

    expect((await send(csv, 71)).body).toMatchObject({ ensayo: false, nuevas: 2 })
    expect(await placesOf(71)).toEqual([
      ['Muelle 1', 'Vitoria', 'llenos', 0.1, 0.205],
      ['Campa', '', 'servicio', null, null],
    ])
    expect((await send(csv, 71)).body).toMatchObject({ nuevas: 0, cambiadas: 0, iguales: 2, cambios: [] })
  })

  test('a location that is there by its name is changed in what the file says, and none is removed', async () => {
    await createEmpresa(72)
    await send('nombre,planta,grupo,x,y\nMuelle,Vitoria,consumo,10,20\nCampa,Vitoria,transito,1,2\n', 72)
    const r = await send('nombre;x;y\nMUELLE;30 %;40 %\n', 72)
    expect(r.body).toMatchObject({ nuevas: 0, cambiadas: 1, cambios: [{ nombre: 'Muelle', nueva: false }] })
    expect(await placesOf(72)).toEqual([
      ['Muelle', 'Vitoria', 'consumo', 0.3, 0.4],
      ['Campa', 'Vitoria', 'transito', 0.01, 0.02],
    ])
  })

  test('each line that is wrong is told by its cell; the others come in', async () => {
    await createEmpresa(73)
    const lines = [
      'nombre;grupo;x;y',
      'Buena;;;',
      'buena;;;',
      'Sin ubicación;;;',
      'Otra;azul;;',
      'Media;;10;',
      'Lejos;;101;1',
      `${'x'.repeat(61)};;;`,
      ';vacios;;',
    ]
    const { body } = await send(lines.join('\n'), 73)
    expect(body.errores.map((e) => [e.linea, e.columna, e.error])).toEqual([
      [3, 'nombre', 'Ya está en la línea 2.'],
      [4, 'nombre', '«Sin ubicación» es como se llama a no tener ninguna.'],
      [5, 'grupo', 'El grupo debe ser uno de estos: proveedor, llenos, consumo, vacios, servicio, transito.'],
      [6, 'y', 'Las dos coordenadas van juntas.'],
      [7, 'x', 'Debe ser un porcentaje del plano, de 0 a 100.'],
      [8, 'nombre', expect.stringContaining('60')],
      [9, 'nombre', 'Falta el nombre'],
    ])
    expect(await placesOf(73)).toEqual([['Buena', '', 'servicio', null, null]])
  })

  test('a company has no more places than it may have', async () => {
    await createEmpresa(74)
    const many = Array.from({ length: MAX_UBICACIONES }, (_, i) => `Sitio ${i}`)
    expect((await send(['nombre', ...many].join('\n'), 74)).body.nuevas).toBe(MAX_UBICACIONES)
    const more = await send('nombre\nUna más\nSitio 3\n', 74)
    expect(more.body).toMatchObject({ nuevas: 0, iguales: 1, con_error: 1 })
    expect(more.body.errores[0]?.error).toBe(`Como mucho ${MAX_UBICACIONES} ubicaciones.`)
    expect((await send(['nombre', ...many, 'Una más'].join('\n'), 74)).status).toBe(400)
    expect(await placesOf(74)).toHaveLength(MAX_UBICACIONES)
  })

  test('only who administers the company may', async () => {
    expect((await send('nombre\nMuelle\n', 1, { cookie: await p.as('operario') })).status).toBe(403)
    expect((await send('nombre\nMuelle\n', 999)).status).toBe(404)
  })
})
