import { type Browser, chromium, type Page } from '@playwright/test'
import type { Usuario } from '../sembrada'

export const launchNavegador = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  })

/** A page in a window 1440 px wide, with its own session. */
export async function openPage(browser: Browser, url: string, usuario: Usuario): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'es-ES',
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  const res = await page.request.post('/api/login', { data: usuario })
  if (!res.ok()) throw new Error(`login: ${res.status()}`)
  // The bench runner wraps named functions in a helper that a page lacks.
  await page.addInitScript('globalThis.__name = (f) => f')
  return page
}
