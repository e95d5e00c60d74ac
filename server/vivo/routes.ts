import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { empresaOpcional } from '#contract/comunes'
import { RUTA_LIVE } from '#contract/live'
import type { Db } from '../db/cliente'
import { demasiadas } from '../http/errores'
import { checkAcceso, empresaVisible } from '../usuarios/acceso'
import { isSesionViva, type SesionActiva } from '../usuarios/repo-sesion'
import type { Difusion, Oyente } from './difusion'

const LATIDO_MS = 20_000
const MAX_POR_USUARIO = 20
/** A client that does not read is let go before what it is owed fills the memory. */
const MAX_PENDIENTE = 4 << 20
const Consulta = z.object(empresaOpcional)

/** `GET /api/live`: server-sent events until the client leaves or its session ends. */
export function installVivo(app: FastifyInstance, db: Db, difusion: Difusion): void {
  const abiertas = new Map<number, number>()
  const cierres = new Set<() => void>()

  app.get(
    RUTA_LIVE,
    {
      schema: {
        summary: 'Live changes as server-sent events: `cambios` and `avisos`.',
        tags: ['live'],
        querystring: Consulta,
      },
      preValidation: (request) => checkAcceso(request, 'sesion'),
    },
    async (request, reply) => {
      const sesion = request.sesion as SesionActiva
      const empresa = empresaVisible(sesion, (request.query as z.output<typeof Consulta>).empresa)
      const n = abiertas.get(sesion.usuarioId) ?? 0
      if (n >= MAX_POR_USUARIO) throw demasiadas(30, 'Hay demasiadas ventanas abiertas con este usuario.')
      abiertas.set(sesion.usuarioId, n + 1)
      reply.hijack()
      const { raw } = reply
      for (const [k, v] of Object.entries(reply.getHeaders())) if (v !== undefined) raw.setHeader(k, v)
      raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      raw.write('retry: 3000\n\n')
      const oyente: Oyente = {
        empresa,
        send: (evento, datos) => {
          if (raw.writableLength > MAX_PENDIENTE) close()
          else raw.write(`event: ${evento}\ndata: ${JSON.stringify(datos)}\n\n`)
        },
      }
      const latido = setInterval(async () => {
        if (await isSesionViva(db, sesion.tokenHash).catch(() => true))
          raw.write('event: latido\ndata: {}\n\n')
        else close()
      }, LATIDO_MS)
      function close() {
        raw.end()
      }
      cierres.add(close)
      raw.on('close', () => {
        clearInterval(latido)
        cierres.delete(close)
        difusion.remove(oyente)
        const quedan = (abiertas.get(sesion.usuarioId) ?? 1) - 1
        if (quedan > 0) abiertas.set(sesion.usuarioId, quedan)
        else abiertas.delete(sesion.usuarioId)
      })
      await difusion.add(oyente)
    },
  )
  app.addHook('preClose', async () => {
    for (const close of cierres) close()
  })
}
