import { setTimeout as sleep } from 'node:timers/promises'
import { type BrowserContext, test as base, type CDPSession } from '@playwright/test'

/** A context that tests of one worker use one after the other; a page of its own keeps its process and wipes what they leave. */
type Comun = { contexto: BrowserContext; limpieza: CDPSession }

const comunes = new Map<string, Comun>()
/** For so long a context may take to be wiped: once in thousands of times a browser did not answer at all. */
const LIMPIEZA_MS = 10_000
const RESTOS = 'cookies,local_storage,indexeddb,cache_storage,service_workers,file_systems'

async function openComun(contexto: BrowserContext): Promise<Comun> {
  const page = await contexto.newPage()
  // Pages of one site share a process (see the browser's arguments), and this one stays.
  await page.goto('/healthz')
  return { contexto, limpieza: await contexto.newCDPSession(page) }
}

async function wipe({ contexto, limpieza }: Comun, origin: string): Promise<void> {
  const [, ...suyas] = contexto.pages()
  for (const page of suyas) await page.close()
  await contexto.unrouteAll({ behavior: 'ignoreErrors' })
  await contexto.setOffline(false)
  await contexto.clearPermissions()
  await contexto.clearCookies()
  await limpieza.send('Storage.clearDataForOrigin', { origin, storageTypes: RESTOS })
}

/**
 * Tests of a worker share a context, which takes a tenth to a seventh of the processor from them: no process begins for each of their pages. One that is
 * tried again, that lets workers serve pages, or that says `propio` (for what stays in a context or is
 * told to a process: clocks, the network), has a context of its own.
 */
export const test = base.extend<{ propio: boolean }>({
  propio: [false, { option: true }],
  context: async ({ browser, baseURL, viewport, hasTouch, isMobile, serviceWorkers, propio }, use, info) => {
    if (propio || info.retry > 0 || serviceWorkers !== 'block') {
      const contexto = await browser.newContext()
      await use(contexto)
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
      sleep(LIMPIEZA_MS, false, { ref: false }),
    ])
    // One that cannot be wiped is not used again.
    if (limpio) comunes.set(clave, comun)
    else comun.contexto.close().catch(() => {})
  },
})
