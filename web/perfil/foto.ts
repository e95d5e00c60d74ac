import { ErrorLlamada, errorOf } from '../lib/api/api'
import { api } from '../lib/api/llamadas'

const LADO_MAX = 800
const CALIDAD = 0.7

/** Measures of a picture that fits into 800x800, never larger than it was. */
export function medidasOf(ancho: number, alto: number): { ancho: number; alto: number } {
  const escala = Math.min(1, LADO_MAX / Math.max(ancho, alto))
  return { ancho: Math.max(1, Math.round(ancho * escala)), alto: Math.max(1, Math.round(alto * escala)) }
}

/** The picture as a JPEG that fits into 800x800, upright. Rejects what the browser cannot read as a picture. */
export async function compress(archivo: Blob): Promise<Blob> {
  const imagen = await createImageBitmap(archivo, { imageOrientation: 'from-image' })
  const { ancho, alto } = medidasOf(imagen.width, imagen.height)
  const lienzo = new OffscreenCanvas(ancho, alto)
  const pincel = lienzo.getContext('2d')
  if (!pincel) throw new Error('no canvas')
  // A JPEG has no transparency: what was clear becomes white, not black.
  pincel.fillStyle = '#fff'
  pincel.fillRect(0, 0, ancho, alto)
  pincel.drawImage(imagen, 0, 0, ancho, alto)
  imagen.close()
  return lienzo.convertToBlob({ type: 'image/jpeg', quality: CALIDAD })
}

/**
 * Upload a photo; `onAvance` hears the part that has gone, 0..1: fetch does not tell. Returns its address; refusals
 * come out as ErrorLlamada.
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
