import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, expect } from '@playwright/test'
import { expectAccesible } from './accesible'
import { conFilm, filmCodigos } from './camara'
import { test } from './prueba'
import { apodo, mac, newApodo, newMac, open, registrado, save } from './registro'
import { stopClock } from './reloj'

test.describe('with a clock of the test', () => {
  // It remains in the context.
  test.use({ propio: true })
  // cubre: producto 8, alta 2 4-5, errores 11, constantes 7
  test('starts as SmartBle, Activado; a good registration is stored, and the form resets after two seconds', {
    tag: '@main',
  }, async ({ page }) => {
    await page.clock.install()
    await open(page)
    await expect(page.getByRole('combobox', { name: 'Tipo de dispositivo' })).toHaveText('SmartBle')
    await expect(page.getByRole('combobox', { name: 'Estado' })).toHaveText('Activado')
    const [m, a] = [newMac(), newApodo()]
    await apodo(page).fill(a)
    await mac(page).fill(m.toLowerCase())
    await page.getByLabel('Etiqueta').fill('A-7')
    await stopClock(page)
    await save(page).click()
    const alerta = page.getByRole('alert')
    await expect(alerta).toHaveText('¡Datos guardados correctamente!')
    expect(await registrado(page, m)).toMatchObject({
      Apodo: a,
      TipoDispositivo: 'SmartBle',
      Valor: 'Activado',
      Etiqueta: 'A-7',
    })
    await page.clock.runFor(1_900)
    await expect(alerta).toBeVisible()
    await expect(apodo(page)).toHaveValue(a)
    await page.clock.runFor(200)
    await expect(alerta).toBeHidden()
    await expect(apodo(page)).toHaveValue('')
    await expect(apodo(page)).toBeFocused()
  })
})

// cubre: validacion 1-2, errores 29
test('says what is wrong, and puts the cursor there', { tag: '@main' }, async ({ page }) => {
  await open(page)
  for (const malo of ['', '20014', '20014-', 'a-1', '20014-008-1', '20014 - 8']) {
    await apodo(page).fill(malo)
    await save(page).click()
    await expect(page.getByRole('alert')).toHaveText(
      'El apodo debe tener el formato: números, un guion y números (ej: 20014-008).',
    )
    await expect(apodo(page)).toBeFocused()
  }
  await apodo(page).fill(newApodo())
  await expect(page.getByRole('alert')).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Falta la MAC ficticia (mac_serie).')
  await expect(mac(page)).toBeFocused()
  await mac(page).fill(newMac())
  await page.route('**/api/update_device_details', (r) => r.fulfill({ status: 502, body: '<h1>502</h1>' }))
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText('No se pudo guardar. Por favor, intenta de nuevo.')
  await expect(page.getByRole('alert')).toContainText('Error al actualizar el dispositivo')
})

// cubre: alta 3, validacion 3, errores 10
test('latitude and longitude are a reader’s, go together, and only an admin saves one', async ({ page }) => {
  await open(page, '/PanelDisp', 'admin')
  await expect(page.getByLabel('Latitud')).toBeHidden()
  await page.getByRole('combobox', { name: 'Tipo de dispositivo' }).click()
  await page.getByRole('option', { name: 'Reader' }).click()
  const m = `C3${randomBytes(5).toString('hex').toUpperCase()}`
  const suApodo = `LEC-${m.slice(-6)}`
  await apodo(page).fill(suApodo)
  await mac(page).fill(m)
  await page.getByLabel('Latitud').fill('95')
  await save(page).click()
  await expect(page.getByRole('alert')).toHaveText('La latitud debe estar entre -90 y 90.')
  await page.getByLabel('Latitud').fill('42,85')
  await save(page).click()
  await expect(page.getByRole('alert')).toHaveText('La latitud y la longitud van juntas.')
  await page.getByLabel('Longitud').fill('-2.67')
  await save(page).click()
  await expect.poll(() => registrado(page, m)).toMatchObject({ Lat: 42.85, Lon: -2.67 })

  await open(page, `/PanelDisp?mac=${m}`, 'operario')
  await expect(apodo(page)).toHaveValue(suApodo)
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText('No se pudo guardar. Por favor, intenta de nuevo.')
  await expect(page.getByRole('alert')).toContainText('Solo los administradores pueden actualizar lectores.')
})

