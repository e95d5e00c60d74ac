import type { FastifyInstance } from 'fastify'
import * as c from '#contract/parque/logistica/logistica'
import { bind } from '../../platform/api/bind'
import { empresaVisible, uniqueEmpresa } from '../../platform/auth/auth'
import type { Db } from '../../platform/db/client'
import { sendArchivo } from '../../platform/export/send'
import { installConArchivo, readArchivo } from '../../platform/http/archivo'
import { noEncontrado } from '../../platform/http/errores'
import type { Fleet } from '../dispositivos/fleet/fleet'
import { ficheroLogistica } from './file'
import { importLts, readLts, rehearse } from './import'
import { removeLt, updateLt } from './repo'
import { listTablero } from './service'

export function installLogistica(app: FastifyInstance, db: Db, fleet: Fleet, zona: string): void {
  bind(app, c.getLogistica, 'sesion', async ({ principal, query }) => {
    const empresa = empresaVisible(principal, query.empresa)
    return { data: await listTablero(db, await fleet.count(empresa), empresa) }
  })

  bind(app, c.exportLogistica, 'sesion', async ({ principal, query, reply }) => {
    const peticion = { db: app.replica, principal, query }
    return sendArchivo(reply, peticion, await ficheroLogistica(peticion, zona))
  })

  bind(app, c.updateLt, 'empresa', async ({ principal, params, body, write }) => {
    const { empresa, ...data } = body
    const lt = { codigo: params.codigo, ...data }
    if (!(await write((tx) => updateLt(tx, uniqueEmpresa(principal, empresa), lt))))
      throw noEncontrado('Ese código ya no está en el catálogo.')
    return { ok: true as const }
  })

  bind(app, c.deleteLt, 'empresa', async ({ principal, params, query, write }) => {
    if (!(await write((tx) => removeLt(tx, uniqueEmpresa(principal, query.empresa), params.codigo))))
      throw noEncontrado('Ese código ya no está en el catálogo.')
    return { ok: true as const }
  })

  installConArchivo(app, (conArchivo) => {
    bind(
      conArchivo,
      c.importLogistica,
      'empresa',
      async ({ principal, query, request, write }) => {
        const { bytes } = await readArchivo(request, c.MAX_CSV_BYTES, 'El archivo pesa más de 1 MB.')
        const empresa = uniqueEmpresa(principal, query.empresa)
        const parsed = await readLts(bytes)
        return query.ensayo === 'true'
          ? rehearse(db, empresa, parsed)
          : write((tx) => importLts(tx, empresa, parsed))
      },
      60,
    )
  })
}
