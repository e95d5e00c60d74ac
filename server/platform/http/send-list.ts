import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { watchLector } from './parada'

/** `{"data":[…]}` in parts: rows are serialised one after the other, never all at once. */
async function* textOf<T>(first: IteratorResult<readonly T[]>, rest: AsyncIterator<readonly T[]>) {
  try {
    let separator = '{"data":['
    for (let part = first; !part.done; part = await rest.next()) {
      if (!part.value.length) continue
      yield separator + part.value.map((row) => JSON.stringify(row)).join(',')
      separator = ','
    }
    yield separator === ',' ? ']}' : `${separator}]}`
  } finally {
    await rest.return?.()
  }
}

/**
 * Send a list without pages while it is read, so that its length affects neither memory nor other calls. A client that stalls is
 * disconnected. An error before the first rows is answered normally; a later one breaks the answer off.
 * @param rows parts of the list in order, some hundred rows each
 * @returns the value that a handler must return: the answer is being sent
 */
export async function sendList<T>(reply: FastifyReply, rows: AsyncIterable<readonly T[]>): Promise<never> {
  const parts = rows[Symbol.asyncIterator]()
  const stream = Readable.from(textOf(await parts.next(), parts), { objectMode: true, highWaterMark: 1 })
  reply.raw.once('close', () => stream.destroy())
  watchLector(reply.raw, reply.server.paradaMaxMs)
  return reply.type('application/json; charset=utf-8').send(stream) as never
}
