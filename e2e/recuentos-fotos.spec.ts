import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { extractImages, getDocumentProxy } from 'unpdf'
import type { Linea, Recuento } from '../contract/cuentas/recuentos/recuentos'
import { expectAccesible, expectSinDesborde } from './accesible'
import { conFilm, filmCodigos } from './camara'
import { enterAs } from './enter'
import { test } from './prueba'

// One browser is set offline, and is killed.
test.use({ propio: true })

const TELEFONO = { width: 390, height: 844 }
const MAX_BYTES = 300 << 10

/** A count of a place that no other test counts. */
async function openOne(page: Page): Promise<number> {
  const plano = await (await page.request.get('/api/ubicaciones?empresa=1')).json()
  for (const { id: ubicacion } of plano.data as { id: number }[]) {
    const r = await page.request.post('/api/recuentos', { data: { empresa: 1, ubicacion } })
    if (r.ok()) return ((await r.json()) as Recuento).id
  }
  throw new Error('every place is being counted')
}

async function openRecuento(page: Page, id: number): Promise<void> {
  await page.goto(`/recuentos/${id}`)
  await expect(page.getByRole('status', { name: 'Avance' })).toBeVisible()
}

const envio = (page: Page) => page.getByRole('status', { name: 'Envío' })
/** Width of the picture in a button. */
const widthOf = (page: Page, nombre: string) =>
  page
    .getByRole('button', { name: nombre })
    .first()
    .locator('img')
    .evaluate((img: HTMLImageElement) => img.naturalWidth)

/** Data of a build from before photos: a scan that waits. */
async function leaveOld(page: Page, recuento: number, codigo: string): Promise<void> {
  const { user, empresa } = await (await page.request.get('/api/validate_token')).json()
  const escaneo = {
    id: randomUUID(),
    recuento,
    autor: { id: user.id, empresa },
    persona: 'Ane',
    codigo,
    mac: null,
    apodo: null,
    momento: Date.now(),
    modo: 'escrito',
    donde: null,
    anula: null,
    enviado: false,
  }
  await page.goto('/healthz')
  await page.evaluate(async (e) => {
    await new Promise((done, fail) => {
      const asks = indexedDB.open('retorna-recuentos', 1)
      asks.onupgradeneeded = () => {
        asks.result.createObjectStore('escaneos', { keyPath: 'id' }).createIndex('recuento', 'recuento')
        asks.result.createObjectStore('recuentos', { keyPath: 'id' })
        asks.result.createObjectStore('recibidos', { keyPath: 'id' })
      }
      asks.onerror = fail
      asks.onsuccess = () => {
        const tx = asks.result.transaction(['escaneos', 'recibidos'], 'readwrite')
        tx.objectStore('escaneos').put(e)
        tx.objectStore('recibidos').put({ id: e.recuento, escaneos: [], siguiente: 1 })
        tx.oncomplete = () => {
          asks.result.close()
          done(undefined)
        }
      }
    })
    localStorage.setItem('retorna.recuentos.esperan', 'si')
  }, escaneo)
}

async function unknown(page: Page, id: number): Promise<Linea[]> {
  return (await (await page.request.get(`/api/recuentos/${id}/lineas?lista=desconocidos`)).json()).data
}

