import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import type { NombreManual, TipoManual } from '#contract/manuales'
import { MAX_MP4_BYTES, MAX_PDF_BYTES } from '#contract/valores/manuales'
import { takeArchivo } from '../http/archivo'
import { ErrorHttp, entradaNoValida } from '../http/errores'
import { SUBIDAS } from './carpeta'

/** An uploaded file that is whole and is what it says, at a place of its own until it is given its name. */
export type Subida = { temporal: string; titulo: string; tipo: TipoManual }

const LIMITE: Record<TipoManual, number> = { pdf: MAX_PDF_BYTES, mp4: MAX_MP4_BYTES }
const MB = 1 << 20

const noEsManual = () =>
  new ErrorHttp(415, 'tipo_no_admitido', 'El archivo no es un PDF ni un vídeo MP4.', 'archivo')
const demasiadoGrande = (tipo: TipoManual) =>
  new ErrorHttp(
    413,
    'demasiado_grande',
    `El archivo es demasiado grande: un ${tipo.toUpperCase()} puede ocupar ${LIMITE[tipo] / MB} MB.`,
    'archivo',
  )

/** What the first bytes say that a file is, whatever its name. */
function tipoDe(inicio: Buffer): TipoManual | undefined {
  if (inicio.subarray(0, 5).toString('latin1') === '%PDF-') return 'pdf'
  if (inicio.subarray(4, 8).toString('latin1') === 'ftyp') return 'mp4'
  return undefined
}

const readInicio = async (archivo: string) => {
  const f = await open(archivo)
  try {
    const { buffer, bytesRead } = await f.read(Buffer.alloc(12), 0, 12, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await f.close()
  }
}

/** Passes on at most `max` bytes and lets the rest go by: an answer to who is still sending would not be read. */
function withLimite(max: number) {
  let bytes = 0
  const paso = new Transform({
    transform(trozo: Buffer, _codificacion, done) {
      bytes += trozo.length
      if (bytes > max) done()
      else done(null, trozo)
    },
  })
  return { paso, exceso: () => bytes > max }
}

/**
 * Take the file of a form (field `archivo`) to a temporary place, never whole in memory, and check that it is what its
 * name says. Whoever gets it gives it its name or removes it.
 */
export async function receiveSubida(
  request: FastifyRequest,
  raiz: string,
  nombre: typeof NombreManual,
): Promise<Subida> {
  if (Number(request.headers['content-length']) > MAX_MP4_BYTES + MB) throw demasiadoGrande('mp4')
  const temporal = join(raiz, SUBIDAS, randomUUID())
  const pedido = { max: MAX_MP4_BYTES + 1, demasiado: demasiadoGrande('mp4').message, corta: true }
  try {
    return await takeArchivo(request, pedido, async (parte) => {
      const ext = extname(parte.filename)
      const dicho = ext.slice(1).toLowerCase() === 'mp4' ? 'mp4' : 'pdf'
      const { paso, exceso } = withLimite(LIMITE[dicho])
      await pipeline(parte.file, paso, createWriteStream(temporal, { flags: 'wx' }))
      if (exceso()) throw demasiadoGrande(dicho)
      const tipo = tipoDe(await readInicio(temporal))
      if (!tipo || ext.toLowerCase() !== `.${tipo}`) throw noEsManual()
      const titulo = nombre.safeParse(parte.filename.slice(0, -ext.length))
      if (!titulo.success)
        throw entradaNoValida(titulo.error.issues[0]?.message ?? 'El nombre no es válido.', 'archivo')
      return { temporal, titulo: titulo.data, tipo }
    })
  } catch (e) {
    await rm(temporal, { force: true })
    throw e
  }
}
