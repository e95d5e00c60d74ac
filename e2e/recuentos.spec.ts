import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type APIRequestContext, type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import type { Linea, UnRecuento } from '../contract/cuentas/recuentos/recuentos'
import type { Situado } from '../contract/cuentas/recuentos/reglas-values'
import type { ListaRecuento } from '../contract/cuentas/recuentos/values'
import { expectAccesible, expectSinDesborde } from './accesible'
import { enterAs } from './enter'
import { test } from './prueba'

// One browser is set offline, and one is killed.
test.use({ propio: true })

const N = 300
const TELEFONO = { width: 390, height: 844 }

/** Containers of a family for this test only. */
async function registerFamilia(request: APIRequestContext, familia: string): Promise<void> {
  const lote = randomBytes(4).toString('hex')
  const macOf = (i: number) => `a${lote}${i.toString(16).padStart(3, '0')}`
  const filas = Array.from({ length: N }, (_, i) => `${macOf(i)};${familia}-${i + 1}`)
  const buffer = Buffer.from(['mac_serie;apodo', ...filas].join('\r\n'))
  const r = await request.post('/api/dispositivos/importar?con_errores=impedir&empresa=1', {
    multipart: { archivo: { name: 'alta.csv', mimeType: 'text/csv', buffer } },
  })
  if (!r.ok()) throw new Error(await r.text())
}

const last = (page: Page) => page.getByRole('status', { name: 'Último escaneo' })
const avance = (page: Page) => page.getByRole('status', { name: 'Avance' })
const envio = (page: Page) => page.getByRole('status', { name: 'Envío' })

/** Types codes one after another, like a keyboard-wedge scanner. */
async function type(page: Page, codigos: string[]): Promise<void> {
  await page.getByLabel('Código', { exact: true }).focus()
  for (const codigo of codigos) {
    await page.keyboard.insertText(codigo)
    await page.keyboard.press('Enter')
  }
  await expect(last(page)).toContainText(codigos.at(-1) as string)
}

async function openRecuento(page: Page, id: number): Promise<void> {
  await page.goto(`/recuentos/${id}`)
  await expect(avance(page)).toBeVisible()
}

/** Its app is cached for offline use. */
const install = (page: Page) =>
  page.evaluate(async () => {
    const { serviceWorker } = navigator
    await serviceWorker.ready
    if (!serviceWorker.controller)
      await new Promise((goesOn) =>
        serviceWorker.addEventListener('controllerchange', goesOn, { once: true }),
      )
  })

