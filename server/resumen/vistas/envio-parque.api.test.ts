import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { direccionDeVista } from '#contract/resumen/vistas/values'
import type { Vista } from '#contract/resumen/vistas/vistas'
import { type PruebaAvisos, sendDue, startAvisos } from '../../testing/avisos'
import { adjuntoOf, type MailMessage } from '../../testing/receptores'
import { queueVistas } from './due'

describe.runIf(inject('base').hay)('views of the pool by mail', () => {
  let a: PruebaAvisos
  beforeAll(async () => {
    a = await startAvisos()
  })
  afterAll(() => a.stop())

  /** A view that is mailed daily. */
  async function keep(body: object): Promise<Vista> {
    const cookie = await a.p.as('operario')
    const { body: vista } = await a.p.call<Vista>('POST', '/api/vistas', { body, cookie })
    const envio = { formato: 'xlsx', cuando: 'dia', hora: '07:00' }
    const r = await a.p.call('PUT', `/api/vistas/${vista.id}/envio`, { body: envio, cookie })
    expect([vista, r.status]).toEqual([vista, 200])
    return vista
  }
  /** Mails all views, as if the hour of each had come. */
  async function sendAll() {
    await a.pool.query('update envio_vista set siguiente = $1', [new Date(a.ahora)])
    await queueVistas(a.db, a.p.config.TZ_PLANTA, new Date(a.ahora))
    await sendDue(a.notificationSender)
  }

  test('the screens of the pool are mailed as their files, each filter said once, and to nobody of a partner', {
    tags: ['slow'],
  }, async () => {
    await a.give('operario')
    const tercero = await a.p.call<{ id: number }>('POST', '/api/custodia/terceros', {
      body: { nombre: 'Norte SL', clase: 'cliente', lugares: [] },
      cookie: await a.p.as('admin'),
    })
    const { id } = tercero.body
    const casos = [
      ['perdidas', { peldano: 'propuesta', familia: '30001', columnas: 'apodo,peldano' }, 'Contenedor'],
      ['pilas', { clase: 'no_se_sabe', familia: '30001', columnas: 'apodo,clase' }, 'Contenedor'],
      ['recuentos', { estado: 'por_firmar', familia: '30001', columnas: 'que,estado' }, 'Recuento de'],
      ['ciclo', { familia: '30001' }, 'Etapa'],
      ['ciclo_contenedores', { que: 'dentro', familia: '30001', columnas: 'apodo' }, 'Contenedor'],
      ['prevision', { ver: 'faltas', familia: '30001' }, 'Ciclo'],
      ['merma', { por: 'etapa', columnas: 'nombre,perdidos' }, 'Etapa'],
      ['merma_contenedores', { que: 'declarados', anio: 2026, columnas: 'apodo,declarado' }, 'Contenedor'],
      ['saldos', { tercero: id, orden: 'contenedores', columnas: 'tercero,contenedores' }, 'Tercero'],
      ['extracto', { tercero: id, familia: '30001', columnas: 'momento,contenedor' }, 'Fecha'],
      ['custodia_contenedores', { tercero: id, familia: '30001', columnas: 'apodo,desde' }, 'Contenedor'],
      ['diferencias', { tercero: id, columnas: 'libro,apodo' }, 'Según el libro'],
      ['disputas', { tercero: id, columnas: 'tercero,contenedor' }, 'Tercero'],
    ] as const
    const NOMBRES: Partial<Record<string, string>> = {
      ciclo_contenedores: 'contenedores_ciclo',
      prevision: 'previsiones',
      custodia_contenedores: 'contenedores_cuenta',
    }
    const said = {
      perdidas: ['Peldaño', 'Propuesta de baja'],
      pilas: ['Cambiar', 'No se sabe'],
      recuentos: ['Estado', 'falta la firma'],
      ciclo: ['Familia', '30001'],
      ciclo_contenedores: ['Lista', 'los que están ahora'],
      prevision: ['Familia', '30001'],
      merma: ['Por', 'etapa'],
      merma_contenedores: ['Año', '2026'],
      saldos: ['Orden', 'contenedores, ascendente'],
      extracto: ['Tercero', 'Norte SL'],
      custodia_contenedores: ['Sin nombre en la cuenta', '0'],
      diferencias: ['Tercero', 'Norte SL'],
      disputas: ['Tercero', 'Norte SL'],
    }
    for (const [pantalla, consulta, first] of casos) {
      a.buzon.mailMessages.length = 0
      const vista = await keep({ pantalla, nombre: 'Del parque', compartida: false, busqueda: {}, consulta })
      await sendAll()
      const file = adjuntoOf(a.buzon.mailMessages[0] as MailMessage)
      expect(file?.nombre).toBe(`${NOMBRES[pantalla] ?? pantalla}.xlsx`)
      const [hoja, sobre] = (await readXlsx(new Uint8Array(file?.bytes as Buffer))).sheets
      expect(hoja?.rows[0]?.[0]).toBe(first)
      expect(sobre?.rows).toContainEqual(said[pantalla])
      const familia = 'familia' in consulta ? [['Familia', consulta.familia]] : []
      expect(sobre?.rows.filter(([k]) => k === 'Familia')).toEqual(familia)
      const address = direccionDeVista(pantalla, vista.busqueda)
      expect((a.buzon.mailMessages[0] as MailMessage).crudo.replaceAll('=3D', '=')).toContain(
        `https://retorna.example${address}`,
      )
    }
    a.buzon.mailMessages.length = 0
    await a.pool.query("update usuario set rol = 'tercero', tercero_id = $1 where username = 'operario'", [
      id,
    ])
    await sendAll()
    const body = { pantalla: 'extracto', nombre: 'Otra', compartida: false, busqueda: {}, consulta: {} }
    const kept = await a.p.call('POST', '/api/vistas', { body, cookie: await a.p.as('operario') })
    await a.pool.query("update usuario set rol = 'operario', tercero_id = null where username = 'operario'")
    expect(kept.status).toBe(403)
    expect(a.buzon.mailMessages).toEqual([])
    expect((await a.entregas()).filter((e) => e.estado === 'enviada')).toHaveLength(casos.length)
    await a.pool.query('delete from tercero where id = $1', [id])
  })
})
