import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import * as c from '#contract/dispositivos/perdidas'
import { bind } from '../../platform/api/bind'
import { empresaVisible } from '../../platform/auth/auth'
import type { Principal } from '../../platform/auth/principal'
import type { Db } from '../../platform/db/client'
import { sendArchivo } from '../../platform/export/send'
import { fileList } from './export-file'
import { findList, type List, listFamilias, sumPeldanos } from './repo'
import { listPrecios } from './repo-write'
import { undoAsientos, writeAsientos, writePrecio } from './service'

type Filters = Omit<z.output<NonNullable<(typeof c.listPerdidas)['query']>>, 'page' | 'per_page'>

export function installPerdidas(app: FastifyInstance, db: Db, zona: string): void {
  const listOf = (principal: Principal, q: Filters): List => ({
    empresa: empresaVisible(principal, q.empresa),
    familia: q.familia ?? null,
    peldano: q.peldano ?? null,
    search: q.search ?? null,
    orden: q.orden,
    sentido: q.sentido,
    zona,
  })

  bind(app, c.getPerdidas, 'sesion', async ({ principal, query }) => {
    const empresa = empresaVisible(principal, query.empresa)
    return {
      ...(await sumPeldanos(db, { empresa, familia: query.familia ?? null, zona })),
      familias: await listFamilias(db, empresa),
    }
  })

  bind(app, c.listPerdidas, 'sesion', async ({ principal, query: { page, per_page, ...filters } }) =>
    findList(db, listOf(principal, filters), (page - 1) * per_page, per_page),
  )

  bind(app, c.exportPerdidas, 'sesion', async ({ principal, query, reply }) => {
    const request = { db: app.replica, principal, query }
    return sendArchivo(reply, request, await fileList(request, listOf(principal, query)))
  })

  bind(app, c.createAsientos, 'cambio', async ({ principal, body, write }) =>
    write((tx) => writeAsientos(tx, principal, body, zona)),
  )

  bind(app, c.undoAsientos, 'cambio', async ({ principal, body, write }) =>
    write((tx) => undoAsientos(tx, principal, body.asientos, zona)),
  )

  bind(app, c.listPrecios, 'sesion', async ({ principal, query }) => ({
    data: await listPrecios(db, empresaVisible(principal, query.empresa), zona),
  }))

  bind(app, c.createPrecio, 'empresa', async ({ principal, body, write }) =>
    write((tx) => writePrecio(tx, principal, body, zona)),
  )
}
