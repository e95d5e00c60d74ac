import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { ErrorApi, empresaOpcional } from '#contract/comunes'
import { RUTA_LIVE } from '#contract/oir/vivo/live'
import { empresaVisible } from '../../platform/auth/auth'
import { checkPolitica } from '../../platform/auth/policy'
import type { Principal } from '../../platform/auth/principal'
import { watchLector } from '../../platform/http/parada'
import { createSlots } from '../../platform/http/slots'
import type { Broadcast, Subscriber } from './broadcast'

const HEARTBEAT_MS = 20_000
/** The most open streams of a process, to limit its memory: per user; per address, which a whole plant may share; in all. */
const MAX_POR_PERSONA = 20
const MAX_POR_DIRECCION = 400
const MAX_POR_PROCESO = 1000
/** A client that does not read is disconnected before its pending data fill the memory, bytes. */
const MAX_PENDIENTE = 4 << 20
/** Time to read the last message, ms. */
const DESPEDIDA_MS = 2000
const HEARTBEAT = Buffer.from('event: latido\ndata: {}\n\n')
const Query = z.object(empresaOpcional)
const takePlaza = createSlots(30)

/** Starts the answer and returns functions to write to it and to end it; null: the client has already left. */
function openFlujo(reply: FastifyReply) {
  reply.hijack()
  const { raw } = reply
  if (raw.destroyed) return null
  raw.on('error', () => {})
  for (const [k, v] of Object.entries(reply.getHeaders())) if (v !== undefined) raw.setHeader(k, v)
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  raw.write('retry: 3000\n\n')
  watchLector(raw, reply.server.paradaMaxMs)
  return {
    write(message: Buffer): void {
      if (raw.writableLength > MAX_PENDIENTE) raw.destroy()
      else if (!raw.writableEnded) raw.write(message)
    },
    close(): void {
      raw.end()
      setTimeout(() => raw.destroy(), DESPEDIDA_MS).unref()
    },
  }
}

/** `GET /api/live`: server-sent events until the client leaves or its session ends. */
export function installLive(app: FastifyInstance, broadcast: Broadcast): void {
  const cierres = new Set<() => void>()

  app.get(
    RUTA_LIVE,
    {
      exposeHeadRoute: false,
      schema: {
        operationId: 'live',
        summary: 'Live changes as server-sent events: `cambios` and `avisos`.',
        tags: ['live'],
        querystring: Query,
        security: [{ cookie: [] }],
        response: {
          200: { content: { 'text/event-stream': { schema: z.string() } } },
          '4xx': ErrorApi,
        },
      },
      preValidation: async (request) => checkPolitica('sesion', request.principal),
    },
    async (request, reply) => {
      const principal = request.principal as Principal
      const empresa = empresaVisible(principal, (request.query as z.output<typeof Query>).empresa)
      const leavePlaza = takePlaza([
        {
          clave: `persona ${principal.usuarioId}`,
          max: MAX_POR_PERSONA,
          mensaje: 'Hay demasiadas ventanas abiertas con este usuario.',
        },
        {
          clave: `direccion ${request.ip}`,
          max: MAX_POR_DIRECCION,
          mensaje: 'Hay demasiadas ventanas abiertas desde esta dirección.',
        },
        { clave: 'proceso', max: MAX_POR_PROCESO, mensaje: 'Hay demasiadas ventanas abiertas.' },
      ])
      const flujo = openFlujo(reply)
      if (!flujo) return leavePlaza()
      const { write, close } = flujo
      const subscriber: Subscriber = { empresa, principal, send: write, close }
      const heartbeat = setInterval(() => write(HEARTBEAT), HEARTBEAT_MS)
      cierres.add(close)
      reply.raw.on('close', () => {
        clearInterval(heartbeat)
        cierres.delete(close)
        broadcast.remove(subscriber)
        leavePlaza()
      })
      await broadcast.add(subscriber)
    },
  )
  app.addHook('preClose', async () => {
    for (const close of cierres) close()
  })
}
