import { expect } from '@playwright/test'
import { createCuenta, enter, removeCuenta } from './cuentas'
import { test } from './prueba'

test.use({ serviceWorkers: 'allow' })

/** The globals of the service worker, with replacements for what a headless browser cannot do. */
type Trabajador = {
  registration: { showNotification: (title: string, mas: object) => Promise<void> }
  dicho?: unknown[]
  openEnlace: (link: string) => Promise<void>
}

test('a notice that is pushed is shown in its words, and a click on it leads to where it is dealt with', async ({
  page,
  context,
  browser,
}) => {
  const cuenta = await createCuenta(browser)
  await enter(page, cuenta.username)
  const cdp = await context.newCDPSession(page)
  const registros: { registrationId: string }[] = []
  cdp.on('ServiceWorker.workerRegistrationUpdated', (e) => registros.push(...e.registrations))
  await cdp.send('ServiceWorker.enable')
  await page.goto('/poc-status')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => registros.length).toBeGreaterThan(0)
  await expect.poll(() => context.serviceWorkers().length).toBeGreaterThan(0)
  const [trabajador] = context.serviceWorkers()
  // There is no screen for notifications: they are kept in a list instead.
  await trabajador?.evaluate(() => {
    const yo = self as unknown as Trabajador
    yo.registration.showNotification = async (...que) => {
      yo.dicho = que
    }
  })
  const aviso = {
    titulo: 'Lector sin señal: Muelle 3',
    texto: 'Lector sin señal: Muelle 3 desde las 10:31: afecta a 300 contenedores.',
    enlace: '/causas?estado=abiertas',
    id: 'uno',
    grave: true,
  }
  await cdp.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: registros[0]?.registrationId as string,
    data: JSON.stringify(aviso),
  })
  await expect
    .poll(() => trabajador?.evaluate(() => (self as unknown as Trabajador).dicho))
    .toMatchObject([
      aviso.titulo,
      { body: aviso.texto, tag: 'uno', requireInteraction: true, data: { enlace: aviso.enlace } },
    ])
  await trabajador?.evaluate((link) => (self as unknown as Trabajador).openEnlace(link), aviso.enlace)
  await expect(page).toHaveURL(/\/causas\?estado=abiertas$/)
  // A page of another site is not ours.
  await trabajador?.evaluate(() => (self as unknown as Trabajador).openEnlace('https://otra.example/'))
  await expect(page).toHaveURL(/\/causas\?estado=abiertas$/)
  await removeCuenta(browser, cuenta.id)
})
