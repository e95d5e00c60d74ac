import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, expect, type Page, test } from '@playwright/test'
import { expectAccesible } from './accesible'
import { filmCodigo } from './camara'
import { entrarComo } from './entrar'

const macNueva = () => `AC233F${randomBytes(3).toString('hex').toUpperCase()}`
const apodoNuevo = () => `90001-${Math.floor(Math.random() * 1e9)}`
const registrado = async (page: Page, mac: string) => {
  const res = await page.request.get(`/api/device_details?mac=${mac}`)
  return res.ok() ? res.json() : null
}
const abrir = async (page: Page, ruta = '/PanelDisp', usuario = 'operario') => {
  await entrarComo(page, usuario)
  await page.goto(ruta)
  await expect(page.getByRole('heading', { name: 'Alta de dispositivo' })).toBeVisible()
}
const apodo = (page: Page) => page.getByLabel('Apodo', { exact: true })
const mac = (page: Page) => page.getByLabel('MAC o número de serie')
const guardar = (page: Page) => page.getByRole('button', { name: 'Guardar' })
const espera = (page: Page) => page.getByRole('region', { name: 'Registros pendientes de enviar' })
/** Register something while there is no network. */
async function registrarSinRed(page: Page, a = apodoNuevo()): Promise<{ m: string; a: string }> {
  const m = macNueva()
  await apodo(page).fill(a)
  await mac(page).fill(m)
  await page.context().setOffline(true)
  await guardar(page).click()
  await expect(page.getByText('Sin conexión: el registro queda en este dispositivo')).toBeVisible()
  await expect(espera(page)).toContainText(a)
  return { m, a }
}
/** How long the next message of the form is to be seen, in ms, measured by the page itself. */
const medirAlerta = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let desde: number | undefined
        new MutationObserver((_, observador) => {
          const hay = document.querySelector('form [role=alert]') !== null
          if (hay) desde ??= performance.now()
          else if (desde !== undefined) {
            observador.disconnect()
            resolve(performance.now() - desde)
          }
        }).observe(document.body, { childList: true, subtree: true })
      }),
  )
/** How often something has been sent to be registered from now on. */
function contarEnvios(page: Page): () => number {
  let enviados = 0
  page.on('request', (r) => {
    if (r.url().endsWith('/api/update_device_details')) enviados++
  })
  return () => enviados
}

test('starts as SmartBle, Activado; a good registration is stored, and the form resets after two seconds', async ({
  page,
}) => {
  await abrir(page)
  await expect(page.getByRole('combobox', { name: 'Tipo de dispositivo' })).toHaveText('SmartBle')
  await expect(page.getByRole('combobox', { name: 'Estado' })).toHaveText('Activado')
  const [m, a] = [macNueva(), apodoNuevo()]
  await apodo(page).fill(a)
  await mac(page).fill(m.toLowerCase())
  await page.getByLabel('Etiqueta').fill('A-7')
  const alerta = medirAlerta(page)
  await guardar(page).click()
  await expect(page.getByRole('alert')).toHaveText('¡Datos guardados correctamente!')
  expect(await registrado(page, m)).toMatchObject({
    Apodo: a,
    TipoDispositivo: 'SmartBle',
    Valor: 'Activado',
    Etiqueta: 'A-7',
  })
  await expect(apodo(page)).toHaveValue(a)
  const ms = await alerta
  expect(ms).toBeGreaterThanOrEqual(1_900)
  expect(ms).toBeLessThan(4_000)
  await expect(apodo(page)).toHaveValue('', { timeout: 500 })
  await expect(apodo(page)).toBeFocused()
  await expect(page.getByRole('alert')).toBeHidden()
})

test('says what is wrong, and puts the cursor there', async ({ page }) => {
  await abrir(page)
  for (const malo of ['', '20014', '20014-', 'a-1', '20014-008-1', '20014 - 8']) {
    await apodo(page).fill(malo)
    await guardar(page).click()
    await expect(page.getByRole('alert')).toHaveText(
      'El apodo debe tener el formato: números, un guion y números (ej: 20014-008).',
    )
    await expect(apodo(page)).toBeFocused()
  }
  await apodo(page).fill(apodoNuevo())
  await expect(page.getByRole('alert')).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Falta la MAC ficticia (mac_serie).')
  await expect(mac(page)).toBeFocused()
  await mac(page).fill(macNueva())
  await page.route('**/api/update_device_details', (r) => r.fulfill({ status: 502, body: '<h1>502</h1>' }))
  await guardar(page).click()
  await expect(page.getByRole('alert')).toContainText('No se pudo guardar. Por favor, intenta de nuevo.')
  await expect(page.getByRole('alert')).toContainText('Error al actualizar el dispositivo')
})

