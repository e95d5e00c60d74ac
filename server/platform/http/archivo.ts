import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ErrorHttp, entradaNoValida } from './errores'

/** Only the calls that `work` binds accept a form with a file. */
export function installConArchivo(app: FastifyInstance, work: (conArchivo: FastifyInstance) => void): void {
  void app.register(async (conArchivo) => {
    await conArchivo.register(multipart)
    conArchivo.addHook('onRoute', (ruta) => {
      ruta.config = { ...ruta.config, conArchivo: true }
    })
    work(conArchivo)
  })
}

/** Aborted as soon as the client has disconnected: what it sent is then not to be written. */
export function cutOf({ raw }: FastifyReply): AbortSignal {
  const corte = new AbortController()
  if (raw.destroyed) corte.abort()
  else raw.once('close', () => corte.abort())
  return corte.signal
}

/** Limits of a form: one file and a few short fields. */
const LIMITES = { files: 1, fields: 10, fieldSize: 1000, parts: 11 }

type Pedido = {
  /** Maximum size of the file, in bytes. */
  max: number
  /** Error message for a larger file. */
  demasiado: string
  /** Name of the form field. */
  campo?: string
  /** Error message where the form has no such file. */
  falta?: string
  /** `take` handles a file that is too large itself: a client that is still sending may not read an answer. */
  corta?: boolean
}

/**
 * Process the one file of a multipart/form-data call while it comes in. Throws 415 for a body that is no form or is compressed, 400 for a
 * form without the file or that breaks off, and 413 where `take` reads more than `max` bytes.
 */
export async function takeArchivo<T>(
  request: FastifyRequest,
  { max, demasiado, campo = 'archivo', falta = 'Falta el archivo.', corta = false }: Pedido,
  take: (parte: MultipartFile) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart())
    throw new ErrorHttp(415, 'tipo_no_admitido', 'El archivo se envía como formulario (multipart/form-data).')
  // Compressed forms are refused: nothing decompresses a form, and a decompressor that is not read would block the call.
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new ErrorHttp(415, 'tipo_no_admitido', 'Esa compresión no está admitida.')
  const refuse = (e: unknown): never => {
    const { code } = e as { code?: string }
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw new ErrorHttp(413, 'demasiado_grande', demasiado, campo)
    throw entradaNoValida('El formulario no se puede leer.', campo)
  }
  const parte = await request
    .file({ limits: { ...LIMITES, fileSize: max }, throwFileSizeLimit: !corta })
    .catch(refuse)
  if (parte?.fieldname !== campo) throw entradaNoValida(falta, campo)
  let delFormulario: unknown
  parte.file.on('error', (e) => {
    delFormulario = e
  })
  return take(parte).catch((e) => {
    // An error of `take` itself is not an error of the form.
    throw e === delFormulario || e?.code === 'FST_REQ_FILE_TOO_LARGE' ? refuse(e) : e
  })
}

/** The one file of a multipart/form-data call; at most `max` bytes are held in memory. See `takeArchivo`. */
export async function readArchivo(
  request: FastifyRequest,
  max: number,
  demasiado: string,
  campo = 'archivo',
): Promise<{ nombre: string; bytes: Buffer }> {
  return takeArchivo(request, { max, demasiado, campo }, async (parte) => {
    const bytes = await parte.toBuffer()
    // A file that exceeds the limit by less than one chunk raises no error by itself.
    if (parte.file.truncated) throw new ErrorHttp(413, 'demasiado_grande', demasiado, campo)
    if (!bytes.length) throw entradaNoValida('El archivo está vacío.', campo)
    return { nombre: parte.filename, bytes }
  })
}
