import { expect, type Page } from '@playwright/test'
import type { FilaEnCuenta } from '../contract/dispositivos/custodia'
import type { FilaPerdida } from '../contract/dispositivos/perdidas'
import type { Tercero } from '../contract/dispositivos/terceros'
import { expectAccesible, expectSinDesborde } from './accesible'
import { enterAs } from './enter'
import { test } from './prueba'

test.describe.configure({ timeout: 240_000 })

const TAMANOS = [
  ['at a desk', { width: 1440, height: 900 }, 'light'],
  ['on a phone, in the dark', { width: 390, height: 844 }, 'dark'],
] as const

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

for (const [como, viewport, colorScheme] of TAMANOS)
  test(`a loss that a partner accepts is declared on the ladder, and both are undone at once, ${como}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
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
    await expectAccesible(page)
    await expectSinDesborde(page)
    await dialogo.getByRole('button', { name: 'Anotar' }).click()
    await expect(dialogo).toHaveCount(0)
    expect(await rungOf(page, mac)).toBe('declarada')
    await page.goto(`/perdidas?peldano=declarada&buscar=${mac}`)
    await expect(page.getByRole('main')).toContainText(nombre)
    await expectSinDesborde(page)

    await page.goto(`/custodia?vista=extracto&tercero=${tercero.id}&buscar=${nombre}`)
    await page
      .getByRole('button', { name: `Abrir la línea de ${nombre}` })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deshacer' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await rungOf(page, mac)).toBe(before)
  })

for (const [como, viewport, colorScheme] of TAMANOS)
  test(`a container that is written off leaves the account of its partner, and returns when that is taken back, ${como}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    const { mac, nombre, tercero } = await giveSilent(page)
    const isIn = async () =>
      (
        await get<{ data: FilaEnCuenta[] }>(
          page,
          `/api/custodia/contenedores?tercero=${tercero.id}&per_page=200`,
        )
      ).data.some((f) => f.mac === mac)
    /** Says something of the container on the ladder. */
    async function say(boton: string) {
      await page.goto(`/perdidas?buscar=${mac}&en_empresa=1`)
      await page.getByRole('checkbox', { name: `Seleccionar fila ${mac}` }).check()
      await page
        .getByRole('region', { name: 'Contenedores elegidos' })
        .getByRole('button', { name: boton })
        .click()
      if (boton === 'Deshacer lo último') return
      const dialogo = page.getByRole('dialog')
      await dialogo.getByRole('button', { name: boton }).click()
      await expect(dialogo).toHaveCount(0)
    }
    await say('Declarar perdidos')
    await expect.poll(() => rungOf(page, mac)).toBe('declarada')
    // A declared loss stays in the account: the partner has not accepted it.
    expect(await isIn()).toBe(true)
    await say('Dar de baja')
    await expect.poll(() => rungOf(page, mac)).toBe('baja')
    // The book is updated every minute.
    await expect.poll(isIn, { timeout: 150_000 }).toBe(false)
    await page.goto(`/custodia?vista=extracto&tercero=${tercero.id}&buscar=${nombre}&en_empresa=1`)
    const main = page.getByRole('main')
    await expect(main).toContainText('Baja')
    await expect(main).toContainText('Fuera del parque')
    await expectAccesible(page)
    await expectSinDesborde(page)

    await say('Deshacer lo último')
    await expect.poll(() => rungOf(page, mac)).toBe('declarada')
    await expect.poll(isIn, { timeout: 150_000 }).toBe(true)
    await page.goto(`/custodia?vista=extracto&tercero=${tercero.id}&buscar=${nombre}&en_empresa=1`)
    await expect(main).toContainText('Corrección')
    await say('Deshacer lo último')
    await expect.poll(() => rungOf(page, mac)).not.toBe('declarada')
  })
