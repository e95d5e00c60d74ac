import { ErrorLlamada, errorOf } from './api'

/**
 * The bytes of a file from the server; a refusal is thrown as ErrorLlamada.
 * @param cuerpo request body where the query is too long for an address: sent by POST
 */
export async function fetchFile(url: string, signal?: AbortSignal, cuerpo?: object): Promise<Blob> {
  let res: Response
  try {
    res = await fetch(url, {
      credentials: 'include',
      signal,
      ...(cuerpo && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(cuerpo),
      }),
    })
  } catch (causa) {
    if (causa instanceof DOMException && causa.name === 'AbortError') throw causa
    throw new ErrorLlamada(0, 'sin_conexion', 'No hay conexión con el servidor.')
  }
  if (!res.ok) throw await errorOf(res)
  return res.blob().catch((causa: unknown) => {
    if (causa instanceof DOMException && causa.name === 'AbortError') throw causa
    throw new ErrorLlamada(0, 'sin_conexion', 'La descarga se ha interrumpido.')
  })
}

/** Fetch a file, as `traer` does, and save it in the browser as `nombre`. */
export async function download(
  url: string,
  nombre: string,
  signal?: AbortSignal,
  cuerpo?: object,
): Promise<void> {
  save(await fetchFile(url, signal, cuerpo), nombre)
}

/** Save a file in the browser as `nombre`. */
export function save(archivo: Blob, nombre: string): void {
  const href = URL.createObjectURL(archivo)
  const enlace = document.createElement('a')
  enlace.href = href
  enlace.download = nombre
  enlace.click()
  // Some browsers read the file only after the click event has been handled.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
