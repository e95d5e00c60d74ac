import type { FastifyInstance } from 'fastify'
import { importDispositivos, MAX_CSV_DISPOSITIVOS_BYTES } from '#contract/parque/dispositivos/dispositivos'
import { bind } from '../../../platform/api/bind'
import { uniqueEmpresa } from '../../../platform/auth/auth'
import type { Db } from '../../../platform/db/client'
import { cutOf, installConArchivo, readArchivo } from '../../../platform/http/archivo'
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
        const corte = cutOf(reply)
        const { bytes } = await readArchivo(request, MAX_CSV_DISPOSITIVOS_BYTES, DEMASIADO)
        const empresa = uniqueEmpresa(principal, query.empresa)
        const parsed = await readAltas(bytes, corte)
        const series = query.series === 'true'
        if (query.ensayo === 'true') return rehearseAltas(db, empresa, parsed, series)
        return write((tx) =>
          importAltas(tx, parsed, {
            empresa,
            omitir: query.con_errores === 'omitir',
            series,
            seguimiento: { db, usuario: principal.usuarioId, exportacion: query.exportacion },
            corte,
          }),
        )
      },
      POR_MINUTO,
    )
  })
}
