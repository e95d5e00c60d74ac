import type { FastifyInstance } from 'fastify'
import { importAlbaranes as call, MAX_ALBARANES_BYTES } from '#contract/cuentas/custodia/albaranes'
import { bind } from '../../../platform/api/bind'
import { uniqueEmpresa } from '../../../platform/auth/auth'
import type { Db } from '../../../platform/db/client'
import { cutOf, installConArchivo, readArchivo } from '../../../platform/http/archivo'
import { importAlbaranes, rehearseAlbaranes } from './import'
import { readAlbaranes } from './read'

const POR_MINUTO = 30

export function installAlbaranes(app: FastifyInstance, db: Db, zona: string): void {
  installConArchivo(app, (conArchivo) => {
    bind(
      conArchivo,
      call,
      'cambio',
      async ({ principal, query, request, reply, write }) => {
        const corte = cutOf(reply)
        const { bytes } = await readArchivo(request, MAX_ALBARANES_BYTES, 'El archivo pesa más de 1 MB.')
        const parsed = await readAlbaranes(bytes, corte)
        const i = { empresa: uniqueEmpresa(principal, query.empresa), persona: principal.usuarioId, zona }
        if (query.ensayo === 'true') return rehearseAlbaranes(db, parsed, i)
        const omitir = query.con_errores === 'omitir'
        return write(async (tx) => ({
          ensayo: false,
          ...(await importAlbaranes(tx, parsed, { ...i, omitir })),
        }))
      },
      POR_MINUTO,
    )
  })
}
