import { extname } from 'node:path'
import type { FastifyRequest } from 'fastify'
import type { NombreManual, TipoManual } from '#contract/personas/manuales/manuales'
import { MAX_MP4_BYTES, MAX_PDF_BYTES } from '#contract/personas/manuales/values'
import type { Db } from '../../platform/db/client'
import { removeArchivo, saveArchivo } from '../../platform/files/service'
import { takeArchivo } from '../../platform/http/archivo'
import { ErrorHttp, entradaNoValida } from '../../platform/http/errores'

/** A complete uploaded file with the content that its name claims, which belongs to no document yet. */
export type Subida = { archivo: number; titulo: string; tipo: TipoManual }

const LIMITE: Record<TipoManual, number> = { pdf: MAX_PDF_BYTES, mp4: MAX_MP4_BYTES }
const MB = 1 << 20
/** Number of bytes that identify a file type. */
const INICIO = 12

const noEsManual = () =>
  new ErrorHttp(415, 'tipo_no_admitido', 'El archivo no es un PDF ni un vídeo MP4.', 'archivo')
const demasiadoGrande = (tipo: TipoManual) =>
  new ErrorHttp(
    413,
    'demasiado_grande',
    `El archivo es demasiado grande: un ${tipo.toUpperCase()} puede ocupar ${LIMITE[tipo] / MB} MB.`,
    'archivo',
  )

/** The type of a file by its first bytes, whatever its name. */
function tipoOf(inicio: Buffer): TipoManual | undefined {
  if (inicio.subarray(0, 5).toString('latin1') === '%PDF-') return 'pdf'
  if (inicio.subarray(4, 8).toString('latin1') === 'ftyp') return 'mp4'
  return undefined
}

/** Passes on at most `max` bytes and discards the rest: a client that is still sending would not read the answer. */
function withLimite(fuente: AsyncIterable<Buffer>, max: number) {
  const visto = { bytes: 0, inicio: Buffer.alloc(0) }
  async function* pass(): AsyncGenerator<Buffer> {
    for await (const chunk of fuente) {
      if (visto.inicio.length < INICIO)
        visto.inicio = Buffer.concat([visto.inicio, chunk.subarray(0, INICIO)])
      visto.bytes += chunk.length
      if (visto.bytes <= max) yield chunk
    }
  }
  return { paso: pass(), visto }
}

/**
 * Streams the file of a form (field `archivo`) into storage, never whole in memory, and checks that its content fits its name. The caller
 * puts it into the tree or deletes it.
 */
export async function receiveSubida(
  request: FastifyRequest,
  db: Db,
  nombre: typeof NombreManual,
): Promise<Subida> {
  if (Number(request.headers['content-length']) > MAX_MP4_BYTES + MB) throw demasiadoGrande('mp4')
  const pedido = { max: MAX_MP4_BYTES + 1, demasiado: demasiadoGrande('mp4').message, corta: true }
  return takeArchivo(request, pedido, async (parte) => {
    const ext = extname(parte.filename)
    const dicho = ext.slice(1).toLowerCase() === 'mp4' ? 'mp4' : 'pdf'
    const { paso, visto } = withLimite(parte.file, LIMITE[dicho])
    const { id: archivo } = await saveArchivo(db, paso)
    try {
      if (visto.bytes > LIMITE[dicho]) throw demasiadoGrande(dicho)
      const tipo = tipoOf(visto.inicio)
      if (!tipo || ext.toLowerCase() !== `.${tipo}`) throw noEsManual()
      const title = nombre.safeParse(parte.filename.slice(0, -ext.length))
      if (!title.success)
        throw entradaNoValida(title.error.issues[0]?.message ?? 'El nombre no es válido.', 'archivo')
      return { archivo, titulo: title.data, tipo }
    } catch (e) {
      await removeArchivo(db, archivo)
      throw e
    }
  })
}
