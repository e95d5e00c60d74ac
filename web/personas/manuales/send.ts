import { ErrorLlamada, urlOf } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'

/** Upload a document to a folder, and report the progress from 0 to 1, which fetch does not support. */
export function sendManual(
  archivo: File,
  carpeta: string,
  onProgreso: (hecho: number) => void,
  signal: AbortSignal,
): Promise<{ id: string }> {
  return new Promise((resolve, reject) => {
    const x = new XMLHttpRequest()
    const forma = new FormData()
    forma.append('archivo', archivo)
    x.open(api.createManual.method, urlOf(api.createManual.path, undefined, { carpeta }))
    x.responseType = 'json'
    x.upload.onprogress = (e) => e.lengthComputable && onProgreso(e.loaded / e.total)
    x.onload = () => {
      if (x.status === 200) return resolve(x.response)
      const c = x.response as { error?: string; code?: string; campo?: string } | null
      reject(
        new ErrorLlamada(
          x.status,
          c?.code ?? 'error',
          c?.error ?? `Error en la petición: ${x.status}`,
          c?.campo,
        ),
      )
    }
    x.onerror = () => reject(new ErrorLlamada(0, 'sin_conexion', 'No hay conexión con el servidor.'))
    x.onabort = () => reject(new DOMException('', 'AbortError'))
    signal.addEventListener('abort', () => x.abort())
    x.send(forma)
  })
}
