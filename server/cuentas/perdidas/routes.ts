import type { FastifyInstance } from 'fastify'
import * as c from '#contract/cuentas/perdidas/perdidas'
import { importPrecios as importPreciosCall, MAX_PRECIOS_BYTES } from '#contract/cuentas/perdidas/precios'
import { bind } from '../../platform/api/bind'
import { empresaVisible, uniqueEmpresa } from '../../platform/auth/auth'
import type { Db } from '../../platform/db/client'
import { sendArchivo } from '../../platform/export/send'
import { installConArchivo, readArchivo } from '../../platform/http/archivo'
import { noEncontrado } from '../../platform/http/errores'
import { perdidasFile } from './export-file'
import { importPrecios, readPrecios, rehearsePrecios } from './precios/import'
import { findList, listFamilias, listLugares, sumPeldanos } from './repo'
import { findPerdidaOf } from './repo-contenedor'
import { listPrecios } from './repo-write'
import { listOf, readQuien, undoAsientos, writeAsientos, writePrecio, writeQuien } from './service'

export function installPerdidas(app: FastifyInstance, db: Db, zona: string): void {
  bind(app, c.getPerdidas, 'sesion', async ({ principal, query }) => {
    const empresa = empresaVisible(principal, query.empresa)
    const [sums, familias, lugares] = await Promise.all([
      sumPeldanos(db, { empresa, familia: query.familia ?? null, zona }),
      listFamilias(db, empresa),
      listLugares(db, empresa),
    ])
    return { ...sums, familias, lugares }
  })

  bind(app, c.listPerdidas, 'sesion', async ({ principal, query: { page, per_page, ...filters } }) =>
    findList(db, listOf(principal, filters, zona), (page - 1) * per_page, per_page),
  )

  bind(app, c.getPerdidaOf, 'sesion', async ({ principal, params }) => {
    const perdida = await findPerdidaOf(db, params.mac, empresaVisible(principal, undefined), zona)
    if (!perdida) throw noEncontrado('No existe ese contenedor.')
    return perdida
  })

  bind(app, c.exportPerdidas, 'sesion', async ({ principal, query, reply }) => {
    const request = { db: app.replica, principal, query }
    return sendArchivo(reply, request, await perdidasFile(request, zona))
  })

  bind(app, c.createAsientos, 'cambio', async ({ principal, body, write }) =>
    write((tx) => writeAsientos(tx, principal, body, zona)),
  )

  bind(app, c.undoAsientos, 'cambio', async ({ principal, body, write }) =>
    write((tx) => undoAsientos(tx, principal, body.asientos, zona)),
  )

  bind(app, c.getQuienBusca, 'sesion', async ({ principal, query }) =>
    readQuien(db, uniqueEmpresa(principal, query.empresa)),
  )

  bind(app, c.setQuienBusca, 'empresa', async ({ principal, body, write }) =>
    write((tx) => writeQuien(tx, principal, body)),
  )

  bind(app, c.listPrecios, 'sesion', async ({ principal, query }) => ({
    data: await listPrecios(db, empresaVisible(principal, query.empresa), zona),
  }))

  bind(app, c.createPrecio, 'empresa', async ({ principal, body, write }) =>
    write((tx) => writePrecio(tx, principal, body, zona)),
  )

  installConArchivo(app, (conArchivo) => {
    bind(
      conArchivo,
      importPreciosCall,
      'empresa',
      async ({ principal, query, request, write }) => {
        const { bytes } = await readArchivo(request, MAX_PRECIOS_BYTES, 'El archivo pesa más de 1 MB.')
        const empresa = uniqueEmpresa(principal, query.empresa)
        const parsed = await readPrecios(bytes)
        return query.ensayo === 'true'
          ? rehearsePrecios(db, empresa, parsed)
          : write((tx) => importPrecios(tx, parsed, { empresa, persona: principal.usuarioId, zona }))
      },
      60,
    )
  })
}