test('latitude and longitude are a reader’s, go together, and only an admin saves one', async ({ page }) => {
  await abrir(page, '/PanelDisp', 'admin')
  await expect(page.getByLabel('Latitud')).toBeHidden()
  await page.getByRole('combobox', { name: 'Tipo de dispositivo' }).click()
  await page.getByRole('option', { name: 'Reader' }).click()
  const m = `C3${randomBytes(5).toString('hex').toUpperCase()}`
  const suApodo = apodoNuevo()
  await apodo(page).fill(suApodo)
  await mac(page).fill(m)
  await page.getByLabel('Latitud').fill('95')
  await guardar(page).click()
  await expect(page.getByRole('alert')).toHaveText('La latitud debe estar entre -90 y 90.')
  await page.getByLabel('Latitud').fill('42,85')
  await guardar(page).click()
  await expect(page.getByRole('alert')).toHaveText('La latitud y la longitud van juntas.')
  await page.getByLabel('Longitud').fill('-2.67')
  await guardar(page).click()
  await expect(page.getByRole('alert')).toHaveText('¡Datos guardados correctamente!')
  expect(await registrado(page, m)).toMatchObject({ Lat: 42.85, Lon: -2.67 })

  await abrir(page, `/PanelDisp?mac=${m}`, 'operario')
  await expect(apodo(page)).toHaveValue(suApodo)
  await guardar(page).click()
  await expect(page.getByRole('alert')).toContainText('No se pudo guardar. Por favor, intenta de nuevo.')
  await expect(page.getByRole('alert')).toContainText('Solo los administradores pueden actualizar lectores.')
})

test('?mac= fills the form, with what is registered already', async ({ page }) => {
  const nueva = macNueva()
  await abrir(page, `/PanelDisp?mac=${nueva}`, 'planta4')
  await expect(mac(page)).toHaveValue(nueva)
  await expect(apodo(page)).toHaveValue('')
  const a = apodoNuevo()
  await apodo(page).fill(a)
  await guardar(page).click()
  await expect(page.getByText('¡Datos guardados correctamente!')).toBeVisible()
  await page.goto(`/PanelDisp?mac=${nueva}`)
  await expect(apodo(page)).toHaveValue(a)
  await expect(page.getByText('ya está registrado')).toBeVisible()
})

test('without network it waits on the device, in sight, and is sent once', async ({ page, context }) => {
  await abrir(page)
  const { m, a } = await registrarSinRed(page)
  const envios = contarEnvios(page)
  await context.setOffline(false)
  await expect(espera(page)).toBeHidden()
  await expect(page.getByText('Registro pendiente enviado')).toBeVisible()
  expect(await registrado(page, m)).toMatchObject({ Apodo: a })
  expect(envios()).toBe(1)
})

test('what waits is of who registered it: nobody else with this device sees it or sends it', async ({
  page,
  context,
}) => {
  await abrir(page)
  const { m, a } = await registrarSinRed(page)
  // Whoever comes next opens the page anew, before the network was there for the first one.
  await page.goto('about:blank')
  await context.setOffline(false)
  const envios = contarEnvios(page)
  await abrir(page, '/PanelDisp', 'planta4')
  await expect(apodo(page)).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.waitForTimeout(1_000)
  await expect(espera(page)).toBeHidden()
  expect(await page.evaluate((k) => localStorage.getItem(k), 'retorna.registro.pendientes')).toContain(a)
  expect(envios()).toBe(0)
  await abrir(page)
  await expect(page.getByText('Registro pendiente enviado')).toBeVisible()
  expect(envios()).toBe(1)
  expect(await registrado(page, m)).toMatchObject({ Apodo: a })
})

test('what waits shows on every screen, leads to its own, and is sent once from any of them', async ({
  page,
  context,
}) => {
  await abrir(page)
  const { m, a } = await registrarSinRed(page)
  const enlace = page.getByRole('link', { name: '1 registro pendiente' })
  await expect(enlace).toBeHidden()
  const envios = contarEnvios(page)
  await page.goto('about:blank')
  await context.setOffline(false)
  // The server is away, though the device has a network.
  await page.route('**/api/update_device_details', (r) => r.abort())
  await page.goto('/perfil')
  await expect(enlace).toBeVisible()
  await expectAccesible(page)
  await enlace.click()
  await expect(espera(page)).toContainText(a)
  const fallido = page.waitForEvent('requestfailed', (r) => r.url().endsWith('/api/update_device_details'))
  await page.goto('/perfil')
  await expect(enlace).toBeVisible()
  await fallido
  const antes = envios()
  await page.unroute('**/api/update_device_details')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText('Registro pendiente enviado')).toBeVisible()
  await expect(enlace).toBeHidden()
  expect(envios() - antes).toBe(1)
  expect(await registrado(page, m)).toMatchObject({ Apodo: a })
})

