import { createAlmacen, useAlmacen } from '../lib/session/almacen'

const MIRAR_MS = 3_600_000

/** The build of this page, identified by the path of its entry file. */
const PROPIA = new URL(
  document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? '',
  location.href,
).pathname

const hayOtra = createAlmacen(false)
let vigilada = false

/** Whether a newer build than this page's is ready to replace it. */
export function useVersionNueva(): boolean {
  return useAlmacen(hayOtra)
}

/**
 * Register the service worker for offline use, and check for new builds: at once, every hour, and whenever the window gets visible. Never
 * reloads the page by itself.
 */
export function watchVersion(): void {
  if (vigilada || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
  vigilada = true
  // Requests of the first screen have priority.
  const luego = window.requestIdleCallback ?? setTimeout
  luego(() => void watch().catch(() => {}))
}

async function watch(): Promise<void> {
  const { serviceWorker } = navigator
  const registro = await serviceWorker.register('/sw.js')
  const compare = async () => {
    const otro = registro.waiting ?? serviceWorker.controller
    if (!otro) return
    const distinta = (await versionOf(otro)) !== PROPIA
    hayOtra.set(distinta)
    if (!distinta) registro.waiting?.postMessage('estrenar si sola')
  }
  const look = () => void registro.update().catch(() => {})
  const follow = () => registro.installing?.addEventListener('statechange', () => void compare())
  follow()
  registro.addEventListener('updatefound', follow)
  serviceWorker.addEventListener('controllerchange', () => void compare())
  setInterval(look, MIRAR_MS)
  document.addEventListener('visibilitychange', () => document.hidden || look())
  await compare()
}

function versionOf(trabajador: ServiceWorker): Promise<string> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = (e) => resolve(e.data)
    trabajador.postMessage('version', [port2])
  })
}

/** Reload the page with the build that is ready. */
export async function update(): Promise<void> {
  const registro = await navigator.serviceWorker.getRegistration()
  if (!registro?.waiting) return location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  registro.waiting.postMessage('estrenar')
}
