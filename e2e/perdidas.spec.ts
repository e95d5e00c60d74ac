import { expect, type Page } from '@playwright/test'
import type { FilaPerdida, PerdidaOf, Perdidas } from '../contract/dispositivos/perdidas'
import { expectAccesible, expectSinDesborde } from './accesible'
import { createCuenta, removeCuenta } from './cuentas'
import { enterAs } from './enter'
import { de, list as listInventario, type Propio, register, total, withdraw } from './inventario'
import { test } from './prueba'
import { expectToast, holdUndo } from './toasts'

// In sequence, because the tests add asientos to the same containers.
test.describe.configure({ mode: 'serial' })

const TAMANOS = [
  ['at a desk', { width: 1440, height: 900 }],
  ['on a phone', { width: 390, height: 844 }],
] as const

/** A number of the page in Spanish format. */
const numberOf = (text: string | null) => Number((text ?? '').replaceAll('.', '').match(/\d+/)?.[0])

const rungs = async (page: Page, filtro = ''): Promise<Perdidas> =>
  (await page.request.get(`/api/perdidas?empresa=1${filtro}`)).json()
const list = async (page: Page, filtro: string): Promise<{ data: FilaPerdida[]; total: number }> =>
  (await page.request.get(`/api/perdidas/lista?empresa=1&per_page=200&${filtro}`)).json()

/** The ladder is calculated within a minute of the start. */
async function openPerdidas(page: Page): Promise<void> {
  await expect.poll(async () => (await list(page, '')).total, { timeout: 90_000 }).toBeGreaterThan(0)
  await page.goto('/perdidas')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pérdidas')
}

