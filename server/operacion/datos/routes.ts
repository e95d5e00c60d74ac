import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { getDatos } from '#contract/operacion/datos/datos'
import { bind } from '../../platform/api/bind'
import { empresaVisible } from '../../platform/auth/auth'
import { sendFlujo } from '../../platform/export/send'
import { openReading } from './service'
import { writeFile } from './write'

export function installDatos(app: FastifyInstance): void {
  bind(app, getDatos, 'sesion', async ({ principal, params: { conjunto }, query, reply }) => {
    const empresa = empresaVisible(principal, query.empresa)
    const reading = await openReading(app.primaria, app.replica, { ...query, conjunto, empresa })
    const ask = new URLSearchParams({ formato: query.formato, cursor: reading.next })
    if (query.empresa !== undefined) ask.set('empresa', String(query.empresa))
    reply
      .header('cursor-siguiente', reading.next)
      .header('link', `</api/datos/${conjunto}?${ask}>; rel="next"`)
    const who = { db: app.primaria, usuario: principal.usuarioId, exportacion: undefined }
    const file = { nombre: conjunto, formato: query.formato, filas: reading.lines, total: () => null }
    // The connection must be released even if nothing is sent.
    const { raw } = reply
    if (raw.destroyed) await reading.close()
    else raw.once('close', () => reading.close().catch(() => {}))
    return sendFlujo(reply, who, file, (lines) =>
      Readable.from(writeFile(query.formato, lines, reading.columns), { objectMode: false }),
    )
  })
}
