import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { test } from './prueba'

const ask = async (page: Page, pregunta: string) => {
  await page.getByRole('textbox', { name: 'Pregunta' }).fill(pregunta)
  await page.keyboard.press('Enter')
}
const conversacion = (page: Page) => page.getByRole('log', { name: 'Conversación' })

test('answers with quotes that lead to their page', async ({ page }) => {
  await page.goto('/alm_assistant')
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await ask(page, '¿Cómo se cierra una incidencia?')
  const link = conversacion(page).getByRole('link', { name: /4\. Incidencias, página 1/ })
  await expect(link).toBeVisible()
  await expect(conversacion(page).locator('mark').first()).toHaveText(/cerr|cierr|incidencia/i)
  expect(await conversacion(page).locator('blockquote').count()).toBeLessThanOrEqual(3)
  await link.click()
  await expect(page).toHaveURL(/\/Manuales\?doc=.+&pagina=1/)
  await expect(page.getByRole('heading', { name: '4. Incidencias' })).toBeVisible()
})

test('every example has an answer', async ({ page }) => {
  await page.goto('/alm_assistant')
  const examples = page.getByRole('button', { name: /^¿/ })
  await expect(examples).toHaveCount(4)
  for (const pregunta of await examples.allTextContents()) {
    const r = await page.request.get(`/api/asistente?pregunta=${encodeURIComponent(pregunta)}`)
    expect((await r.json()).pasajes.length, pregunta).toBeGreaterThan(0)
  }
  await examples.first().click()
  await expect(conversacion(page).locator('blockquote').first()).toBeVisible()
})

/** The settings name an external assistant, and the page's policy allows its frame, as with CHATBOT_URL. */
async function setExterno(page: Page, url: string): Promise<void> {
  await page.route('**/api/ajustes', async (r) => {
    const res = await r.fetch()
    await r.fulfill({ response: res, json: { ...(await res.json()), chatbotUrl: url } })
  })
  await page.route('**/alm_assistant', async (r) => {
    const res = await r.fetch()
    const { 'content-security-policy': csp = '', ...headers } = res.headers()
    const con = csp.replace(/(connect-src|frame-src) /g, `$1 ${new URL(url).origin} `)
    await r.fulfill({ response: res, headers: { ...headers, 'content-security-policy': con } })
  })
}

test.describe('an outside assistant', () => {
  let server: Server
  let url: string
  test.beforeAll(async () => {
    server = createServer((_q, r) =>
      r.setHeader('content-type', 'text/html').end('<h1>Hola desde fuera</h1>'),
    )
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/chat`
  })
  test.afterAll(() => server.close())

  // cubre: producto 15, asistente 1
  test('stands in a frame, and when it dies that is said', async ({ page }) => {
    await setExterno(page, url)
    await page.goto('/alm_assistant')
    await expect(page.frameLocator('iframe[title="Asistente"]').getByText('Hola desde fuera')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Pregunta' })).toHaveCount(0)
  })
})