test('an unknown code is photographed with the camera that counts, without network; the page is killed, and the photo arrives', async ({
  page: ane,
  baseURL,
}) => {
  test.setTimeout(180_000)
  const folder = await mkdtemp(join(tmpdir(), 'retorna-foto-'))
  const codigo = `EXT ${randomBytes(3).toString('hex').toUpperCase()}`
  const film = join(folder, 'film.y4m')
  await filmCodigos(film, { texto: codigo, formato: 'QRCode' })
  const { launchOptions } = test.info().project.use
  const start = (): Promise<BrowserContext> =>
    chromium.launchPersistentContext(join(folder, 'perfil'), {
      ...launchOptions,
      args: [...(launchOptions?.args ?? []), ...conFilm(film)],
      ...(baseURL && { baseURL }),
      locale: 'es-ES',
      timezoneId: 'Europe/Madrid',
      reducedMotion: 'reduce',
      serviceWorkers: 'allow',
      viewport: TELEFONO,
    })
  let telefono = await start()
  try {
    await enterAs(ane, 'admin')
    const id = await openOne(ane)
    let jon = telefono.pages()[0] as Page
    await enterAs(jon, 'operario')
    await openRecuento(jon, id)
    await jon.evaluate(async () => {
      const { serviceWorker } = navigator
      await serviceWorker.ready
      if (!serviceWorker.controller)
        await new Promise((goesOn) =>
          serviceWorker.addEventListener('controllerchange', goesOn, { once: true }),
        )
    })
    // The session reaches the disk some seconds later, or when the browser ends.
    await telefono.close()
    telefono = await start()
    await telefono.setOffline(true)
    jon = telefono.pages()[0] as Page
    await openRecuento(jon, id)
    await jon.getByRole('button', { name: 'Escanear con la cámara' }).click()
    const camara = jon.getByRole('dialog', { name: 'Contar con la cámara' })
    await expect(camara).toContainText('Código desconocido', { timeout: 60_000 })
    await camara.getByRole('button', { name: `Hacer una foto de ${codigo}` }).click()
    await expect(camara.getByRole('button', { name: `Ver la foto de ${codigo}` })).toBeVisible()
    await expectAccesible(jon)
    await expectSinDesborde(jon)
    await camara.getByRole('button', { name: 'Terminar' }).click()
    await expect(envio(jon)).toContainText('2 sin enviar')

    // The battery is empty: the browser is killed without events.
    const cdp = await telefono.newCDPSession(jon)
    const gone = telefono.waitForEvent('close')
    cdp.send('Browser.crash').catch(() => {})
    await gone
    telefono = await start()
    await telefono.setOffline(true)
    jon = telefono.pages()[0] as Page
    await openRecuento(jon, id)
    await expect(envio(jon)).toContainText('2 sin enviar')
    await jon.getByRole('tab', { name: 'Desconocidos 1' }).click()
    await expect.poll(() => widthOf(jon, `Ver la foto de ${codigo}`)).toBe(1280)
    await jon
      .getByRole('button', { name: `Ver la foto de ${codigo}` })
      .last()
      .click()
    const grande = jon.getByRole('dialog', { name: `Foto de ${codigo}` })
    await expect(grande.getByRole('img')).toBeVisible()
    await expectAccesible(jon)
    await expectSinDesborde(jon)
    await grande.getByRole('button', { name: 'Cerrar' }).click()
    expect(await unknown(ane, id)).toEqual([])

    await telefono.setOffline(false)
    // The session was lost with the browser.
    await enterAs(jon, 'operario')
    await openRecuento(jon, id)
    await expect(envio(jon)).toHaveText('Todo enviado')
    const [linea] = await unknown(ane, id)
    expect(linea).toMatchObject({ codigo, resultado: 'desconocido', foto: expect.any(String) })
    const foto = await (await ane.request.get(`/api/recuentos/${id}/fotos/${linea?.foto}`)).body()
    expect(foto.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect(foto.length).toBeLessThanOrEqual(MAX_BYTES)

    // Another user sees the photo during the count and afterwards, and in the export.
    await openRecuento(ane, id)
    await ane.getByRole('tab', { name: 'Desconocidos 1' }).click()
    await expect.poll(() => widthOf(ane, `Ver la foto de ${codigo}`)).toBe(1280)
    expect((await ane.request.post(`/api/recuentos/${id}/cerrar`, { data: {} })).ok()).toBe(true)
    await ane.goto(`/recuentos/${id}?lista=desconocidos`)
    await expect.poll(() => widthOf(ane, `Ver la foto de ${codigo}`)).toBe(1280)
    await expectAccesible(ane)
    const pdf = await (await ane.request.get(`/api/recuentos/${id}/fichero?formato=pdf`)).body()
    const pages = await getDocumentProxy(new Uint8Array(pdf))
    const images: { width: number; height: number }[] = []
    for (let i = 1; i <= pages.numPages; i++) images.push(...(await extractImages(pages, i)))
    expect(images.map((i) => [i.width, i.height])).toEqual([[1280, 720]])
  } finally {
    await telefono.close().catch(() => {})
    await rm(folder, { recursive: true, force: true })
  }
})

test('a code that was typed is photographed with the camera of the phone, and made small enough', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await page.setViewportSize(TELEFONO)
  await enterAs(page, 'admin')
  const id = await openOne(page)
  await leaveOld(page, id, 'DE ANTES')
  await openRecuento(page, id)
  await expect(page.getByRole('tab', { name: 'Desconocidos 1' })).toBeVisible()
  await page.getByLabel('Código', { exact: true }).fill('CAJA AJENA')
  await page.keyboard.press('Enter')
  const last = page.getByRole('status', { name: 'Último escaneo' })
  await expect(last.getByRole('button', { name: 'Hacer una foto de CAJA AJENA' })).toBeVisible()
  // Pure noise, which compresses worse than any real picture.
  const grande = await page.evaluate(async () => {
    const lienzo = new OffscreenCanvas(2000, 1500)
    const pincel = lienzo.getContext('2d') as OffscreenCanvasRenderingContext2D
    const datos = pincel.createImageData(2000, 1500)
    for (let i = 0; i < datos.data.length; i++)
      datos.data[i] = i % 4 === 3 ? 255 : (i * 2654435761) >>> (i % 24)
    pincel.putImageData(datos, 0, 0)
    const jpeg = await lienzo.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
    let texto = ''
    for (const b of new Uint8Array(await jpeg.arrayBuffer())) texto += String.fromCharCode(b)
    return btoa(texto)
  })
  const archivo = { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(grande, 'base64') }
  expect(archivo.buffer.length).toBeGreaterThan(MAX_BYTES)
  await last.getByLabel('Foto de CAJA AJENA', { exact: true }).setInputFiles(archivo)
  await expect(last.getByRole('button', { name: 'Ver la foto de CAJA AJENA' })).toBeVisible()
  await expect(envio(page)).toHaveText('Todo enviado')
  const lineas = await unknown(page, id)
  expect(lineas.map((l) => l.codigo).sort()).toEqual(['CAJA AJENA', 'DE ANTES'])
  const linea = lineas.find((l) => l.foto !== null)
  expect(linea?.codigo).toBe('CAJA AJENA')
  const foto = await (await page.request.get(`/api/recuentos/${id}/fotos/${linea?.foto}`)).body()
  expect(foto.length).toBeLessThanOrEqual(MAX_BYTES)
  await page.request.post(`/api/recuentos/${id}/cerrar`, { data: { anular: true } })
})
