import type { FastifyInstance } from 'fastify'
import { importDispositivos, MAX_CSV_DISPOSITIVOS_BYTES } from '#contract/dispositivos'
import { empresaUnica } from '../acceso/acceso'
import type { Db } from '../db/cliente'
import { installConArchivo, readArchivo } from '../http/archivo'
import { bind } from '../http/bind'
import { importAltas, rehearseAltas } from './import'
import { readAltas } from './import-read'

const POR_MINUTO = 30
const DEMASIADO = `El archivo pesa más de ${MAX_CSV_DISPOSITIVOS_BYTES / 1024 / 1024} MB. Divídelo en varios.`

export function installImportar(app: FastifyInstance, db: Db): void {
  installConArchivo(app, (conArchivo) => {
    bind(
      conArchivo,
      importDispositivos,
      'empresa',
      async ({ principal, query, request, reply, write }) => {
        const corte = new AbortController()
        reply.raw.once('close', () => corte.abort())
        const { bytes } = await readArchivo(request, MAX_CSV_DISPOSITIVOS_BYTES, DEMASIADO)
        const empresa = empresaUnica(principal, query.empresa)
        const leido = await readAltas(bytes, corte.signal)
        const series = query.series === 'true'
        if (query.ensayo === 'true') return rehearseAltas(db, empresa, leido, series)
        return write((tx) =>
          importAltas(tx, leido, {
            empresa,
            omitir: query.con_errores === 'omitir',
            series,
            seguimiento: { db, usuario: principal.usuarioId, exportacion: query.exportacion },
            corte: corte.signal,
          }),
        )
      },
      POR_MINUTO,
    )
  })
}
