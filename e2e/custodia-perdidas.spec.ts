import { expect, type Page } from '@playwright/test'
import type { Tercero } from '../contract/cuentas/custodia/terceros'
import type { FilaPerdida } from '../contract/cuentas/perdidas/perdidas'
import { enterAs } from './enter'
import { test } from './prueba'

test.describe.configure({ timeout: 240_000 })

const get = async <T>(page: Page, ruta: string): Promise<T> => (await page.request.get(ruta)).json()
const rungOf = async (page: Page, mac: string) =>
  (await get<{ data: FilaPerdida[] }>(page, `/api/perdidas/lista?search=${mac}`)).data[0]?.peldano

/** Puts a container that is silent for days into the account of a new partner, by a delivery note; as an administrator. */
async function giveSilent(page: Page) {
  await enterAs(page, 'admin')
  const post = async <T>(ruta: string, data: object): Promise<T> => {
    const r = await page.request.post(ruta, { data })
    expect(r.ok(), await r.text()).toBe(true)
    return r.json()
  }
  const silent: FilaPerdida[] = []
  for (const peldano of ['posible_extravio', 'en_busqueda', 'propuesta'])
    silent.push(
      ...(await get<{ data: FilaPerdida[] }>(page, `/api/perdidas/lista?peldano=${peldano}&empresa=1`)).data,
    )
  const [f] = silent
  if (!f) throw new Error('nothing is silent for days')
  const tercero = await post<Tercero>('/api/custodia/terceros', {
    empresa: 1,
    nombre: `Taller ${Date.now().toString(36)}`,
    clase: 'cliente',
    lugares: [],
  })
  await post('/api/custodia/movimientos', { tercero: tercero.id, clase: 'enviado', contenedores: [f.mac] })
  return { mac: f.mac, nombre: f.Apodo ?? f.mac, tercero }
}

test('a loss that a partner accepts is declared on the ladder, and both are undone at once', async ({
  page,
}) => {
  const { mac, nombre, tercero } = await giveSilent(page)
  await enterAs(page, 'operario')
  const before = await rungOf(page, mac)
  await page.goto(`/custodia?vista=extracto&tercero=${tercero.id}`)
  await page.getByRole('button', { name: 'Anotar' }).click()
  const dialogo = page.getByRole('dialog', { name: `Anotar en ${tercero.nombre}` })
  await dialogo.getByLabel('Qué', { exact: true }).click()
  await page.getByRole('option', { name: 'Pérdida aceptada' }).click()
  await expect(dialogo).toContainText('quedan también declarados en Pérdidas')
  await dialogo.getByLabel('Contenedores (mac o serie)').fill(mac)
  await dialogo.getByRole('button', { name: 'Anotar' }).click()
  await expect(dialogo).toHaveCount(0)
  expect(await rungOf(page, mac)).toBe('declarada')
  await page.goto(`/perdidas?peldano=declarada&buscar=${mac}`)
  await expect(page.getByRole('main')).toContainText(nombre)

  await page.goto(`/custodia?vista=extracto&tercero=${tercero.id}&buscar=${nombre}`)
  await page
    .getByRole('button', { name: `Abrir la línea de ${nombre}` })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deshacer' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await rungOf(page, mac)).toBe(before)
})
