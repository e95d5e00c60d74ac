import { z } from 'zod'
import { Archivo, Id } from '../../comunes'
import { endpoint } from '../../endpoint'
import { MAX_BYTES_FOTO_RECUENTO, MAX_FOTOS_RECUENTO, MAX_LADO_FOTO_RECUENTO } from './values'

const porEscaneo = {
  params: z.object({ id: Id, escaneo: z.uuid({ error: 'El identificador no es válido.' }) }),
}

export const addFotoRecuento = endpoint('PUT /api/recuentos/{id}/fotos/{escaneo}', 'recuentos:escribir', {
  formFile: 'archivo',
  summary: `Send the photo of a scan whose code nobody knows (multipart, field \`archivo\`): a JPEG of at most ${MAX_BYTES_FOTO_RECUENTO / 1024} KiB and ${MAX_LADO_FOTO_RECUENTO}x${MAX_LADO_FOTO_RECUENTO}, ${MAX_FOTOS_RECUENTO} of a count. One that was sent before changes nothing. 409 \`conocido\` where the code names a container, \`cerrado\` where the count is closed, \`demasiadas\` where it has as many as may be.`,
  ...porEscaneo,
  response: z.object({
    /** False: the scan already had a photo, which is kept. */
    nueva: z.boolean(),
  }),
})

export const getFotoRecuento = endpoint('GET /api/recuentos/{id}/fotos/{escaneo}', 'recuentos:leer', {
  summary: 'The photo of a scan, as a JPEG.',
  ...porEscaneo,
  response: Archivo,
})
