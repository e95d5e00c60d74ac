import { expect, type Page } from '@playwright/test'
import { expectAccesible, expectSinDesborde } from './accesible'
import { enterAs } from './enter'
import { test } from './prueba'

type Screen = {
  /** Its address; a function where it depends on what there is. */
  at: string | ((page: Page) => Promise<string>)
  /** Its main heading. */
  title: string | RegExp
  as?: 'operario' | 'admin' | null
}

const dataOf = async (page: Page, call: string) => (await (await page.request.get(call)).json()).data
const firstOf = async (page: Page, call: string) => (await dataOf(page, call))[0]

/** Each screen of the product, as the demonstration fills it. */
const SCREENS: Screen[] = [
  { at: '/login', title: 'Iniciar sesión', as: null },
  { at: '/Public', title: /./, as: null },
  { at: '/alm_assistant', title: 'Asistente de Retorna', as: null },
  { at: '/hoy', title: 'Hoy' },
  { at: '/', title: /./ },
  { at: '/poc-status', title: 'Inventario' },
  { at: '/NewData', title: 'Eventos' },
  { at: '/incidencias', title: /./ },
  { at: '/incidencias?ver=abiertas', title: 'Incidencias abiertas' },
  {
    at: async (page) =>
      `/contenedor/${(await firstOf(page, '/api/device_poc_status?page=1&per_page=1')).Apodo}`,
    title: /\d/,
  },
  { at: '/causas', title: 'Averías' },
  { at: '/ciclo', title: 'Ciclo' },
  { at: '/perdidas', title: 'Pérdidas' },
  { at: '/custodia', title: 'Custodia' },
  { at: '/pilas', title: 'Pilas' },
  { at: '/pilas/ronda', title: 'Ronda de pilas' },
  { at: '/recuentos', title: 'Recuentos' },
  { at: '/graphics', title: /./ },
  { at: '/inventory', title: 'Inventario antiguo' },
  { at: '/status', title: 'Estados' },
  { at: '/Logistics', title: 'Tabla MF' },
  { at: '/special', title: /^Plano de planta/ },
  { at: '/Control', title: /./ },
  { at: '/avisos', title: 'Avisos' },
  { at: '/perfil', title: /./ },
  { at: '/PanelDisp', title: 'Alta de dispositivo' },
  { at: '/Manuales', title: /./ },
  { at: '/secret', title: /./ },
  { at: '/no/existe', title: 'Página no encontrada' },
  ...'usuarios empresas seguridad auditoria lectores calibracion calendario etapas ajustes salud entregas webhooks claves epcis'
    .split(' ')
    .map((tab) => ({
      at: `/admin/usuarios?pestana=${tab}`,
      title: 'Administración',
      as: 'admin' as const,
    })),
]

/** What goes wrong where nobody sees it: errors of the page, and calls in which the server fails. */
function watch(page: Page): string[] {
  const wrong: string[] = []
  page.on('pageerror', (e) => wrong.push(e.message))
  page.on('response', (r) => {
    if (r.status() >= 500 && r.url().includes('/api/'))
      wrong.push(`${r.status()} ${r.request().method()} ${new URL(r.url()).pathname}`)
  })
  return wrong
}

for (const width of [1440, 390])
  for (const { at, title, as = 'operario' } of SCREENS)
    test(`${typeof at === 'string' ? at : `a container’s file`}, ${width} px wide: opens, and axe finds nothing`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: width > 500 ? 900 : 844 })
      if (as) await enterAs(page, as)
      const wrong = watch(page)
      await page.goto(typeof at === 'string' ? at : await at(page))
      await expect(page.getByRole('heading', { level: 1 }).first()).toHaveText(title)
      await expectAccesible(page)
      await expectSinDesborde(page)
      expect(wrong).toEqual([])
    })