test('what the server refuses later stays, with its reason, until somebody corrects it', async ({
  page,
  context,
}) => {
  await abrir(page)
  const tomado = apodoNuevo()
  await page.request.post('/api/update_device_details', {
    data: { mac_serie: macNueva(), tipo_dispositivo: 'SmartBle', apodo: tomado },
  })
  const { m } = await registrarSinRed(page, tomado)
  await context.setOffline(false)
  const lista = espera(page)
  await expect(lista).toContainText('ya lo tiene otro dispositivo')
  await lista.getByRole('button', { name: 'Corregir' }).click()
  await expect(lista).toBeHidden()
  await expect(mac(page)).toHaveValue(m)
  await expect(apodo(page)).toHaveValue(tomado)
})

test.describe('camera', () => {
  let carpeta: string
  let navegador: Browser | undefined
  test.beforeAll(async () => {
    carpeta = await mkdtemp(join(tmpdir(), 'retorna-camara-'))
  })
  test.afterEach(() => navegador?.close())
  test.afterAll(() => rm(carpeta, { recursive: true, force: true }))

  /** A page of a browser whose camera shows `texto`, or that has a camera of another kind. */
  async function withCamara(baseURL: string | undefined, args: string[], permisos: string[] = ['camera']) {
    const { launchOptions } = test.info().project.use
    navegador = await chromium.launch({ ...launchOptions, args: [...(launchOptions?.args ?? []), ...args] })
    const contexto = await navegador.newContext({ baseURL, locale: 'es-ES', permissions: permisos })
    const page = await contexto.newPage()
    await abrir(page)
    return page
  }
  const falsa = async (texto: string, formato: 'QRCode' | 'Code128') => {
    const film = join(carpeta, `${formato}.y4m`)
    await filmCodigo(film, texto, formato)
    return [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ]
  }

  for (const formato of ['QRCode', 'Code128'] as const)
    test(`reads a ${formato} of a container, from no other server`, async ({ baseURL }) => {
      const page = await withCamara(baseURL, await falsa('20014 157 0 000777', formato))
      const ajenas: string[] = []
      page.on('request', (r) => {
        if (!r.url().startsWith(baseURL as string) && !/^(blob|data):/.test(r.url())) ajenas.push(r.url())
      })
      await page.getByRole('button', { name: 'Escanear código del contenedor' }).click()
      await expect(apodo(page)).toHaveValue('20014-777', { timeout: 30_000 })
      await expect(page.getByRole('dialog')).toBeHidden()
      expect(ajenas).toEqual([])
    })

  test('says when a code is no container’s', async ({ baseURL }) => {
    const page = await withCamara(baseURL, await falsa('20014 158 0 000777', 'QRCode'))
    await page.getByRole('button', { name: 'Escanear código del contenedor' }).click()
    await expect(page.getByRole('alert')).toHaveText(
      "El código escaneado no tiene el formato esperado (ej: '20014 157 0 000777').",
      { timeout: 30_000 },
    )
    await expect(apodo(page)).toHaveValue('')
  })

  test('a refused camera, none, and an insecure origin each get their help', async ({ baseURL }) => {
    // A camera that sees no code: the box waits, ten looks a second.
    const page = await withCamara(baseURL, [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ])
    await page.evaluate(() => {
      const w = window as unknown as { esperas: unknown[] }
      w.esperas = []
      const poner = window.setInterval.bind(window)
      window.setInterval = ((fn: () => void, ms: number) => {
        w.esperas.push(ms)
        return poner(fn, ms)
      }) as typeof window.setInterval
    })
    const abrirEscaner = () => page.getByRole('button', { name: 'Escanear MAC del dispositivo' }).click()
    await abrirEscaner()
    await expect(page.getByText('Centra el código QR o de barras en el recuadro.')).toBeVisible()
    const caja = await page
      .getByLabel('Imagen de la cámara')
      .locator('xpath=following-sibling::*')
      .boundingBox()
    expect([caja?.width, caja?.height]).toEqual([250, 250])
    expect(await page.evaluate(() => (window as unknown as { esperas: unknown[] }).esperas)).toContain(100)
    await page.getByRole('button', { name: 'Cancelar' }).click()
    const fallar = (nombre: string) =>
      page.evaluate((name) => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', name))
      }, nombre)
    for (const [nombre, texto] of [
      ['NotAllowedError', 'No hay permiso para usar la cámara'],
      ['NotFoundError', 'No se ha encontrado ninguna cámara'],
      ['NotReadableError', 'No se ha podido abrir la cámara'],
    ] as const) {
      await fallar(nombre)
      await abrirEscaner()
      await expect(page.getByRole('dialog')).toContainText(texto)
      await page.getByRole('button', { name: 'Escribir a mano' }).click()
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    await page.evaluate(() => Object.defineProperty(window, 'isSecureContext', { value: false }))
    await abrirEscaner()
    await expect(page.getByRole('dialog')).toContainText('La cámara solo funciona en una conexión segura')
  })
})

test('nothing for axe to find, in either theme and at phone width', async ({ page }) => {
  await abrir(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await guardar(page).click()
  await expectAccesible(page)
})