for (const [como, viewport] of TAMANOS) {
  const tag = como === 'at a desk' ? '@main' : []
  test(`each figure leads to as many containers as it says, ${como}`, { tag }, async ({ page }) => {
    await page.setViewportSize(viewport)
    await enterAs(page, 'operario')
    await openPerdidas(page)
    await expectAccesible(page)
    await expectSinDesborde(page)
    const con = (await rungs(page)).peldanos.slice(1).find((p) => p.n > 0)
    const { peldano } = con as { peldano: FilaPerdida['peldano'] }
    const tile = page
      .getByRole('group', { name: 'Peldaños' })
      .getByRole('button')
      .nth(['sin_ver', 'posible_extravio', 'en_busqueda', 'propuesta', 'declarada', 'baja'].indexOf(peldano))
    // By keyboard, like any button.
    await tile.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`peldano=${peldano}`))
    await expect(tile).toHaveAttribute('aria-pressed', 'true')
    // The simulator keeps running meanwhile.
    await expect(async () => {
      const n = numberOf(await tile.locator('b').textContent())
      expect(numberOf(await page.getByRole('status', { name: 'Totales' }).textContent())).toBe(n)
      expect((await list(page, `peldano=${peldano}`)).total).toBe(n)
    }).toPass()
    await expectAccesible(page)
  })

  test(`a container that nobody ever heard is on no rung, and the screen leads to it, ${como}`, async ({
    page,
  }) => {
    // The number of containers is saved once a minute.
    test.setTimeout(240_000)
    await page.setViewportSize(viewport)
    await enterAs(page, 'admin')
    const { familia, propios } = await register(page, 1)
    const { mac, apodo } = propios[0] as Propio
    // Of its family alone: what other tests registered may be counted meanwhile.
    await expect
      .poll(async () => (await rungs(page, `&familia=${familia}`)).nunca_oidos, { timeout: 150_000 })
      .toBe(1)
    expect((await list(page, `search=${mac}`)).total).toBe(0)
    await page.goto(`/perdidas?familia=${familia}&en_empresa=1`)
    await expect(page.getByRole('main')).toContainText(
      '1 dado de alta que nadie ha oído nunca: no está en ningún peldaño.',
    )
    await expectAccesible(page)
    await expectSinDesborde(page)
    await page.getByRole('link', { name: '1 dado de alta' }).click()
    await expect(page).toHaveURL(/poc-status/)
    await expect(page.getByRole('main')).toContainText(apodo)
    // Of all families: as many as the list has, which leaves out the readers.
    const lector = `${mac}R`
    const alta = await page.request.post('/api/update_device_details', {
      data: {
        mac_serie: lector,
        es_serie: true,
        tipo_dispositivo: 'Reader',
        apodo: lector,
        estado: 'Activado',
        empresa: 1,
      },
    })
    expect(alta.ok(), await alta.text()).toBe(true)
    try {
      await page.goto('/perdidas?en_empresa=1')
      const enlace = page.getByRole('link', { name: /dados? de alta$/ })
      const n = numberOf(await enlace.textContent())
      await enlace.click()
      await expect(page).toHaveURL(/tipo=Contenedor/)
      await expect(total(page)).toHaveText(de(n))
      const callado = { posible_estado: 'Sin registro', dispositivo: lector }
      expect((await listInventario(page, callado)).total).toBe(1)
      expect((await listInventario(page, { ...callado, tipo: 'Contenedor' })).total).toBe(0)
    } finally {
      await withdraw(page, lector)
    }
  })

  test(`what left with a container is one click from its row, with how many and how many were heard again, ${como}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await enterAs(page, 'operario')
    await openPerdidas(page)
    const boton = page.getByRole('button', { name: /^Qué salió con / }).first()
    const nombre = ((await boton.getAttribute('aria-label')) ?? '').replace('Qué salió con ', '')
    const apodo = nombre.split(':')[0] as string
    const fila = (await list(page, `search=${apodo}`)).data.find((f) => (f.Apodo ?? f.mac) === apodo)
    const { ultimo } = (await (
      await page.request.get(`/api/perdidas/contenedor/${fila?.mac}`)
    ).json()) as PerdidaOf
    // The row says how many the list has.
    const n = ultimo?.juntos_total ?? 0
    await expect(boton).toHaveText(n === 0 ? 'Solo' : n < 50 ? `Con ${n} más` : 'Con 50 o más')
    await boton.click()
    const dialogo = page.getByRole('dialog', { name: `Qué salió con ${apodo}` })
    await expect(dialogo.getByText(ultimo?.lugar as string).first()).toBeVisible()
    await expect(
      dialogo.getByText(
        ultimo?.juntos_total
          ? /en los 10 minutos de antes o después; se han/
          : /^.*Ningún otro contenedor salió/,
      ),
    ).toBeVisible()
    expect(await dialogo.getByRole('listitem').count()).toBe(ultimo?.juntos.length)
    await expectAccesible(page)
    await expectSinDesborde(page)
    await dialogo.getByRole('button', { name: 'Cerrar' }).click()
    await expect(dialogo).toBeHidden()
    await expect(page).toHaveURL(/\/perdidas$/)
  })

  test(`a price is added, and the figures have euros, ${como}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await enterAs(page, 'admin')
    await page.goto('/perdidas?en_empresa=1')
    await openPerdidas(page)
    // The actions of the list are on one line, on a phone too. The totals come under the title and move them: two boxes are not of one moment.
    const middleOf = async (name: string) => {
      const box = await page.getByRole('button', { name, exact: true }).boundingBox()
      return box ? Math.round(box.y + box.height / 2) : Number.NaN
    }
    await expect
      .poll(async () => (await middleOf('Precios')) - (await middleOf('Columnas y densidad')))
      .toBe(0)
    await page.getByRole('button', { name: 'Precios' }).click()
    const dialogo = page.getByRole('dialog', { name: 'Precios' })
    const euros = dialogo.getByLabel('Precio de un contenedor (€)')
    await euros.fill('0')
    await expect(dialogo.getByRole('button', { name: 'Añadir' })).toBeDisabled()
    await expectAccesible(page)
    await euros.fill(como === 'at a desk' ? '120,50' : '99,99')
    const body = page.waitForResponse(
      (r) => r.url().endsWith('/api/perdidas/precios') && r.request().method() === 'POST',
    )
    await dialogo.getByRole('button', { name: 'Añadir' }).click()
    expect((await body).status()).toBe(200)
    await expectToast(page, 'Precio añadido')
    await expect(dialogo.getByRole('list', { name: 'Precios puestos' })).toContainText(
      como === 'at a desk' ? '120,50' : '99,99',
    )
    // Valid for the day on which they were last seen: from a day long ago on.
    const r = await page.request.post('/api/perdidas/precios', {
      data: { empresa: 1, familia: '', desde: '2020-01-01', centimos: 12_050 },
    })
    expect(r.ok()).toBe(true)
    await dialogo.getByRole('button', { name: 'Cerrar' }).click()
    await page.reload()
    await expect(page.getByRole('group', { name: 'Peldaños' })).not.toContainText('sin precio')
    const { peldanos } = await rungs(page)
    expect(peldanos.reduce((suma, p) => suma + p.sin_precio, 0)).toBe(0)
    await expectSinDesborde(page)
  })

  test(`one is declared lost after it was asked, and that is taken back, ${como}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await enterAs(page, 'operario')
    await openPerdidas(page)
    const [lost] = (await list(page, 'peldano=propuesta')).data
      .concat((await list(page, 'peldano=en_busqueda')).data)
      .concat((await list(page, 'peldano=posible_extravio')).data)
    expect(lost).toBeDefined()
    const nombre = lost?.Apodo ?? (lost?.mac as string)
    await page.goto(`/perdidas?buscar=${nombre}`)
    await expect(page.getByRole('status', { name: 'Totales' })).toHaveText(/^1 contenedor · /)
    await page.getByRole('checkbox').last().check()
    const lote = page.getByRole('region', { name: 'Contenedores elegidos' })
    await expectAccesible(page)
    await lote.getByRole('button', { name: 'Declarar perdidos' }).click()
    const dialogo = page.getByRole('dialog', { name: 'Declarar la pérdida' })
    await dialogo.getByLabel('Nota').fill('No está en ningún muelle')
    await expectAccesible(page)
    await dialogo.getByRole('button', { name: 'Declarar perdidos' }).click()
    const undo = await holdUndo(page)
    const rungOf = async () => (await list(page, `search=${nombre}`)).data[0]?.peldano
    await expect.poll(rungOf).toBe('declarada')
    await undo.click()
    await expect.poll(rungOf).toBe(lost?.peldano)
    await expectSinDesborde(page)
  })
}

for (const [como, viewport] of TAMANOS) {
  test(`who searches is set for the company, takes what nobody searches for, and one is taken over from its row, ${como}`, async ({
    page,
    browser,
  }) => {
    test.setTimeout(180_000)
    const cuenta = await createCuenta(browser, { nombre: 'Ane Busca' })
    try {
      await page.setViewportSize(viewport)
      await enterAs(page, 'admin')
      await page.goto('/perdidas?en_empresa=1')
      await openPerdidas(page)
      // In search, and nobody searches: a person has said so of one, without a name.
      const [callado] = (await list(page, 'peldano=posible_extravio')).data
        .concat((await list(page, 'peldano=en_busqueda')).data)
        .filter((f) => f.Ubicacion)
      const nombre = callado?.Apodo ?? (callado?.mac as string)
      const dicho = await page.request.post('/api/perdidas/asientos', {
        data: { contenedores: [callado?.mac], clase: 'busqueda', lleva: null },
      })
      expect(dicho.ok()).toBe(true)

      await page.goto('/perdidas?en_empresa=1&peldano=en_busqueda&lleva=nadie')
      const fila = page.getByRole(como === 'at a desk' ? 'row' : 'listitem').filter({ hasText: nombre })
      await expect(page.getByRole('group', { name: 'Peldaños' })).toContainText('sin responsable')
      await expect(async () => {
        const n = (await rungs(page)).sin_responsable
        expect(numberOf(await page.getByRole('status', { name: 'Totales' }).textContent())).toBe(n)
      }).toPass()
      await expectAccesible(page)
      await expectSinDesborde(page)

      // A phone shows the first rows only: the container is looked up. By keyboard: one click and it is the user's.
      await page.goto(`/perdidas?en_empresa=1&peldano=en_busqueda&lleva=nadie&buscar=${nombre}`)
      await expect(fila.getByRole('button', { name: `Quién busca ${nombre}: Sin responsable` })).toBeVisible()
      await fila.getByRole('button', { name: `Lo busco yo: ${nombre}` }).focus()
      await page.keyboard.press('Enter')
      await expect(fila).toHaveCount(0)
      await page.goto(`/perdidas?en_empresa=1&buscar=${nombre}`)
      const quien = page.getByRole('button', { name: `Quién busca ${nombre}:` })
      await expect(quien).toContainText(`búscalo en ${callado?.Ubicacion}`)
      // Another takes it over.
      await quien.click()
      await page.getByRole('menuitem', { name: 'Ane Busca' }).click()
      await expect(quien).toContainText('Ane Busca')
      await page.goto(`/contenedor/${nombre}`)
      const perdida = page.getByRole('region', { name: 'Pérdida' })
      await expect(perdida).toContainText(`Ane Busca · búscalo en ${callado?.Ubicacion}`)
      await page.goto(`/perdidas?en_empresa=1&buscar=${nombre}`)
      await quien.click()
      await page.getByRole('menuitem', { name: 'Nadie' }).click()
      const undo = await holdUndo(page)
      await expect(quien).toContainText('Sin responsable')
      await undo.click()
      await expect(quien).toContainText('Ane Busca')

      // The setting.
      await page.getByRole('button', { name: 'Quién busca', exact: true }).click()
      const dialogo = page.getByRole('dialog', { name: 'Quién busca' })
      await expect(dialogo.getByRole('button', { name: 'Guardar' })).toBeDisabled()
      await dialogo.getByRole('combobox', { name: 'Quién busca' }).click()
      await page.getByRole('option', { name: 'Ane Busca' }).click()
      await expectAccesible(page)
      await expectSinDesborde(page)
      await dialogo.getByRole('button', { name: 'Guardar' }).click()
      await expectToast(page, 'Busca Ane Busca')
      const quienBusca = await (await page.request.get('/api/perdidas/busca?empresa=1')).json()
      expect(quienBusca.persona).toMatchObject({ nombre: 'Ane Busca', puede: true })
    } finally {
      await removeCuenta(browser, cuenta.id)
    }
  })
}

test('the filter of who searches lives in the address, and who administers nothing sets nobody', async ({
  page,
}) => {
  await enterAs(page, 'operario')
  await openPerdidas(page)
  await expect(page.getByRole('button', { name: 'Quién busca', exact: true })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Quién busca' }).click()
  await page.getByRole('option', { name: 'Sin responsable' }).click()
  await expect(page).toHaveURL(/lleva=nadie/)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Quién busca' })).toHaveText('Sin responsable')
  await expect(page.getByText('sin contar los días que el calendario cierra')).toBeVisible()
  await page.getByRole('button', { name: 'Limpiar', exact: true }).click()
  await expect(page).toHaveURL(/\/perdidas$/)
})

test('who does not administer sets no price, and filters live in the address', async ({ page }) => {
  await enterAs(page, 'operario')
  await openPerdidas(page)
  await expect(page.getByRole('button', { name: 'Precios' })).toHaveCount(0)
  await page.goto('/perdidas?buscar=no-hay-ninguno')
  await page.getByRole('button', { name: 'Limpiar filtros' }).click()
  await expect(page).toHaveURL(/\/perdidas$/)
})
