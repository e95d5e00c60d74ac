import { expect, type Page } from '@playwright/test'
import { comoAdmin, createCuenta, enter, removeCuenta } from './cuentas'
import { test } from './prueba'

const EMPRESA = 800_000 + Math.floor(Math.random() * 90_000)
/** Upper left corner of the plan, which is 400 m by 200 m and turned by 20 degrees to the left. */
const HERE = { lat: 42.9, lon: -2.5 }
const HEIGHT_M = 200
const GIRO = (20 * Math.PI) / 180
const GRADO_M = 111_320
const gradoLon = GRADO_M * Math.cos((HERE.lat * Math.PI) / 180)

/** The coordinates of a point of the plan, at 0..1 of its width and height. */
function mapaOf(x: number, y: number) {
  const [dx, dy] = [x * 2 * HEIGHT_M, -y * HEIGHT_M]
  return {
    lat: HERE.lat + (dx * Math.sin(GIRO) + dy * Math.cos(GIRO)) / GRADO_M,
    lon: HERE.lon + (dx * Math.cos(GIRO) - dy * Math.sin(GIRO)) / gradoLon,
  }
}
const LUGARES = [
  ['Muelle', 0.15, 0.25],
  ['Nave A', 0.5, 0.3],
  ['Nave B', 0.85, 0.75],
  ['Patio', 0.2, 0.8],
] as const

/** A picture whose left half is red and whose right half is blue. */
const drawPlano = (page: Page) =>
  page.evaluate(() => {
    const lienzo = document.createElement('canvas')
    lienzo.width = 800
    lienzo.height = 400
    const pincel = lienzo.getContext('2d') as CanvasRenderingContext2D
    for (const [i, color] of ['#e00000', '#0000e0'].entries()) {
      pincel.fillStyle = color
      pincel.fillRect(i * 400, 0, 400, 400)
    }
    return lienzo.toDataURL('image/png').split(',')[1] ?? ''
  })

/** The colour in the middle of the map: red, blue, or neither. */
async function midColor(page: Page): Promise<string> {
  const png = await page.locator('.mapa-caja').screenshot()
  return page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const pincel = new OffscreenCanvas(image.width, image.height).getContext(
      '2d',
    ) as OffscreenCanvasRenderingContext2D
    pincel.drawImage(image, 0, 0)
    const [r = 0, g = 0, b = 0] = pincel.getImageData(image.width >> 1, image.height >> 1, 1, 1).data
    return r > g + 60 && r > b + 60 ? 'rojo' : b > g + 60 && b > r + 60 ? 'azul' : 'ninguno'
  }, png.toString('base64'))
}

test.beforeAll(({ browser }) =>
  comoAdmin(browser, async (api) => {
    await api.post('/api/empresas', { data: { id: EMPRESA, nombre: `Con plano ${EMPRESA}` } })
    const macs: string[] = []
    for (const [i, [nombre, x, y]] of LUGARES.entries()) {
      const { version } = await (await api.get(`/api/ubicaciones?empresa=${EMPRESA}`)).json()
      const nueva = { empresa: EMPRESA, version, nombre, grupo: 'llenos', nodo_x: x, nodo_y: y }
      expect((await api.post('/api/ubicaciones', { data: nueva })).status()).toBe(200)
      const mac = `C3${EMPRESA.toString(16).padStart(9, '0').toUpperCase()}${i}`
      macs.push(mac)
      const lector = { mac_serie: mac, tipo_dispositivo: 'Reader', apodo: `PLANO-${mac}`, ...mapaOf(x, y) }
      const r = await api.post('/api/update_device_details', { data: { ...lector, empresa: EMPRESA } })
      expect(r.status(), await r.text()).toBe(200)
      const lote = await api.post('/api/dispositivos_lote', { data: { macs: [mac], ubicacion: nombre } })
      expect(lote.status(), await lote.text()).toBe(200)
    }
  }),
)

test('without tiles the picture of the plan lies under the map, where its readers say', async ({
  page,
  browser,
}) => {
  test.slow()
  await page.route('**/api/ajustes', async (r) => {
    const ajustes = await (await r.fetch()).json()
    await r.fulfill({ json: { ...ajustes, tileStyleUrl: null } })
  })
  const cuenta = await createCuenta(browser, { empresa: EMPRESA })
  await enter(page, cuenta.username)
  await page.goto('/Control')
  const buffer = Buffer.from(await drawPlano(page), 'base64')
  await comoAdmin(browser, async (api) => {
    const { version } = await (await api.get(`/api/ubicaciones?empresa=${EMPRESA}`)).json()
    const r = await api.post(`/api/plano_imagen?empresa=${EMPRESA}&version=${version}`, {
      multipart: { archivo: { name: 'plano.png', mimeType: 'image/png', buffer } },
    })
    expect(r.status(), await r.text()).toBe(200)
  })
  const look = async (x: number, y: number, color: string) => {
    const { lat, lon } = mapaOf(x, y)
    await page.goto(`/?lat=${lat}&lon=${lon}&zoom=17`)
    // A screenshot of a map that is rendered in software takes half a minute on a busy machine.
    await expect.poll(() => midColor(page), { timeout: 90_000 }).toBe(color)
  }
  await look(0.35, 0.55, 'rojo')
  await look(0.65, 0.5, 'azul')
  // Beside the plan, at a point that would be on it without the rotation.
  await look(0.9, -0.6, 'ninguno')
  await look(0.35, 0.55, 'rojo')
  await comoAdmin(browser, async (api) => {
    const { version } = await (await api.get(`/api/ubicaciones?empresa=${EMPRESA}`)).json()
    const r = await api.delete(`/api/plano_imagen?empresa=${EMPRESA}&version=${version}`)
    expect(r.status()).toBe(200)
  })
  await look(0.35, 0.55, 'ninguno')
  await removeCuenta(browser, cuenta.id)
})
