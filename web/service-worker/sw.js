// The service worker: the app opens without network, and nothing that changes is ever answered from here but by the
// network. Files with a hash in their name never change; the page and what it needs before its code are asked for
// first and kept for when nobody answers; /api is left alone altogether.
// Before these lines the build puts CONSTRUCCION: `version`, the path of its entry, and `archivos`, what has a hash.

/* global CONSTRUCCION */

const CAJA = `retorna:${CONSTRUCCION.version}`
const PAGINA = '/'
const SIN_HASH = [
  '/tema-inicial.js',
  '/favicon.svg',
  '/icono-32.png',
  '/icono-192.png',
  '/manifest.webmanifest',
]
/** A network that says nothing for so long counts as none. */
const ESPERA_MS = 6_000
/** What a proxy says for a server that is not there. */
const SIN_SERVIDOR = [502, 503, 504]

async function keepBuild() {
  const caja = await caches.open(CAJA)
  const pagina = await fetch(PAGINA, { cache: 'reload' })
  // A build was put out in between: the browser comes back for the worker of that one.
  if (!pagina.ok || !(await pagina.clone().text()).includes(CONSTRUCCION.version))
    throw new Error('other build')
  await caja.put(PAGINA, pagina)
  await caja.addAll([
    ...SIN_HASH.map((ruta) => new Request(ruta, { cache: 'reload' })),
    ...CONSTRUCCION.archivos,
  ])
}

async function takeOver() {
  const viejas = (await caches.keys()).filter((nombre) => nombre.startsWith('retorna:') && nombre !== CAJA)
  await Promise.all(viejas.map((nombre) => caches.delete(nombre)))
  await clients.claim()
}

/** @param ruta under which the answer for a silent network was kept */
async function fromRed(request, ruta) {
  const findKept = () => caches.match(ruta, { cacheName: CAJA })
  const silencio = new Promise((_, reject) => setTimeout(reject, ESPERA_MS, new Error('timeout')))
  try {
    const respuesta = await Promise.race([fetch(request), silencio])
    return SIN_SERVIDOR.includes(respuesta.status) ? ((await findKept()) ?? respuesta) : respuesta
  } catch {
    return (await findKept()) ?? Response.error()
  }
}

/** Of any build: a name with a hash has one content. */
async function fromCaja(request) {
  return (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request)
}

addEventListener('install', (e) => e.waitUntil(keepBuild()))
addEventListener('activate', (e) => e.waitUntil(takeOver()))

addEventListener('fetch', (e) => {
  const { request } = e
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || /^\/api(\/|$)/.test(pathname)) return
  if (pathname.startsWith('/assets/')) e.respondWith(fromCaja(request))
  else if (request.destination === 'document') e.respondWith(fromRed(request, PAGINA))
  else if (SIN_HASH.includes(pathname)) e.respondWith(fromRed(request, pathname))
})

// What web/app-shell/version.ts asks.
addEventListener('message', (e) => {
  if (e.data === 'version') e.ports[0].postMessage(CONSTRUCCION.version)
  if (e.data === 'estrenar') void skipWaiting()
  // The page is of this build already; where it is the only one, nobody loses anything by the change.
  if (e.data === 'estrenar si sola')
    e.waitUntil(
      clients.matchAll({ type: 'window', includeUncontrolled: true }).then((paginas) => {
        if (paginas.length === 1) return skipWaiting()
      }),
    )
})

// A notice that was sent to this device: shown in words, and one click from where it is dealt with.
addEventListener('push', (e) => {
  const { titulo, texto, enlace, id, grave } = e.data?.json() ?? {}
  e.waitUntil(
    registration.showNotification(titulo ?? 'Retorna', {
      body: texto,
      tag: id,
      lang: 'es',
      icon: '/icono-192.png',
      badge: '/icono-32.png',
      requireInteraction: grave === true,
      data: { enlace },
    }),
  )
})

async function openEnlace(enlace) {
  const url = new URL(enlace ?? '/avisos', location.origin)
  if (url.origin !== location.origin) return
  const paginas = await clients.matchAll({ type: 'window' })
  const pagina = paginas.find((p) => p.focused) ?? paginas[0]
  if (!pagina) return clients.openWindow(url.href)
  await pagina.focus().catch(() => {})
  // A page that another worker serves is not ours to move.
  await pagina.navigate(url.href).catch(() => clients.openWindow(url.href))
}

addEventListener('notificationclick', (e) => {
  e.notification.close()
  e.waitUntil(openEnlace(e.notification.data?.enlace))
})
