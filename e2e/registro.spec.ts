import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, expect } from '@playwright/test'
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

  // cubre: alta 1
  test('reads the Code 128 of a container, from no other server', async ({ baseURL }) => {
    const film = join(folder, 'codigo.y4m')
    await filmCodigos(film, { texto: '20014 157 0 000777', formato: 'Code128' })
    const page = await withCamara(baseURL, conFilm(film))
    const ajenas: string[] = []
    page.on('request', (r) => {
      if (!r.url().startsWith(baseURL as string) && !/^(blob|data):/.test(r.url())) ajenas.push(r.url())
    })
    await page.getByRole('button', { name: 'Escanear código del contenedor' }).click()
    await expect(apodo(page)).toHaveValue('20014-777')
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(ajenas).toEqual([])
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
})
