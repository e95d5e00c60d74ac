import { ErrorLlamada, errorOf } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'

/**
 * Upload a photo; `onAvance` gets the progress, 0..1, which fetch does not report. Returns its address; refusals are thrown as
 * ErrorLlamada.
 */
export function uploadFoto(foto: Blob, onAvance: (parte: number) => void): Promise<string> {
  const cuerpo = new FormData()
  cuerpo.set('file', foto, 'foto.jpg')
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open(api.uploadProfileImage.method, api.uploadProfileImage.path)
    xhr.withCredentials = true
    xhr.upload.onprogress = (e) => e.lengthComputable && onAvance(e.loaded / e.total)
    xhr.onerror = () => reject(new ErrorLlamada(0, 'sin_conexion', 'No hay conexión con el servidor.'))
    xhr.onload = async () => {
      const { status, statusText, responseText } = xhr
      if (status === 200) resolve(JSON.parse(responseText).url)
      else reject(await errorOf(new Response(responseText, { status, statusText })))
    }
    xhr.send(cuerpo)
  })
}