// cubre: rutas 20
test('?mac= fills the form, with what is registered already', async ({ page }) => {
  const nueva = newMac()
  await open(page, `/PanelDisp?mac=${nueva}`, 'planta4')
  await expect(mac(page)).toHaveValue(nueva)
  await expect(apodo(page)).toHaveValue('')
  const a = newApodo()
  await apodo(page).fill(a)
  await save(page).click()
  await expect.poll(() => registrado(page, nueva)).toMatchObject({ Apodo: a })
  await page.goto(`/PanelDisp?mac=${nueva}`)
  await expect(apodo(page)).toHaveValue(a)
  await expect(page.getByText('ya está registrado')).toBeVisible()
})

test.describe('camera', () => {
  let folder: string
  let browser: Browser | undefined
  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'retorna-camara-'))
  })
  test.afterEach(() => browser?.close())
  test.afterAll(() => rm(folder, { recursive: true, force: true }))

  /** A page of a browser whose camera shows `texto`, or that has another kind of camera. */
  async function withCamara(baseURL: string | undefined, args: string[], permisos: string[] = ['camera']) {
    const { launchOptions } = test.info().project.use
    browser = await chromium.launch({ ...launchOptions, args: [...(launchOptions?.args ?? []), ...args] })
    const context = await browser.newContext({ baseURL, locale: 'es-ES', permissions: permisos })
    const page = await context.newPage()
    await open(page)
    return page
  }
  const falsa = async (texto: string, formato: 'QRCode' | 'Code128') => {
    const film = join(folder, `${formato}.y4m`)
    await filmCodigos(film, { texto, formato })
    return conFilm(film)
  }

  // cubre: alta 1
  for (const formato of ['QRCode', 'Code128'] as const)
    test(`reads a ${formato} of a container, from no other server`, async ({ baseURL }) => {
      const page = await withCamara(baseURL, await falsa('20014 157 0 000777', formato))
      const ajenas: string[] = []
      page.on('request', (r) => {
        if (!r.url().startsWith(baseURL as string) && !/^(blob|data):/.test(r.url())) ajenas.push(r.url())
      })
      await page.getByRole('button', { name: 'Escanear código del contenedor' }).click()
      await expect(apodo(page)).toHaveValue('20014-777')
      await expect(page.getByRole('dialog')).toBeHidden()
      expect(ajenas).toEqual([])
    })

  // cubre: validacion 5
  test('says when a code is no container’s', async ({ baseURL }) => {
    const page = await withCamara(baseURL, await falsa('20014 158 0 000777', 'QRCode'))
    await page.getByRole('button', { name: 'Escanear código del contenedor' }).click()
    await expect(page.getByRole('alert')).toHaveText(
      "El código escaneado no tiene el formato esperado (ej: '20014 157 0 000777').",
    )
    await expect(apodo(page)).toHaveValue('')
  })

  test('of two cameras the list shows the one in use, and the other can be chosen', async ({ baseURL }) => {
    const page = await withCamara(baseURL, [
      '--use-fake-device-for-media-stream=device-count=2',
      '--use-fake-ui-for-media-stream',
    ])
    // As on a phone: the back camera is not the first of the list.
    await page.evaluate(() => {
      const openCamara = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
      navigator.mediaDevices.getUserMedia = async (pide) => {
        const video = pide?.video as MediaTrackConstraints
        if (!video.facingMode) return openCamara(pide)
        const [, trasera] = (await navigator.mediaDevices.enumerateDevices()).filter(
          (d) => d.kind === 'videoinput',
        )
        return openCamara({ video: { deviceId: { exact: trasera?.deviceId as string } } })
      }
    })
    await page.getByRole('button', { name: 'Escanear MAC del dispositivo' }).click()
    const list = page.getByRole('combobox', { name: 'Cámara' })
    const enUso = () =>
      page.getByLabel('Imagen de la cámara').evaluate((el) => {
        const flujo = (el as HTMLVideoElement).srcObject as MediaStream
        return flujo.getVideoTracks()[0]?.label
      })
    await expect(list).toHaveText('fake_device_1')
    expect(await enUso()).toBe('fake_device_1')
    await list.click()
    await page.getByRole('option', { name: 'fake_device_0' }).click()
    await expect(list).toHaveText('fake_device_0')
    await expect.poll(enUso).toBe('fake_device_0')
  })

  // cubre: validacion 6
  test('a refused camera, none, and an insecure origin each get their help', async ({ baseURL }) => {
    // A camera that sees no code: the scanner stays open, with ten decodes a second.
    const page = await withCamara(baseURL, [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ])
    await page.evaluate(() => {
      const w = window as unknown as { esperas: unknown[] }
      w.esperas = []
      const put = window.setInterval.bind(window)
      window.setInterval = ((fn: () => void, ms: number) => {
        w.esperas.push(ms)
        return put(fn, ms)
      }) as typeof window.setInterval
    })
    const openEscaner = () => page.getByRole('button', { name: 'Escanear MAC del dispositivo' }).click()
    await openEscaner()
    await expect(page.getByText('Centra el código QR o de barras en el recuadro.')).toBeVisible()
    const caja = await page
      .getByLabel('Imagen de la cámara')
      .locator('xpath=following-sibling::*')
      .boundingBox()
    expect([caja?.width, caja?.height]).toEqual([250, 250])
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { esperas: unknown[] }).esperas))
      .toContain(100)
    await page.getByRole('button', { name: 'Cancelar' }).click()
    const fail = (nombre: string) =>
      page.evaluate((name) => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', name))
      }, nombre)
    for (const [nombre, texto] of [
      ['NotAllowedError', 'No hay permiso para usar la cámara'],
      ['NotFoundError', 'No se ha encontrado ninguna cámara'],
      ['NotReadableError', 'No se ha podido abrir la cámara'],
    ] as const) {
      await fail(nombre)
      await openEscaner()
      await expect(page.getByRole('dialog')).toContainText(texto)
      await page.getByRole('button', { name: 'Escribir a mano' }).click()
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    await page.evaluate(() => Object.defineProperty(window, 'isSecureContext', { value: false }))
    await openEscaner()
    await expect(page.getByRole('dialog')).toContainText('La cámara solo funciona en una conexión segura')
  })
})

test('nothing for axe to find, in either theme and at phone width', async ({ page }) => {
  await open(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await save(page).click()
  await expectAccesible(page)
})

test('where the container stands can be said, and stays chosen for the next one', async ({ page }) => {
  await open(page)
  const nueva = newMac()
  await apodo(page).fill(newApodo())
  await mac(page).fill(nueva)
  await page.getByRole('combobox', { name: 'Está en' }).click()
  await page.getByRole('option', { name: 'Almacén Lleno', exact: true }).click()
  await save(page).click()
  await expect(
    page.getByText('Ningún lector lo ha oído todavía: su lugar se sabrá cuando se oiga.'),
  ).toBeVisible()
  await expect(mac(page)).toHaveValue('')
  await expect(page.getByRole('combobox', { name: 'Está en' })).toHaveText('Almacén Lleno')
  await page.getByRole('combobox', { name: 'Tipo de dispositivo' }).click()
  await page.getByRole('option', { name: 'Reader', exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'Está en' })).toHaveCount(0)
})
