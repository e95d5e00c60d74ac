import type { FastifyInstance } from 'fastify'
import {
  exportHoy,
  getHoy,
  listCifra,
  markHecha,
  recoverHecha,
  setPreferenciaHoy,
} from '#contract/resumen/hoy/hoy'
import { bind } from '../../platform/api/bind'
import { empresaVisible } from '../../platform/auth/auth'
import type { Db } from '../../platform/db/client'
import { sendArchivo } from '../../platform/export/send'
import { isoPlanta } from '../../platform/time/time'
import { ficheroHoy } from './export-file'
import { removeHecha, saveHecha, savePreferencia } from './repo'
import { listCifra as listCifraOf } from './repo-week'
import { readHoy } from './service'

export function installHoy(app: FastifyInstance, db: Db, zona: string): void {
  bind(app, getHoy, 'sesion', async ({ principal, query }) =>
    readHoy(db, principal, query.papel, empresaVisible(principal, query.empresa), zona),
  )

  bind(app, exportHoy, 'sesion', async ({ principal, query, reply }) => {
    const request = { db: app.replica, principal, query }
    return sendArchivo(reply, request, await ficheroHoy(request, zona))
  })

  bind(app, markHecha, 'sesion', async ({ principal, params, query, body, write }) => {
    const empresa = empresaVisible(principal, query.empresa) ?? 0
    await write((tx) => saveHecha(tx, principal.usuarioId, empresa, params.clave, body.n))
    return { ok: true as const }
  })

  bind(app, recoverHecha, 'sesion', async ({ principal, params, query, write }) => {
    const empresa = empresaVisible(principal, query.empresa) ?? 0
    await write((tx) => removeHecha(tx, principal.usuarioId, empresa, params.clave))
    return { ok: true as const }
  })

  bind(app, setPreferenciaHoy, 'sesion', async ({ principal, body, write }) => {
    await write((tx) => savePreferencia(tx, principal.usuarioId, body))
    return { ok: true as const }
  })

  bind(app, listCifra, 'sesion', async ({ principal, params, query }) => {
    const { desde, hasta, lugar, segunda, page, per_page } = query
    const tramo = { desde: new Date(desde), hasta: new Date(hasta) }
    const filter = { empresa: empresaVisible(principal, query.empresa), lugar, segunda }
    const { filas, total } = await listCifraOf(db, params.clave, tramo, filter, { page, per_page })
    return {
      data: filas.map(({ momento, apodo, lugar, segunda, ...f }) => ({
        ...f,
        momento: isoPlanta(momento, zona),
        Apodo: apodo,
        Lugar: lugar,
        Segunda: segunda,
      })),
      total,
    }
  })
}
