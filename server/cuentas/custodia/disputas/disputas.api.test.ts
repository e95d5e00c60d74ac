import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Aviso, PreferenciasAviso } from '#contract/avisos/avisos/avisos'
import type { Extracto, FilaExtracto } from '#contract/cuentas/custodia/custodia'
import type { FilaDisputa } from '#contract/cuentas/custodia/disputas'
import type { Hoy } from '#contract/resumen/hoy/hoy'
import { type PuestaCustodia, startCustodia } from '../../../testing/custodia'

const CLAVE = 'rodillo-verde-77'
type Lista<T> = { data: T[]; total: number }

describe.runIf(inject('base').hay)(
  'a disputed line reaches who can settle it, and is answered with its proof',
  () => {
    let c: PuestaCustodia
    const say = (id: number, que: string, body: object, quien: string) =>
      c.send<FilaExtracto>('POST', `/api/custodia/movimientos/${id}/${que}`, body, quien)
    const notices = async (quien: string) =>
      (await c.get<Lista<Aviso>>('/api/avisos?tipo=disputa', quien)).data
    const open = (mas = '') => c.get<Lista<FilaDisputa>>(`/api/custodia/disputas?${mas}`)
    const deliveriesOf = async (nombre: string) =>
      (await c.query('select canal from entrega where nombre = $1', [nombre])).rows.map((r) => r.canal)
    const lineOf = async (apodo: string, quien = 'gente.norte') =>
      (await c.get<Extracto>(`/api/custodia/extracto?search=${apodo}&tercero=${c.norte.id}`, quien)).data

    beforeAll(async () => {
      c = await startCustodia()
      await c.p.servidor.jobs.stop()
      await c.put('F-1', [50, 'Casa'], [40, 'Norte'], [20, 'Muelle'])
      await c.put('F-2', [50, 'Muelle'], [30, 'Norte'], [10, 'Sur'])
      await c.put('F-3', [50, 'Casa'], [5, 'Norte'])
      await c.keep()
      for (const [tercero, username, nombre] of [
        [c.norte, 'gente.norte', 'Nora Norte'],
        [c.norte, 'otra.norte', 'Nieves Norte'],
        [c.sur, 'gente.sur', 'Sara Sur'],
      ] as const)
        await c.ok(
          'POST',
          `/api/custodia/terceros/${tercero.id}/personas`,
          { username, nombre, password: CLAVE },
          'admin',
        )
      await c.query("update usuario set correo = 'nora@norte.example' where username = 'gente.norte'")
    })
    afterAll(() => c.p.stop())

    test('a dispute is told to the people of the company who can answer it, and is a line of Hoy with exactly its rows', async () => {
      const hoy = async (quien = 'operario') =>
        (await c.get<Hoy>('/api/hoy?papel=parque', quien)).lineas.find((l) => l.clave === 'disputas')?.n ?? 0
      expect(await hoy()).toBe(0)
      const [f1] = (await lineOf('F-1')) as [FilaExtracto]
      const [f3] = (await lineOf('F-3')) as [FilaExtracto]
      expect((await say(f1.id, 'disputa', { nota: 'No nos consta' }, 'gente.norte')).status).toBe(200)
      expect((await say(f3.id, 'disputa', { nota: 'Tampoco' }, 'gente.norte')).status).toBe(200)
      // One notice has both, since the same user said both.
      for (const quien of ['operario', 'admin'])
        expect(await notices(quien)).toMatchObject([
          {
            asunto: 'Norte SA disputa 2 líneas',
            texto: expect.stringMatching(
              /^Nora Norte disputa 2 líneas del extracto de Norte SA, la primera .*: F-1 y F-3\.$/,
            ),
            boton: 'Ver las líneas',
            enlace: `/custodia?vista=disputas&tercero=${c.norte.id}`,
          },
        ])
      for (const quien of ['consulta', 'encargada', 'gente.norte', 'gente.sur'])
        expect(await notices(quien), quien).toEqual([])
      expect([await hoy(), await hoy('encargada')]).toEqual([2, 0])
      const { data, total } = await open()
      expect([total, data.map((f) => [f.contenedor, f.tercero.nombre, f.empresa]).sort()]).toEqual([
        2,
        [
          ['F-1', 'Norte SA', 1],
          ['F-3', 'Norte SA', 1],
        ],
      ])
      expect((await open('per_page=1&page=2')).data).toHaveLength(1)
      expect((await open(`tercero=${c.sur.id}`)).total).toBe(0)
      // The same as a file, with the columns that are asked for.
      const file = (mas = '', quien = 'operario') =>
        c.p
          .as(quien)
          .then((cookie) =>
            fetch(`${c.p.servidor.url}/api/export_disputas?formato=xlsx${mas}`, { headers: { cookie } }),
          )
      const { readXlsx } = await import('hucre/xlsx')
      const rowsOf = async (mas: string) =>
        (await readXlsx(new Uint8Array(await (await file(mas)).arrayBuffer()))).sheets[0]?.rows
      expect((await rowsOf('&columnas=tercero,contenedor,cantidad,dijo'))?.sort()).toEqual([
        ['Norte SA', 'F-1', -1, 'No nos consta (Nora Norte)'],
        ['Norte SA', 'F-3', 1, 'Tampoco (Nora Norte)'],
        ['Tercero', 'Contenedor', 'Cantidad', 'Lo último dicho'],
      ])
      expect(await rowsOf(`&tercero=${c.sur.id}`)).toHaveLength(1)
      for (const [mas, quien, status] of [
        ['&empresa=1', 'encargada', 404],
        ['', 'gente.norte', 403],
        ['&columnas=precio', 'operario', 400],
      ] as const)
        expect((await file(mas, quien)).status, `${quien} ${mas}`).toBe(status)
      await c.get('/api/custodia/disputas?empresa=1', 'encargada', 404)
      expect((await c.get<Lista<FilaDisputa>>('/api/custodia/disputas', 'encargada')).total).toBe(0)
      await c.get('/api/custodia/disputas', 'gente.norte', 403)
      // Who enters a dispute that came by telephone is not told of it; the others are.
      const [f2] = (await lineOf('F-2')).filter((f) => f.cantidad === 1) as [FilaExtracto]
      await say(f2.id, 'disputa', { nota: 'Llamaron', tercero: c.norte.id }, 'operario')
      expect([(await notices('operario')).length, (await notices('admin')).length]).toEqual([1, 2])
      expect(await hoy()).toBe(3)
    })

    test('an answer keeps the proof that there was, and its disputer alone is told, as they chose', async () => {
      const [f1] = (await lineOf('F-1')) as [FilaExtracto]
      const r = await say(f1.id, 'respuesta', { nota: 'Se vio al volver', tercero: c.norte.id }, 'operario')
      expect(r.status).toBe(200)
      const kept = {
        visto: { donde: 'propio', lugar: null, lector: null, certeza: 0.95 },
        documento: null,
        recuento: null,
        ultimo: { donde: 'propio', lugar: null, lector: null, certeza: 0.95 },
      }
      expect(r.body.dichos.at(-1)).toMatchObject({ clase: 'respuesta', prueba: kept })
      const theirs = await lineOf('F-1')
      expect(theirs[0]?.dichos).toMatchObject([{ prueba: null }, { clase: 'respuesta', prueba: kept }])
      expect(JSON.stringify(theirs)).not.toMatch(/Muelle|LEC-Muelle|LEC-Casa/)
      expect(await notices('gente.norte')).toMatchObject([
        {
          asunto: 'Respuesta a tu disputa: F-1',
          enlace: expect.stringMatching(/^\/custodia\?vista=extracto&desde=.*&buscar=F-1$/),
        },
      ])
      for (const quien of ['otra.norte', 'gente.sur']) expect(await notices(quien), quien).toEqual([])
      expect(await deliveriesOf('Nora Norte')).toEqual(['correo'])
      // It still waits for a settlement, and leaves the list with it.
      expect((await open()).total).toBe(3)
      expect(
        (await say(f1.id, 'acuerdo', { nota: 'Vale', descuenta: 0, tercero: c.norte.id }, 'operario')).status,
      ).toBe(200)
      expect((await open()).total).toBe(2)
      expect((await notices('gente.norte')).map((a) => a.asunto)).toEqual([
        'Acuerdo sobre tu disputa: F-1',
        'Respuesta a tu disputa: F-1',
      ])
      // The partner's own place is named, with its reader; the place of another partner is not.
      const [f2] = (await lineOf('F-2')).filter((f) => f.cantidad === 1) as [FilaExtracto]
      await say(f2.id, 'respuesta', { nota: 'Lo oímos en vuestra casa', tercero: c.norte.id }, 'operario')
      const [, seen] = (await lineOf('F-2')).find((f) => f.id === f2.id)?.dichos ?? []
      expect(seen?.prueba).toMatchObject({
        visto: { donde: 'suyo', lugar: 'Norte', lector: 'LEC-Norte', certeza: 0.9 },
        ultimo: { donde: 'tercero', lugar: null, lector: null },
      })
      // It is the proof of that moment: what is heard later does not change it.
      const before = JSON.stringify(seen?.prueba)
      await c.query('update dispositivo_estado set ultimo_registro = now(), certeza = 0.2')
      const [, after] = (await lineOf('F-2')).find((f) => f.id === f2.id)?.dichos ?? []
      expect(JSON.stringify(after?.prueba)).toBe(before)
      const res = await fetch(`${c.p.servidor.url}/api/export_extracto?formato=xlsx&search=F-2`, {
        headers: { cookie: await c.p.as('gente.norte') },
      })
      const { readXlsx } = await import('hucre/xlsx')
      const sheet = JSON.stringify((await readXlsx(new Uint8Array(await res.arrayBuffer()))).sheets)
      expect(sheet).toMatch(
        /Contestada: Lo oímos en vuestra casa\. Prueba: visto el \d\d\/\d\d\/\d{4} \d\d:\d\d: Norte, por LEC-Norte, 90 % de certeza; oído por última vez el .*: Un lugar de otro tercero/,
      )
      expect(sheet).not.toMatch(/Sur|Muelle/)
    })

    test('the people of a partner choose their notices, and only of what is about them', async () => {
      const p = await c.get<PreferenciasAviso>('/api/avisos/preferencias', 'gente.norte')
      const nada = { app: 'no', correo: 'no', push: 'no' }
      expect(p.canales).toMatchObject({
        disputa: { app: 'ya', correo: 'ya' },
        golpe: nada,
        extravio: nada,
        propuesta: nada,
      })
      const elegido = {
        ...p,
        canales: { ...p.canales, disputa: nada, golpe: { app: 'ya', correo: 'ya', push: 'ya' } },
        ubicaciones: [c.ids.get('Casa')],
      }
      const saved = await c.ok<PreferenciasAviso>('PUT', '/api/avisos/preferencias', elegido, 'gente.norte')
      expect([saved.canales.golpe, saved.ubicaciones]).toEqual([nada, []])
      const [f3] = (await lineOf('F-3')) as [FilaExtracto]
      const n = (await notices('gente.norte')).length
      await say(f3.id, 'respuesta', { nota: 'Mirad el muelle', tercero: c.norte.id }, 'operario')
      expect((await notices('gente.norte')).length).toBe(n)
      // A second answer of the same user joins the notice that there was, which then leads to what still waits for a settlement.
      expect((await notices('gente.norte')).find((x) => x.asunto.startsWith('Respuesta'))).toMatchObject({
        asunto: 'Respuesta a 2 líneas en disputa',
        enlace: '/custodia?vista=extracto&que=disputa',
      })
      expect((await c.get<{ sin_leer: number }>('/api/avisos/sin_leer', 'gente.norte')).sin_leer).toBe(n)
      await c.ok('POST', '/api/avisos/leer', { leido: true }, 'gente.norte')
      expect((await c.get<{ sin_leer: number }>('/api/avisos/sin_leer', 'gente.norte')).sin_leer).toBe(0)
    })
  },
)
