import type { FastifyInstance } from 'fastify'
import * as c from '#contract/logistica'
import { empresaUnica, empresaVisible } from '../acceso/acceso'
import type { Db } from '../db/cliente'
import type { Flota } from '../dispositivos/flota'
import { sendArchivo } from '../exportar/send'
import { installConArchivo, readArchivo } from '../http/archivo'
import { bind } from '../http/bind'
import { noEncontrado } from '../http/errores'
import { ficheroLogistica } from './fichero'
import { importLts, readLts, rehearse } from './import'
import { removeLt, updateLt } from './repo'
import { listTablero } from './service'

export function installLogistica(app: FastifyInstance, db: Db, flota: Flota, zona: string): void {
  bind(app, c.getLogistica, 'sesion', async ({ principal, query }) => {
    const empresa = empresaVisible(principal, query.empresa)
    return { data: await listTablero(db, await flota.count(empresa), empresa) }
  })

  bind(app, c.exportLogistica, 'sesion', async ({ principal, query, reply }) => {
    const peticion = { db: app.replica, principal, query }
    return sendArchivo(reply, peticion, await ficheroLogistica(peticion, zona))
  })

  bind(app, c.updateLt, 'empresa', async ({ principal, params, body, write }) => {
    const { empresa, ...datos } = body
    const lt = { codigo: params.codigo, ...datos }
    if (!(await write((tx) => updateLt(tx, empresaUnica(principal, empresa), lt))))
      throw noEncontrado('Ese código ya no está en el catálogo.')
    return { ok: true as const }
  })

  bind(app, c.deleteLt, 'empresa', async ({ principal, params, query, write }) => {
    if (!(await write((tx) => removeLt(tx, empresaUnica(principal, query.empresa), params.codigo))))
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
        const empresa = empresaUnica(principal, query.empresa)
        const leido = await readLts(bytes)
        return query.ensayo === 'true'
          ? rehearse(db, empresa, leido)
          : write((tx) => importLts(tx, empresa, leido))
      },
      60,
    )
  })
}
