import { createAlmacen, useAlmacen } from '../session/almacen'
import { api } from './llamadas'

/** Calls that most screens depend on and whose answers hardly ever change. */
const APOYOS = [
  api.getInstalacion.path,
  api.inventarioUbicaciones.path,
  api.listEmpresas.path,
  api.listFamilies.path,
  api.listPlazos.path,
  api.listUbicaciones.path,
]

/** Calls that are answered from this cache while the server does not answer. Lists, maps and files that people look at are among them. */
const GUARDADAS: ReadonlySet<string> = new Set([
  ...APOYOS,
  api.countDispositivos.path,
  api.countInciertos.path,
  api.devicePocStatus.path,
  api.devicesInBounds.path,
  api.getContenedor.path,
  api.getDispositivo.path,
  api.getLogistica.path,
  api.getRonda.path,
  api.listCeldas.path,
  api.listTransiciones.path,
  api.resumenPoc.path,
])

/** Not removed together with the caches of old builds, whose names begin with `retorna:`. */
const CAJA = 'retorna-datos'
const MOMENTO = 'x-momento'
const MAX_RESPUESTAS = 200
const CADA_RECORTE = 25

/** Age of the data on screen: ms since the epoch of the oldest answer that came from this cache; null: all data are current. */
const momento = createAlmacen<number | null>(null)

export const useAntiguo = (): number | null => useAlmacen(momento)

/** Browsers offer this storage only on pages served by https or from this machine. */
const hay = () => 'caches' in globalThis

let puestas = 0

async function trim(caja: Cache): Promise<void> {
  const claves = await caja.keys()
  for (const clave of claves.slice(0, Math.max(0, claves.length - MAX_RESPUESTAS))) await caja.delete(clave)
}

/**
 * Cache an answer of the server for use while it is unreachable. The server has answered, so nothing on screen counts as old from now on.
 * @param path of the call, as the contract names it
 */
export function keepRespuesta(path: string, url: string, res: Response): void {
  momento.set(null)
  if (!hay() || !GUARDADAS.has(path)) return
  const copia = res.clone()
  const keep = async () => {
    // The cache is opened before the whole answer is read: if the session ends meanwhile and the cache is deleted, this answer is not seen
    // again.
    const caja = await caches.open(CAJA)
    const headers = { 'content-type': 'application/json', [MOMENTO]: String(Date.now()) }
    const todo = await copia.blob()
    // Replaces the previous entry and goes to the end: the entries at the front were requested longest ago.
    await caja.put(url, new Response(todo, { headers }))
    if (++puestas % CADA_RECORTE === 0) await trim(caja)
  }
  // A full disk: nothing is cached, and no error is raised.
  keep().catch(() => {})
}

/** Query parameters that describe the visible part of the map, which hardly ever repeats exactly. */
const DE_VISTA = ['minlat', 'maxlat', 'minlon', 'maxlon', 'zoom']

/** The query without the visible part of the map. */
function sinVista(url: string): string {
  const u = new URL(url, location.origin)
  for (const nombre of DE_VISTA) u.searchParams.delete(nombre)
  return u.href
}

/** The cached answer to the same query, or else to the same query for the last visible part of the map. */
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

/** The last answer to the same query; null if there is none, or if it may not be cached. */
export async function findRespuesta(path: string, url: string): Promise<Response | null> {
  if (!hay() || !GUARDADAS.has(path)) return null
  const res = await find(url).catch(() => undefined)
  if (!res) return null
  const cuando = Number(res.headers.get(MOMENTO))
  if (!APOYOS.includes(path)) momento.set(Math.min(momento.get() ?? cuando, cuando))
  return res
}

/** The cached data of one person are never shown to the next one. */
export function forgetRespuestas(): void {
  momento.set(null)
  if (hay()) caches.delete(CAJA).catch(() => {})
}
