import { ErrorLlamada, errorDe } from './api'

/** Fetch a file and hand it to the browser under `nombre`; a refusal comes out as ErrorLlamada, not as a page. */
export async function descargar(url: string, nombre: string, signal?: AbortSignal): Promise<void> {
  let res: Response
  try {
    res = await fetch(url, { credentials: 'include', signal })
  } catch (causa) {
    if (causa instanceof DOMException && causa.name === 'AbortError') throw causa
    throw new ErrorLlamada(0, 'sin_conexion', 'No hay conexión con el servidor.')
  }
  if (!res.ok) throw await errorDe(res)
  const href = URL.createObjectURL(await res.blob())
  const enlace = document.createElement('a')
  enlace.href = href
  enlace.download = nombre
  enlace.click()
  // Some browsers read the file only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
