import type { Map as MapaGl, StyleSpecification } from 'maplibre-gl'

/** Timeout of the public style; after it the built-in one is shown. */
const ESPERA_MS = 4_000

/** Style of the tile service; rejects if it is late, refused, or not a style. */
export async function askEstilo(url: string, signal: AbortSignal): Promise<StyleSpecification> {
  const res = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(ESPERA_MS)]) })
  if (!res.ok) throw new Error(`style ${res.status}`)
  const estilo = await res.json()
  if (estilo?.version !== 8 || !Array.isArray(estilo.layers)) throw new Error('not a style')
  return estilo
}

/**
 * Watch a style that has just been set: `onFail` runs once if its tiles fail and none has loaded within the timeout. Returns the function
 * that stops watching.
 */
export function watchTeselas(mapa: MapaGl, onFail: () => void): () => void {
  let errores = 0
  let llegadas = 0
  const onError = () => {
    errores++
  }
  const onDato = (e: { tile?: unknown; sourceDataType?: string }) => {
    if (e.tile) llegadas++
  }
  mapa.on('error', onError)
  mapa.on('sourcedata', onDato)
  const reloj = setTimeout(() => {
    stop()
    if (llegadas === 0 && errores > 0) onFail()
  }, ESPERA_MS)
  const stop = () => {
    clearTimeout(reloj)
    mapa.off('error', onError)
    mapa.off('sourcedata', onDato)
  }
  return stop
}
