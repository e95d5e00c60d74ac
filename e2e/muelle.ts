import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { type Codigo, conFilm, filmCodigos } from './camara'
import { enterAs } from './enter'
import { test } from './prueba'
import { newMac } from './registro'

/** Ways are tested on a phone and on a desktop. */
export const WIDTHS = [390, 1440] as const

/** A browser for this test only, whose fake camera shows these codes one after another; closed at the end of the test. */
export function useCamara() {
  let folder: string
  let browser: Browser | undefined
  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'retorna-muelle-'))
  })
  test.afterEach(() => browser?.close())
  test.afterAll(() => rm(folder, { recursive: true, force: true }))
  return async (
    width: (typeof WIDTHS)[number],
    usuario: string | null,
    ...codigos: Codigo[]
  ): Promise<Page> => {
    const film = join(folder, 'codigos.y4m')
    await filmCodigos(film, ...codigos)
    const { launchOptions, baseURL } = test.info().project.use
    browser = await chromium.launch({
      ...launchOptions,
      args: [...(launchOptions?.args ?? []), ...conFilm(film)],
    })
    const context = await browser.newContext({
      baseURL,
      locale: 'es-ES',
      timezoneId: 'Europe/Madrid',
      permissions: ['camera'],
      reducedMotion: 'reduce',
      hasTouch: width < 900,
      viewport: { width: width, height: width < 900 ? 844 : 900 },
    })
    const page = await context.newPage()
    if (usuario) await enterAs(page, usuario)
    return page
  }
}

/** A nickname as in the code of a container: without leading zeros of its number. */
export const apodoDeCaja = () => `90001-${randomInt(1, 1e6)}`
/** The code that is printed on that container. */
export const codigoOf = (apodo: string): Codigo => {
  const [familia, n] = apodo.split('-')
  return { texto: `${familia} 157 0 ${n?.padStart(6, '0')}`, formato: 'Code128' }
}
/** A label of ours. */
export const adhesivoOf = (mac: string): Codigo => ({
  texto: `https://retorna.example/Public?mac=${mac}`,
  formato: 'QRCode',
})

/** A container for this test only. */
export async function register(page: Page, apodo = apodoDeCaja(), mac = newMac()) {
  const r = await page.request.post('/api/update_device_details', {
    data: { mac_serie: mac, tipo_dispositivo: 'SmartBle', apodo },
  })
  if (!r.ok()) throw new Error(await r.text())
  return { mac, apodo }
}

/** A reader for this test only, and a function that lets it hear a tag. */
export async function createLector(page: Page) {
  const mac = `C3${newMac().slice(2)}`
  const admin = await page.context().browser()?.newContext()
  if (!admin) throw new Error('no browser')
  const base = test.info().project.use.baseURL as string
  const ask = async (ruta: string, data: object) => {
    const r = await admin.request.post(base + ruta, { data })
    if (!r.ok()) throw new Error(`${ruta}: ${await r.text()}`)
    return r.json()
  }
  await ask('/api/login', { username: 'admin', password: 'retorna' })
  const apodo = `LEC-${mac.slice(-6)}`
  await ask('/api/update_device_details', { mac_serie: mac, tipo_dispositivo: 'Reader', apodo })
  const { usuario, clave } = await ask(`/api/lectores/${mac}/credencial`, {})
  await admin.close()
  const hear = async (tag: string) => {
    const r = await page.request.post('/api/lecturas/retorna', {
      data: { mac: tag, rssi: -55 },
      headers: { authorization: `Basic ${Buffer.from(`${usuario}:${clave}`).toString('base64')}` },
    })
    if (!r.ok()) throw new Error(await r.text())
  }
  return { apodo, hear }
}
