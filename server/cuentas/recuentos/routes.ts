import type { FastifyInstance } from 'fastify'
import { getAjusteRecuentos, setAjusteRecuentos } from '#contract/cuentas/recuentos/ajuste'
import { addFotoRecuento, getFotoRecuento } from '#contract/cuentas/recuentos/fotos'
import { enterRecuento, undoEnterRecuento } from '#contract/cuentas/recuentos/libro'
import * as c from '#contract/cuentas/recuentos/recuentos'
import { MAX_BYTES_FOTO_RECUENTO, MAX_LADO_FOTO_RECUENTO } from '#contract/cuentas/recuentos/values'
import { bind } from '../../platform/api/bind'
import { empresaVisible, uniqueEmpresa } from '../../platform/auth/auth'
import type { Db } from '../../platform/db/client'
import { findEmpresa } from '../../platform/db/queries/empresa'
import { sendArchivo } from '../../platform/export/send'
import { cleanJpeg, sendJpeg } from '../../platform/files/jpeg'
import { installConArchivo, takeArchivo } from '../../platform/http/archivo'
import { noEncontrado } from '../../platform/http/errores'
import { fileRecuento, recuentosFile } from './export-file'
import { filtrosOf } from './filtros'
import * as repo from './repo'
import { listFotos } from './repo-fotos'
import { saveFirma } from './repo-write'
import * as s from './service'

export function installRecuentos(app: FastifyInstance, db: Db, zona: string): void {
  bind(app, c.listRecuentos, 'sesion', async ({ principal, query: { page, per_page, ...q } }) =>
    repo.findList(db, filtrosOf(principal, q), (page - 1) * per_page, per_page, zona),
  )

  bind(app, c.exportRecuentos, 'sesion', async ({ principal, query, reply }) => {
    const request = { db: app.replica, principal, query }
    return sendArchivo(reply, request, await recuentosFile(request, zona))
  })

  bind(app, c.createRecuento, 'cambio', async ({ principal, body, write }) =>
    write((tx) => s.openRecuento(tx, principal, body, zona)),
  )

  bind(app, c.getRecuento, 'sesion', async ({ principal, params }) =>
    s.getRecuento(db, principal, params.id, zona),
  )

  bind(app, c.listLineas, 'sesion', async ({ principal, params, query: { lista, page, per_page } }) => {
    const r = await s.findRecuento(db, principal, params.id)
    const desde = (page - 1) * per_page
    const { lineas, total } = await s.findLineas(db, r, { lista: lista ?? null, desde, cuantas: per_page })
    return { data: lineas.map((l) => s.presentLinea(l, zona)), total }
  })

  bind(app, c.exportRecuento, 'sesion', async ({ principal, params, query, reply }) => {
    const r = await s.findRecuento(db, principal, params.id)
    const request = { db: app.replica, principal, query: { ...query, empresa: r.empresa } }
    return sendArchivo(reply, request, await fileRecuento(db, r, query.formato, zona))
  })

  bind(app, c.getEsperados, 'sesion', async ({ principal, params }) =>
    s.listContenedores(db, principal, params.id),
  )

  bind(app, c.listEscaneos, 'sesion', async ({ principal, params, query }) => {
    const { estado } = await s.findRecuento(db, principal, params.id)
    const nuevos = await repo.listEscaneos(db, params.id, query.desde, zona)
    return { ...nuevos, fotos: await listFotos(db, params.id), estado }
  })

  bind(app, c.addEscaneos, 'cambio', async ({ principal, params, body, write }) =>
    write((tx) => s.saveEscaneos(tx, principal, params.id, body)),
  )

  installFotos(app, db)

  bind(app, c.closeRecuento, 'cambio', async ({ principal, params, body, write }) =>
    write((tx) => s.closeRecuento(tx, principal, params.id, body, zona)),
  )

  bind(app, c.signRecuento, 'cambio', async ({ principal, params, write }) =>
    write((tx) => s.signRecuento(tx, principal, params.id, zona)),
  )

  bind(app, enterRecuento, 'cambio', async ({ principal, params, write }) =>
    write((tx) => s.enterRecuento(tx, principal, params.id)),
  )

  bind(app, undoEnterRecuento, 'cambio', async ({ principal, params, write }) =>
    write((tx) => s.undoEnterRecuento(tx, principal, params.id)),
  )

  bind(app, c.listAcuerdos, 'sesion', async ({ principal, query }) => ({
    data: await repo.listAcuerdos(db, empresaVisible(principal, query.empresa), zona),
  }))

  bind(app, getAjusteRecuentos, 'sesion', async ({ principal, query }) => ({
    firma: await repo.findFirma(db, uniqueEmpresa(principal, query.empresa)),
  }))

  bind(app, setAjusteRecuentos, 'empresa', async ({ principal, body: { empresa: pedida, firma }, write }) => {
    const empresa = uniqueEmpresa(principal, pedida)
    if (!(await findEmpresa(db, empresa))) throw noEncontrado('No existe esa empresa.')
    await write((tx) => saveFirma(tx, empresa, firma))
    return { firma }
  })
}

const LA_FOTO = {
  max: MAX_BYTES_FOTO_RECUENTO,
  demasiado: `La foto es demasiado grande: puede ocupar ${MAX_BYTES_FOTO_RECUENTO / 1024} KB.`,
  falta: 'Falta el archivo de la foto.',
}

function installFotos(app: FastifyInstance, db: Db): void {
  installConArchivo(app, (conArchivo) => {
    bind(conArchivo, addFotoRecuento, 'cambio', async ({ principal, params, request, write }) => {
      // Checked before the body is read.
      await s.findRecuento(db, principal, params.id)
      const bytes = await takeArchivo(request, LA_FOTO, (parte) => parte.toBuffer())
      const jpeg = cleanJpeg(bytes, MAX_LADO_FOTO_RECUENTO, 'archivo')
      return write((tx) => s.saveFoto(tx, principal, { ...params, jpeg }))
    })
  })

  bind(app, getFotoRecuento, 'sesion', async ({ principal, params, reply }) => {
    const jpeg = await s.findFoto(db, principal, params.id, params.escaneo)
    return sendJpeg(reply, jpeg)
  })
}
