import type { FastifyInstance } from 'fastify'
import * as c from '#contract/cuentas/custodia/custodia'
import * as d from '#contract/cuentas/custodia/disputas'
import * as t from '#contract/cuentas/custodia/terceros'
import { bind } from '../../platform/api/bind'
import { empresaVisible } from '../../platform/auth/auth'
import type { Db } from '../../platform/db/client'
import { sendArchivo } from '../../platform/export/send'
import { noEncontrado } from '../../platform/http/errores'
import { disputasFile } from './disputas/export-file'
import { findPrueba } from './disputas/prueba'
import { enterMovimiento } from './entrar'
import { diferenciasFile, enCuentaFile, extractoFile, saldosFile } from './export-file'
import { countDiferencias, findDiferencias } from './repo-diferencias'
import * as extracto from './repo-extracto'
import { countPorAnotar, listSaldos, readEnCuenta } from './repo-saldos'
import { listTerceros } from './repo-terceros'
import * as service from './service'
import { findPlazo, undoMovimiento } from './undo/undo'

export function installCustodia(app: FastifyInstance, db: Db, zona: string): void {
  installTerceros(app, db, zona)
  installLineas(app, db, zona)

  bind(app, c.listSaldos, 'custodia', async ({ principal, query }) => {
    const vista = { ...service.ofPrincipal(principal, query.empresa), zona }
    // What the book of the house still lacks is nothing that a partner is told.
    const lacks = principal.tercero === null ? countPorAnotar(db, vista.empresa) : 0
    const [data, por_anotar] = await Promise.all([listSaldos(db, vista), lacks])
    return { data, por_anotar }
  })

  bind(app, c.exportSaldos, 'custodia', async ({ principal, query, reply }) => {
    const request = { db: app.replica, principal, query }
    return sendArchivo(reply, request, await saldosFile(request, zona))
  })

  bind(app, c.listExtracto, 'custodia', async ({ principal, query: { page, per_page, ...filters } }) => {
    const { tercero, periodo, e } = await service.askExtracto(db, principal, filters, zona)
    const { data, total, suma } = await extracto.readExtracto(db, e, (page - 1) * per_page, per_page)
    return { data, total, tercero: { id: tercero.id, nombre: tercero.nombre }, ...periodo.dias, ...suma }
  })

  bind(app, c.exportExtracto, 'custodia', async ({ principal, query, reply }) => {
    const request = { db: app.replica, principal, query }
    return sendArchivo(reply, request, await extractoFile(request, zona))
  })

  bind(app, c.listEnCuenta, 'custodia', async ({ principal, query: { page, per_page, ...q } }) => {
    const { cuenta } = await service.askCuenta(db, principal, q, zona)
    return readEnCuenta(db, cuenta, (page - 1) * per_page, per_page)
  })

  bind(app, c.exportEnCuenta, 'custodia', async ({ principal, query, reply }) => {
    const request = { db: app.replica, principal, query }
    return sendArchivo(reply, request, await enCuentaFile(request, zona))
  })

  bind(app, c.listDiferencias, 'sesion', async ({ principal, query: { page, per_page, ...q } }) => {
    const { donde } = await service.askDonde(db, principal, q, zona)
    const [data, total] = await Promise.all([
      findDiferencias(db, donde, (page - 1) * per_page, per_page),
      countDiferencias(db, donde),
    ])
    return { data, total }
  })

  bind(app, c.exportDiferencias, 'sesion', async ({ principal, query, reply }) => {
    const request = { db: app.replica, principal, query }
    return sendArchivo(reply, request, await diferenciasFile(request, zona))
  })

  bind(app, d.listDisputas, 'sesion', async ({ principal, query: { page, per_page, ...q } }) => {
    const { donde } = await service.askDonde(db, principal, q, zona)
    const [data, total] = await Promise.all([
      extracto.findDisputas(db, donde, (page - 1) * per_page, per_page),
      extracto.countDisputas(db, donde),
    ])
    return { data, total }
  })

  bind(app, d.exportDisputas, 'sesion', async ({ principal, query, reply }) => {
    const request = { db: app.replica, principal, query }
    return sendArchivo(reply, request, await disputasFile(request, zona))
  })

  bind(app, c.createMovimiento, 'cambio', async ({ principal, body, write }) =>
    write((tx) => enterMovimiento(tx, principal, body, zona)),
  )

  bind(app, c.undoMovimiento, 'cambio', async ({ principal, params, write }) =>
    write(async (tx) => ({ movimientos: await undoMovimiento(tx, principal, params.id, zona) })),
  )
}

function installTerceros(app: FastifyInstance, db: Db, zona: string): void {
  bind(app, t.listTerceros, 'sesion', async ({ principal, query }) => ({
    data: await listTerceros(db, empresaVisible(principal, query.empresa), null),
  }))

  bind(app, t.createTercero, 'empresa', async ({ principal, body, write }) =>
    write((tx) => service.addTercero(tx, principal, body, zona)),
  )

  bind(app, t.updateTercero, 'empresa', async ({ principal, params, body, write }) =>
    write((tx) => service.changeTercero(tx, principal, params.id, body, zona)),
  )

  bind(app, t.createPersonaTercero, 'empresa', async ({ principal, params, body, write }) =>
    service.addPersona(db, write, principal, { ...params, ...body }),
  )
}

/** Disputes, answers and settlements of a line, and the evidence for it. */
function installLineas(app: FastifyInstance, db: Db, zona: string): void {
  bind(app, d.disputeMovimiento, 'disputa', async ({ principal, params, body, write }) =>
    write((tx) => service.dispute(tx, principal, { ...params, ...body, zona })),
  )

  bind(app, d.answerMovimiento, 'cambio', async ({ principal, params, body, write }) =>
    write((tx) => service.answer(tx, principal, { ...params, ...body, zona })),
  )

  bind(app, d.settleMovimiento, 'cambio', async ({ principal, params, body, write }) =>
    write((tx) => service.settle(tx, principal, { ...params, ...body, zona })),
  )

  bind(app, c.getPrueba, 'sesion', async ({ principal, params }) => {
    const prueba = await findPrueba(db, params.id, empresaVisible(principal, undefined), zona)
    if (!prueba) throw noEncontrado('No existe esa línea.')
    return { ...prueba, deshacer: await findPlazo(db, principal, params.id) }
  })
}
