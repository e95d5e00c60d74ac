import type { FastifyInstance } from 'fastify'
import * as c from '#contract/cuentas/pilas/pilas'
import { MAX_RONDA } from '#contract/cuentas/pilas/values'
import { bind } from '../../platform/api/bind'
import { empresaVisible, uniqueEmpresa } from '../../platform/auth/auth'
import type { Db } from '../../platform/db/client'
import { sendArchivo } from '../../platform/export/send'
import { pilasFile } from './export-file'
import { countList, findList, findProporcion, type List, listFamilias, listSituadas, sumPilas } from './repo'
import { listAprendido } from './repo-learn'
import { orderRonda } from './ronda'
import { listOf, undoCambios, writeCambios, writeRespuesta } from './service'

export function installPilas(app: FastifyInstance, db: Db, zona: string): void {
  bind(app, c.getPilas, 'sesion', async ({ principal, query }) => {
    const empresa = empresaVisible(principal, query.empresa)
    return {
      ...(await sumPilas(db, empresa, query.familia ?? null)),
      familias: await listFamilias(db, empresa),
    }
  })

  bind(app, c.listPilas, 'sesion', async ({ principal, query: { page, per_page, ...filters } }) =>
    findList(db, listOf(principal, filters, zona), (page - 1) * per_page, per_page),
  )

  bind(app, c.exportPilas, 'sesion', async ({ principal, query, reply }) => {
    const request = { db: app.replica, principal, query }
    return sendArchivo(reply, request, await pilasFile(request, zona))
  })

  bind(app, c.getRonda, 'sesion', async ({ principal, query }) => {
    const empresa = uniqueEmpresa(principal, query.empresa)
    const list: List = {
      ...listOf(principal, { orden: 'clase', sentido: 'asc' }, zona),
      empresa,
      clases: query.hasta === 'ya' ? ['ya'] : ['ya', 'este_mes'],
    }
    const pilas = await listSituadas(db, list, MAX_RONDA)
    return {
      empresa,
      paradas: orderRonda(pilas, query.desde ?? null, await findProporcion(db, empresa)),
      total: await countList(db, list),
    }
  })

  bind(app, c.getPilasAprendido, 'sesion', async ({ principal, query }) => ({
    modelos: await listAprendido(db, empresaVisible(principal, query.empresa)),
  }))

  bind(app, c.createCambiosPila, 'cambio', async ({ principal, body, write }) =>
    write((tx) => writeCambios(tx, principal, body)),
  )

  bind(app, c.undoCambiosPila, 'cambio', async ({ principal, body, write }) => {
    await write((tx) => undoCambios(tx, principal, body.cambios))
    return { ok: true as const }
  })

  bind(app, c.answerPila, 'cambio', async ({ principal, body, write }) => {
    return { cambio: await write((tx) => writeRespuesta(tx, principal, body, zona)) }
  })
}
