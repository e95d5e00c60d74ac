import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import type { CategoriaManual, Pasaje } from '#contract/personas/manuales/manuales'
import { makePdf } from '../../testing/files'
import { type Prueba, startPrueba } from '../../testing/retorna'

const MP4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(5000, 7)])

describe.runIf(inject('base').hay)('manuals', () => {
  let p: Prueba
  let admin: string
  let data: string
  const carpeta = () => join(data, 'manuales')
  /** Paths of the documents, and the number of files without a document. */
  const listStored = async () => {
    const { pool } = p.servidor
    const { rows } = await pool.query('select ruta from manual_documento order by 1')
    const sueltos = await pool.query(
      'select from archivo where id not in (select archivo_id from manual_documento)',
    )
    return { rutas: rows.map((r) => r.ruta as string), sueltos: sueltos.rowCount }
  }

  const tree = async () =>
    (await p.call<{ categories: CategoriaManual[] }>('GET', '/api/manuales')).body.categories
  const folder = async (titulo: string, en?: CategoriaManual[]): Promise<CategoriaManual> => {
    const hallada = (en ?? (await tree())).find((c) => c.title === titulo)
    if (!hallada) throw new Error(`no folder ${titulo}`)
    return hallada
  }
  const document = async (titulo: string) => {
    const d = (await tree()).flatMap((c) => [c, ...c.children]).flatMap((c) => c.docs)
    return d.find((x) => x.title === titulo)
  }
  const upload = async (nombre: string, bytes: Buffer, cookie = admin, field = 'archivo') => {
    const forma = new FormData()
    forma.append(field, new Blob([new Uint8Array(bytes)]), nombre)
    const { id } = await folder('Uso')
    const res = await fetch(`${p.servidor.url}/api/manuales/documentos?carpeta=${id}`, {
      method: 'POST',
      body: forma,
      headers: { cookie },
    })
    return { status: res.status, body: await res.json() }
  }
  const search = async (q: string) =>
    (await p.call<{ data: Pasaje[] }>('GET', `/api/manuales/buscar?q=${encodeURIComponent(q)}`)).body.data
  const marked = (x: Pasaje | undefined) => x?.fragmento.filter((f) => f.marcado).map((f) => f.texto)
  const url = async (titulo: string) => `/api/manuales/archivo/${(await document(titulo))?.id}`

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'retorna-manuales-'))
    await mkdir(join(carpeta(), 'Uso/Avanzado'), { recursive: true })
    await writeFile(
      join(carpeta(), 'Uso/Guía.pdf'),
      await makePdf(
        'Portada.',
        'La batería de cada etiqueta se ve en el inventario. Conviene cambiarla antes del diez por ciento.',
        'Una incidencia se cierra desde su detalle. La configuración de alarmas es del administrador.',
      ),
    )
    await writeFile(
      join(carpeta(), 'Uso/Avanzado/Lectores.pdf'),
      await makePdf('Los lectores, y su batería.'),
    )
    await writeFile(join(carpeta(), 'Uso/Roto.pdf'), '%PDF-1.7 nada')
    await writeFile(join(carpeta(), 'Uso/Vuelta.mp4'), MP4)
    await writeFile(join(carpeta(), 'Uso/notas.txt'), 'no')
    await writeFile(join(data, 'secreto.pdf'), '%PDF-secreto')
    await symlink(join(data, 'secreto.pdf'), join(carpeta(), 'Uso/Enlace.pdf'))
    await symlink('/etc', join(carpeta(), 'Etc'))
    p = await startPrueba({ DATA_DIR: data })
    admin = await p.as('admin')
    await vi.waitFor(async () => expect(await search('bateria')).toHaveLength(2), {
      timeout: 30_000,
      interval: 1000,
    })
  })
  afterAll(async () => {
    await p.stop()
    await rm(data, { recursive: true, force: true })
  })

  // cubre: manuales 1, entidades 16, llamadas 11
  test('the tree is of folders and documents, sorted, without links and other files; for anybody', async () => {
    const [uso, ...mas] = await tree()
    expect(mas).toEqual([])
    expect(uso).toMatchObject({ title: 'Uso', children: [{ title: 'Avanzado', children: [] }] })
    expect(uso?.docs.map((d) => [d.title, d.type])).toEqual([
      ['Guía', 'pdf'],
      ['Roto', 'pdf'],
      ['Vuelta', 'mp4'],
    ])
  })

  // cubre: llamadas 12
  test('a document has an address by id and by plain name', async () => {
    const esperada = await url('Guía')
    for (const nombre of [(await document('Guía'))?.id ?? '', 'Guía', 'Guía.pdf', 'Gui\u0301a'])
      expect((await p.call('GET', `/api/manuales/file/${encodeURIComponent(nombre)}`)).body).toEqual({
        url: esperada,
      })
  })

  test.each([
    '../../etc/passwd',
    '/etc/passwd',
    '../secreto.pdf',
    'Uso/../../secreto.pdf',
    'Enlace',
    'Enlace.pdf',
    'Guía.pdf\u0000',
    '....//secreto.pdf',
    '..\\secreto.pdf',
    'passwd',
  ])('nothing outside of the folder: %j', async (nombre) => {
    const r = await p.call('GET', `/api/manuales/file/${encodeURIComponent(nombre)}`)
    expect([r.status, r.body.code]).toEqual([404, 'no_encontrado'])
    const archivo = await fetch(`${p.servidor.url}/api/manuales/archivo/${encodeURIComponent(nombre)}`)
    expect([400, 404]).toContain(archivo.status)
    expect(await archivo.text()).not.toContain('secreto"')
  })

  test('the file comes whole or in ranges, may stand in our frame, and runs nothing', async () => {
    const ruta = p.servidor.url + (await url('Vuelta'))
    const entero = await fetch(ruta)
    expect(Object.fromEntries(entero.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'self'/),
      'content-disposition': "inline; filename*=UTF-8''Vuelta.mp4",
    })
    expect(Buffer.from(await entero.arrayBuffer()).equals(MP4)).toBe(true)

    const parte = await fetch(ruta, { headers: { range: 'bytes=4-11' } })
    expect([parte.status, parte.headers.get('content-range'), await parte.text()]).toEqual([
      206,
      `bytes 4-11/${MP4.length}`,
      'ftypisom',
    ])
    const cola = await fetch(ruta, { headers: { range: 'bytes=-10' } })
    expect([cola.status, (await cola.arrayBuffer()).byteLength]).toEqual([206, 10])
    const outside = await fetch(ruta, { headers: { range: 'bytes=999999-' } })
    expect(outside.status).toBe(416)
    // A range of a file that has changed would not fit the parts received before.
    const otra = await fetch(ruta, { headers: { range: 'bytes=0-3', 'if-range': '"otra"' } })
    expect([otra.status, (await otra.arrayBuffer()).byteLength]).toEqual([200, MP4.length])

    const pdf = await fetch(p.servidor.url + (await url('Guía')))
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(await pdf.text()).toMatch(/^%PDF-/)
    expect((await p.call('GET', `/api/manuales/archivo/${'0'.repeat(22)}`)).status).toBe(404)
  })

  test('search: stems, no accents needed, the page, the words marked, best first', async () => {
    expect((await search('baterias')).map((x) => [x.title, x.pagina])).toEqual(
      expect.arrayContaining([
        ['Guía', 2],
        ['Lectores', 1],
      ]),
    )
    expect((await search('batería de los lectores')).map((x) => x.title)).toEqual(['Lectores', 'Guía'])
    const [una] = await search('configuracion')
    expect([una?.title, una?.pagina, marked(una)]).toEqual(['Guía', 3, ['configuración']])
    expect(marked((await search('BATERIA inventario'))[0])).toEqual(['batería', 'inventario'])
    // One of three words is too few.
    expect(await search('batería cohete luna')).toEqual([])
    expect(await search('¿qué es?')).toEqual([])
    for (const q of ["'; drop table manual; --", '& | ! ( ) <-> :*', 'a\\', '%'])
      expect(Array.isArray(await search(q))).toBe(true)
  })

  test('the assistant quotes, or says that it does not know', async () => {
    const ask = async (q: string) =>
      (
        await p.call<{ respuesta: string; pasajes: Pasaje[] }>(
          'GET',
          `/api/asistente?pregunta=${encodeURIComponent(q)}`,
        )
      ).body
    const si = await ask('¿Cómo se cierra una incidencia?')
    expect(si.pasajes[0]).toMatchObject({ title: 'Guía', pagina: 3 })
    expect(si.pasajes.length).toBeLessThanOrEqual(3)
    const no = await ask('¿Cuál es la capital de Francia?')
    expect(no.pasajes).toEqual([])
    expect(no.respuesta).toMatch(/^No he encontrado nada sobre eso en los manuales\./)
  })

  test('an upload is listed, found and written down; nothing else is left of it', async () => {
    const r = await upload('Expedición.pdf', await makePdf('Se expiden los contenedores llenos.'))
    expect(r.status).toBe(200)
    expect((await search('expiden'))[0]).toMatchObject({ id: r.body.id, title: 'Expedición', pagina: 1 })
    expect((await upload('Expedición.PDF', await makePdf('x'))).status).toBe(409)
    expect((await upload('Paseo.mp4', MP4)).status).toBe(200)
    expect((await listStored()).sueltos).toBe(0)

    const movido = await p.call('PUT', `/api/manuales/documentos/${r.body.id}`, {
      cookie: admin,
      body: { titulo: 'Salida', carpeta: (await folder('Avanzado', (await folder('Uso')).children)).id },
    })
    expect(movido.status).toBe(200)
    expect((await search('expiden')).map((x) => [x.id, x.title])).toEqual([[movido.body.id, 'Salida']])
    expect((await listStored()).rutas).toContain('Uso/Avanzado/Salida.pdf')
    const borrado = await p.call('DELETE', `/api/manuales/documentos/${movido.body.id}`, { cookie: admin })
    expect(borrado.status).toBe(200)
    expect(await search('expiden')).toEqual([])

    const { body } = await p.call<{ data: { accion: string; antes: object; despues: object }[] }>(
      'GET',
      '/api/auditoria?entidad=manual',
      { cookie: admin },
    )
    expect(body.data.map((a) => a.accion)).toEqual(['eliminar', 'cambiar', 'crear', 'crear'])
    expect(body.data[1]).toMatchObject({
      username: 'admin',
      nombre: 'Salida',
      antes: { ruta: 'Uso/Expedición.pdf' },
      despues: { ruta: 'Uso/Avanzado/Salida.pdf' },
    })
  })

  test.each([
    ['Nada.mp4', Buffer.from('no soy un vídeo, de verdad'), 415],
    ['Nada.pdf', Buffer.from('<script>alert(1)</script>'), 415],
    ['Cambiado.mp4', Buffer.from('%PDF-1.7 pero se llama mp4'), 415],
    ['Cambiado.pdf', MP4, 415],
    ['Página.html', Buffer.from('%PDF-1.7'), 415],
    ['Vacío.pdf', Buffer.alloc(0), 415],
    [`${'x'.repeat(121)}.pdf`, Buffer.from('%PDF-1.7'), 400],
    ['.pdf', Buffer.from('%PDF-1.7'), 415],
  ])('%.20s is refused', async (nombre, bytes, status) => {
    const r = await upload(nombre, bytes)
    expect([r.status, r.body.campo]).toEqual([status, 'archivo'])
    expect((await listStored()).sueltos).toBe(0)
  })

  test('a name that climbs stays in its folder', async () => {
    const r = await upload('../../fuera.pdf', await makePdf('x'))
    if (r.status === 200) await p.call('DELETE', `/api/manuales/documentos/${r.body.id}`, { cookie: admin })
    expect((await listStored()).rutas.filter((x) => x.includes('fuera') || x.includes('..'))).toEqual([])
  })

  test('too large: 413, however it is sent, and nothing is kept', { tags: ['slow'] }, async () => {
    const large = Buffer.alloc((100 << 20) + 1, 32)
    large.write('%PDF-1.7')
    const r = await upload('Grande.pdf', large)
    expect([r.status, r.body.campo]).toEqual([413, 'archivo'])
    expect(r.body.error).toContain('100 MB')
    expect((await listStored()).sueltos).toBe(0)
    expect(await document('Grande')).toBeUndefined()
  })

  test('2 GB that are announced are refused before they come', async () => {
    const { id } = await folder('Uso')
    const peticion = request(`${p.servidor.url}/api/manuales/documentos?carpeta=${id}`, {
      method: 'POST',
      headers: {
        cookie: admin,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(2 ** 31),
      },
    })
    peticion.write('--x\r\n')
    const [response] = (await once(peticion, 'response')) as [IncomingMessage]
    const cuerpo = await text(response)
    // The announced bytes never arrive.
    peticion.on('error', () => {}).destroy()
    expect(response.statusCode).toBe(413)
    expect(cuerpo).toContain('un MP4 puede ocupar 500 MB')
  })

  test('no form, another field, nobody, no admin', async () => {
    const { id } = await folder('Uso')
    const ruta = `/api/manuales/documentos?carpeta=${id}`
    expect((await p.call('POST', ruta, { body: {}, cookie: admin })).status).toBe(415)
    expect((await upload('x.pdf', await makePdf('x'), admin, 'otro')).status).toBe(400)
    expect((await upload('x.pdf', await makePdf('x'), '')).status).toBe(401)
    expect((await upload('x.pdf', await makePdf('x'), await p.as('operario'))).status).toBe(403)
  })

  test('folders: made, renamed with what they hold, removed when empty, four deep at most', async () => {
    const make = (titulo: string, dentro?: unknown) =>
      p.call('POST', '/api/manuales/carpetas', { body: { titulo, dentro }, cookie: admin })
    const ids: unknown[] = []
    for (const titulo of ['Uno', 'Dos', 'Tres', 'Cuatro']) {
      const r = await make(titulo, ids.at(-1))
      expect(r.status).toBe(200)
      ids.push(r.body.id)
    }
    expect((await make('Cinco', ids.at(-1))).status).toBe(400)
    expect((await make('uno')).status).toBe(409)
    for (const malo of ['..', 'a/b', 'a\\b', '.oculta', '', 'a\u0000', 'x'.repeat(121)])
      expect((await make(malo)).status, malo).toBe(400)

    const uso = await folder('Uso')
    const otra = await p.call('PUT', `/api/manuales/carpetas/${uso.id}`, {
      body: { titulo: 'Manejo' },
      cookie: admin,
    })
    expect(otra.status).toBe(200)
    expect((await search('batería'))[0]?.id).not.toBe(uso.docs[0]?.id)
    await p.call('PUT', `/api/manuales/carpetas/${otra.body.id}`, { body: { titulo: 'Uso' }, cookie: admin })
    expect(await folder('Uso')).toEqual(uso)

    const remove = (id: unknown) => p.call('DELETE', `/api/manuales/carpetas/${id}`, { cookie: admin })
    const llena = await remove(uso.id)
    expect([llena.status, llena.body.code]).toEqual([409, 'no_vacia'])
    for (const id of ids.reverse()) expect((await remove(id)).status).toBe(200)
    expect((await tree()).map((c) => c.title)).toEqual(['Uso'])
  })

  test('what stood in the folder is in the database, and the folder is laid aside as it was', async () => {
    const [childProcess, ...mas] = (await readdir(data)).filter((d) => d !== 'secreto.pdf')
    expect([childProcess, mas]).toEqual([expect.stringMatching(/^manuales-antes-de-2/), []])
    expect((await readdir(join(data, childProcess as string, 'Uso'))).sort()).toEqual(
      ['Avanzado', 'Enlace.pdf', 'Guía.pdf', 'Roto.pdf', 'Vuelta.mp4', 'notas.txt'].sort(),
    )
    const { rows } = await p.servidor.pool.query(
      'select max(octet_length(bytes)) as mayor from archivo_trozo',
    )
    expect(rows[0].mayor).toBeLessThanOrEqual(1 << 20)
  })
})
