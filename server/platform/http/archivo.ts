import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ErrorHttp, entradaNoValida } from './errores'

/** The calls that `hacer` binds take a form with a file; no other call does. */
export function installConArchivo(app: FastifyInstance, work: (conArchivo: FastifyInstance) => void): void {
  void app.register(async (conArchivo) => {
    await conArchivo.register(multipart)
    conArchivo.addHook('onRoute', (ruta) => {
      ruta.config = { ...ruta.config, conArchivo: true }
    })
    work(conArchivo)
  })
}

/** Beside the file of a form there is nothing worth reading. */
const LIMITES = { files: 1, fields: 10, fieldSize: 1000, parts: 11 }

type Pedido = {
  /** Bytes that the file may have. */
  max: number
  /** What is said of a longer one. */
  demasiado: string
  /** Field of the form. */
  campo?: string
  /** What is said where the form has no such file. */
  falta?: string
  /** `take` sees to a file that is too long: an answer to who is still sending may not be read. */
  corta?: boolean
}

/**
 * Take the one file of a multipart/form-data call as it comes. Throws 415 for what is no form or is compressed, 400 for one without the
 * file or that breaks off, and 413 where `take` reads more than `max` bytes.
 */
export async function takeArchivo<T>(
  request: FastifyRequest,
  { max, demasiado, campo = 'archivo', falta = 'Falta el archivo.', corta = false }: Pedido,
  take: (parte: MultipartFile) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart())
    throw new ErrorHttp(415, 'tipo_no_admitido', 'El archivo se envía como formulario (multipart/form-data).')
  // The form is read as it comes in: nothing unpacks it, and an unpacker that nobody reads holds it up.
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
    // What `take` fails with by itself is not the form's fault.
    throw e === delFormulario || e?.code === 'FST_REQ_FILE_TOO_LARGE' ? refuse(e) : e
  })
}

/** The one file of a multipart/form-data call; no more than `max` bytes are ever held. See `takeArchivo`. */
export async function readArchivo(
  request: FastifyRequest,
  max: number,
  demasiado: string,
  campo = 'archivo',
): Promise<{ nombre: string; bytes: Buffer }> {
  return takeArchivo(request, { max, demasiado, campo }, async (parte) => {
    const bytes = await parte.toBuffer()
    // What is cut off by less than one chunk is not told by itself.
    if (parte.file.truncated) throw new ErrorHttp(413, 'demasiado_grande', demasiado, campo)
    if (!bytes.length) throw entradaNoValida('El archivo está vacío.', campo)
    return { nombre: parte.filename, bytes }
  })
}
