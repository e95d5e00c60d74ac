// Opens a browser on a running demo, for the pictures and the film of the manual.
import { chromium } from '@playwright/test'

/**
 * @param base address of the demo
 * @param ventana { width, height } of the viewport
 * @returns `pageOf(usuario)`: a page where that demo account is logged in, the same page at every call; `close`
 */
export async function createCamara(base, ventana) {
  const navegador = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const sesiones = new Map()
  async function pageOf(quien) {
    if (sesiones.has(quien)) return sesiones.get(quien)
    const contexto = await navegador.newContext({
      baseURL: base,
      viewport: ventana,
      locale: 'es-ES',
      timezoneId: 'Europe/Madrid',
      colorScheme: 'light',
    })
    const pagina = await contexto.newPage()
    if (quien) {
      const r = await pagina.request.post('/api/login', { data: { username: quien, password: 'retorna' } })
      if (!r.ok()) throw new Error(`login of ${quien}: ${r.status()}`)
    }
    sesiones.set(quien, pagina)
    return pagina
  }
  return { pageOf, close: () => navegador.close() }
}
