import { createAlmacen, useAlmacen } from '../session/almacen'
import { api } from './llamadas'

/** What the screens lean on, and hardly ever changes. */
const APOYOS = [
  api.getInstalacion.path,
  api.inventarioUbicaciones.path,
  api.listEmpresas.path,
  api.listFamilies.path,
  api.listPlazos.path,
  api.listUbicaciones.path,
]

/** What is answered from here while nobody else answers: the lists, maps and files that people look at, too. */
const GUARDADAS: ReadonlySet<string> = new Set([
  ...APOYOS,
  api.countDispositivos.path,
  api.countInciertos.path,
  api.devicePocStatus.path,
  api.devicesInBounds.path,
  api.getContenedor.path,
  api.getDispositivo.path,
  api.getLogistica.path,
  api.listCeldas.path,
  api.listTransiciones.path,
  api.resumenPoc.path,
])

/** Not removed with old builds: their caches begin with `retorna:`. */
const CAJA = 'retorna-datos'
const MOMENTO = 'x-momento'
const MAX_RESPUESTAS = 200
const CADA_RECORTE = 25

/** When what is on screen was true, in ms since the epoch: the oldest of what was answered from here; null: it is of now. */
const momento = createAlmacen<number | null>(null)

export const useAntiguo = (): number | null => useAlmacen(momento)

/** Only where the page came by https, or from this machine. */
const hay = () => 'caches' in globalThis

let puestas = 0

async function trim(caja: Cache): Promise<void> {
  const claves = await caja.keys()
  for (const clave of claves.slice(0, Math.max(0, claves.length - MAX_RESPUESTAS))) await caja.delete(clave)
}

/**
 * Keep what the server has answered, for when it does not. Somebody answers: nothing on screen is old from now on.
 * @param path of the call, as the contract names it
 */
export function keepRespuesta(path: string, url: string, res: Response): void {
  momento.set(null)
  if (!hay() || !GUARDADAS.has(path)) return
  const copia = res.clone()
  const keep = async () => {
    // Opened before the answer is all there: where it goes with the session meanwhile, nothing of it is seen any more.
    const caja = await caches.open(CAJA)
    const headers = { 'content-type': 'application/json', [MOMENTO]: String(Date.now()) }
    const todo = await copia.blob()
    // In place of the one before, at the end: the ones at the front were asked for longest ago.
    await caja.put(url, new Response(todo, { headers }))
    if (++puestas % CADA_RECORTE === 0) await trim(caja)
  }
  // A full disk keeps nothing, and breaks nothing.
  keep().catch(() => {})
}

/** What a view of the map is, which is hardly ever twice the same. */
const DE_VISTA = ['minlat', 'maxlat', 'minlon', 'maxlon', 'zoom']

/** The question without the view that it was asked for. */
function sinVista(url: string): string {
  const u = new URL(url, location.origin)
  for (const nombre of DE_VISTA) u.searchParams.delete(nombre)
  return u.href
}

/** The answer to the same question, or else to the same one of the view of the map that was looked at last. */
async function find(url: string): Promise<Response | undefined> {
  const caja = await caches.open(CAJA)
  const misma = await caja.match(url)
  if (misma || !url.includes('minlat=')) return misma
  const buscada = sinVista(url)
  const parecida = (await caja.keys()).findLast(
    (r) => r.url.includes('minlat=') && sinVista(r.url) === buscada,
  )
  return parecida && caja.match(parecida)
}

/** What was answered to the same question last; null where it never was, or may not be kept. */
export async function findRespuesta(path: string, url: string): Promise<Response | null> {
  if (!hay() || !GUARDADAS.has(path)) return null
  const res = await find(url).catch(() => undefined)
  if (!res) return null
  const cuando = Number(res.headers.get(MOMENTO))
  if (!APOYOS.includes(path)) momento.set(Math.min(momento.get() ?? cuando, cuando))
  return res
}

/** Nothing of one person is shown to the next. */
export function forgetRespuestas(): void {
  momento.set(null)
  if (hay()) caches.delete(CAJA).catch(() => {})
}