test('300 containers, two phones without network, one of them killed: nothing is lost or counted twice', async ({
  page: ane,
  context,
  baseURL,
}) => {
  // Three hundred codes take long on a shared machine.
  test.setTimeout(300_000)
  const folder = await mkdtemp(join(tmpdir(), 'retorna-recuento-'))
  const { launchOptions } = test.info().project.use
  const start = (): Promise<BrowserContext> =>
    chromium.launchPersistentContext(folder, {
      ...launchOptions,
      ...(baseURL && { baseURL }),
      locale: 'es-ES',
      timezoneId: 'Europe/Madrid',
      reducedMotion: 'reduce',
      serviceWorkers: 'allow',
      viewport: TELEFONO,
    })
  let telefono = await start()
  try {
    await ane.setViewportSize(TELEFONO)
    await enterAs(ane, 'admin')
    // Starts with 9: a nickname before those of the demonstration would fill the first page of each list.
    const familia = String(90_000_000 + (Date.now() % 10_000_000))
    const of = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, i) => `${familia}-${from + i}`)
    await registerFamilia(ane.request, familia)
    await ane.goto('/recuentos?en_empresa=1')
    await ane.getByRole('button', { name: 'Nuevo recuento' }).first().click()
    const dialogo = ane.getByRole('dialog', { name: 'Nuevo recuento' })
    await dialogo.getByLabel('Se cuenta').click()
    await ane.getByRole('option', { name: 'Una familia' }).click()
    await dialogo.getByLabel('Familia').click()
    await ane.getByRole('option', { name: familia, exact: true }).click()
    await dialogo.getByRole('button', { name: 'Empezar' }).click()
    await expect(avance(ane)).toHaveText(`0 de ${N}`)
    const id = Number(new URL(ane.url()).pathname.split('/').at(-1))
    const { contenedores } = await (await ane.request.get(`/api/recuentos/${id}/esperados`)).json()
    const ajeno: string = contenedores.find((c: Situado) => !c.esperado && c.apodo).apodo

    let jon = telefono.pages()[0] as Page
    await enterAs(jon, 'operario')
    await openRecuento(jon, id)
    await install(jon)

    await context.setOffline(true)
    await telefono.setOffline(true)
    await type(ane, of(1, 4))
    await expect(last(ane)).toContainText('Sitio correcto')
    await type(ane, [ajeno])
    await expect(last(ane)).toContainText('No esperado')
    await type(ane, ['CAJA SIN ETIQUETA'])
    await expect(last(ane)).toContainText('Código desconocido')
    await type(ane, [`${familia}-2`])
    await expect(last(ane)).toContainText('Repetido')
    await type(ane, of(5, 150))
    await expectAccesible(ane)
    await expectSinDesborde(ane)
    // Both phones have scanned these ten.
    await type(jon, of(141, 270))
    await expect(avance(jon)).toHaveText(`130 de ${N}`)

    // The battery is empty: the browser is killed without events.
    const cdp = await telefono.newCDPSession(jon)
    const gone = telefono.waitForEvent('close')
    cdp.send('Browser.crash').catch(() => {})
    await gone
    telefono = await start()
    await telefono.setOffline(true)
    jon = telefono.pages()[0] as Page
    await openRecuento(jon, id)
    await expect(avance(jon)).toHaveText(`130 de ${N}`)
    await expect(envio(jon)).toContainText('130 sin enviar')
    await type(jon, of(271, 290))
    // One tapped in the list, and one by mistake.
    await jon.getByLabel('Buscar en la lista').fill(`${familia}-291`)
    await jon.getByRole('button', { name: 'Está aquí' }).click()
    await expect(last(jon)).toContainText(`${familia}-291`)
    await type(jon, [`${familia}-300`])
    await last(jon).getByRole('button', { name: 'Quitar' }).click()
    await expect(avance(jon)).toHaveText(`151 de ${N}`)

    await context.setOffline(false)
    await telefono.setOffline(false)
    // The session was lost with the browser: the server accepts nothing until the user has logged in again.
    await enterAs(jon, 'operario')
    await openRecuento(jon, id)
    for (const page of [ane, jon]) {
      await expect(envio(page)).toHaveText('Todo enviado')
      await expect(avance(page)).toHaveText(`291 de ${N}`)
    }
    await ane.getByRole('button', { name: 'Terminar' }).click()
    const cierre = ane.getByRole('dialog', { name: 'Terminar el recuento' })
    await expect(cierre).toContainText('Oier Operario')
    await cierre.getByRole('button', { name: 'Cerrar el recuento' }).click()
    await expect(ane.getByRole('heading', { level: 1 })).toContainText(`Recuento ${id}`)

    const un: UnRecuento = await (await ane.request.get(`/api/recuentos/${id}`)).json()
    expect(un.cifras).toMatchObject({
      esperados: N,
      encontrados: 291,
      faltantes: 9,
      sobrantes: 1,
      desconocidos: 1,
      repetidos: 11,
      escaneos: 304,
    })
    const list = async (lista: ListaRecuento): Promise<string[]> => {
      const r = await ane.request.get(`/api/recuentos/${id}/lineas?lista=${lista}&per_page=200`)
      return ((await r.json()) as { data: Linea[] }).data.map((l) => l.Apodo ?? l.codigo).sort()
    }
    expect(await list('faltantes')).toEqual(of(292, 300).sort())
    expect(await list('sobrantes')).toEqual([ajeno])
    expect(await list('desconocidos')).toEqual(['CAJA SIN ETIQUETA'])
    expect(await list('repetidos')).toEqual([`${familia}-2`, ...of(141, 150)].sort())
    // The other phone sees that the count is closed, and shows the document.
    await expect(jon.getByRole('heading', { level: 1 })).toContainText(`Recuento ${id}`)
    await expect(jon.getByRole('main')).toContainText(`${familia}-292`)
    await expectSinDesborde(jon)
    await expectAccesible(jon)
  } finally {
    await telefono.close().catch(() => {})
    await rm(folder, { recursive: true, force: true })
  }
})

test('a hand scanner that types codes before the page renders loses none', { tag: '@main' }, async ({
  page,
}) => {
  await enterAs(page, 'admin')
  const { ubicaciones } = await (await page.request.get('/api/empresas/1/ciclos')).json()
  const codigos = Array.from({ length: 20 }, (_, i) => `CAJA ${Date.now()}-${i}`)
  const data = { ubicacion: ubicaciones[0].id, empresa: 1 }
  const { id } = await (await page.request.post('/api/recuentos', { data })).json()
  await openRecuento(page, id)
  await page.getByLabel('Código', { exact: true }).evaluate((campo: HTMLInputElement, all) => {
    for (const codigo of all) {
      campo.focus()
      document.execCommand('insertText', false, codigo)
      campo.form?.requestSubmit()
    }
  }, codigos)
  await expect(last(page)).toContainText(codigos.at(-1) as string)
  await expect(envio(page)).toHaveText('Todo enviado')
  const escaneos = await (await page.request.get(`/api/recuentos/${id}/escaneos?desde=1`)).json()
  expect(escaneos.data.map((e: { codigo: string }) => e.codigo).sort()).toEqual(codigos.toSorted())
  await page.request.post(`/api/recuentos/${id}/cerrar`, { data: { anular: true } })
})
