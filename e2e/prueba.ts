import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type BrowserContext,
  test as base,
  type CDPSession,
  type Page,
  type TestInfo,
} from '@playwright/test'
import { recordToasts } from './toasts'

/** A context that tests of one worker use one after another; a page of its own keeps its process alive and wipes its storage. */
type Comun = { contexto: BrowserContext; limpieza: CDPSession }

const comunes = new Map<string, Comun>()
/** Timeout for wiping a context and for reading a failed page: once in thousands of times a browser did not answer at all. */
const ANSWER_MS = 10_000
const RESTOS = 'cookies,local_storage,indexeddb,cache_storage,service_workers,file_systems'

async function openComun(contexto: BrowserContext): Promise<Comun> {
  await recordToasts(contexto)
  const page = await contexto.newPage()
  // Pages of one site share a process (see the browser's arguments), and this page keeps it alive.
  await page.goto('/healthz')
  return { contexto, limpieza: await contexto.newCDPSession(page) }
}

/** Ends the routes of a test: one that still fetches for its page would fail the test as the page closes. */
async function unroute(contexto: BrowserContext): Promise<void> {
  for (const target of [contexto, ...contexto.pages()]) await target.unrouteAll({ behavior: 'ignoreErrors' })
}

async function wipe({ contexto, limpieza }: Comun, origin: string): Promise<void> {
  await unroute(contexto)
  const [, ...suyas] = contexto.pages()
  for (const page of suyas) await page.close()
  await contexto.setOffline(false)
  await contexto.clearPermissions()
  await contexto.clearCookies()
  await limpieza.send('Storage.clearDataForOrigin', { origin, storageTypes: RESTOS })
}

/** Leaves beside a failed test what its page showed: the runner's own snapshot is of a context's first page, which keeps the process alive. */
async function attachPage(page: Page, info: TestInfo): Promise<void> {
  if (page.isClosed()) return
  const [text, image] = [info.outputPath('page.yml'), info.outputPath('page.png')]
  const shown = await page
    .screenshot({ path: image, timeout: ANSWER_MS })
    .then(() => page.locator('body').ariaSnapshot({ timeout: ANSWER_MS }))
    .catch(String)
  await writeFile(text, `${page.url()}\n${shown}\n`)
  await info.attach('page', { path: text, contentType: 'text/yaml' })
}

/**
 * Tests of a worker share a context, which saves a tenth to a seventh of their CPU time: their pages need no new process. A test has a
 * context of its own if it is a retry, if it allows service workers, or if it sets `propio` (because it changes the context or the process:
 * clocks, the network).
 */
export const test = base.extend<{ propio: boolean }>({
  propio: [false, { option: true }],
  context: async ({ browser, baseURL, viewport, hasTouch, isMobile, serviceWorkers, propio }, use, info) => {
    if (propio || info.retry > 0 || serviceWorkers !== 'block') {
      const contexto = await browser.newContext()
      await recordToasts(contexto)
      await use(contexto)
      await unroute(contexto).catch(() => {})
      return contexto.close()
    }
    const clave = JSON.stringify([baseURL, viewport, hasTouch, isMobile])
    const comun = comunes.get(clave) ?? (await openComun(await browser.newContext()))
    comunes.delete(clave)
    await use(comun.contexto)
    const limpio = await Promise.race([
      wipe(comun, new URL(baseURL as string).origin).then(
        () => true,
        () => false,
      ),
      sleep(ANSWER_MS, false, { ref: false }),
    ])
    // A context that cannot be wiped is not used again.
    if (limpio) comunes.set(clave, comun)
    else comun.contexto.close().catch(() => {})
  },
  page: async ({ page }, use, info) => {
    const route = page.route.bind(page)
    // The browser says that a route stands before a busy page knows of it: a request that the page makes at once would pass it by.
    page.route = async (...args) => {
      const puesta = await route(...args)
      await page.evaluate(() => {}).catch(() => {})
      return puesta
    }
    await use(page)
    if (info.status !== info.expectedStatus) await attachPage(page, info)
  },
})
