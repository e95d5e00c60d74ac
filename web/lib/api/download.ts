import { ErrorLlamada, errorOf } from './api'

/**
 * The bytes of a file of the server; a refusal comes out as ErrorLlamada.
 * @param cuerpo what is asked for, where it is too long for an address: sent by POST
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

/** Fetch a file, as `traer` does, and hand it to the browser under `nombre`. */
export async function download(
  url: string,
  nombre: string,
  signal?: AbortSignal,
  cuerpo?: object,
): Promise<void> {
  save(await fetchFile(url, signal, cuerpo), nombre)
}

/** Hand a file to the browser under `nombre`. */
export function save(archivo: Blob, nombre: string): void {
  const href = URL.createObjectURL(archivo)
  const enlace = document.createElement('a')
  enlace.href = href
  enlace.download = nombre
  enlace.click()
  // Some browsers read the file only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
