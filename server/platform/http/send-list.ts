import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { watchLector } from './parada'

type Form = { open: string; close: string }
const IN_DATA: Form = { open: '{"data":[', close: ']}' }
const BARE: Form = { open: '[', close: ']' }

/** The text of a list in parts: rows are serialised one after the other, never all at once. */
async function* textOf<T>(
  { open, close }: Form,
  first: IteratorResult<readonly T[]>,
  rest: AsyncIterator<readonly T[]>,
) {
  try {
    let separator = open
    for (let part = first; !part.done; part = await rest.next()) {
      if (!part.value.length) continue
      yield separator + part.value.map((row) => JSON.stringify(row)).join(',')
      separator = ','
    }
    yield separator === ',' ? close : open + close
  } finally {
    await rest.return?.()
  }
}

async function send<T>(reply: FastifyReply, form: Form, rows: AsyncIterable<readonly T[]>): Promise<never> {
  const parts = rows[Symbol.asyncIterator]()
  const text = textOf(form, await parts.next(), parts)
  const stream = Readable.from(text, { objectMode: true, highWaterMark: 1 })
  reply.raw.once('close', () => stream.destroy())
  watchLector(reply.raw, reply.server.paradaMaxMs)
  return reply.type('application/json; charset=utf-8').send(stream) as never
}

/**
 * Send `{"data":[…]}` without pages while it is read, so that its length affects neither memory nor other calls. A client that stalls is
 * disconnected. An error before the first rows is answered normally; a later one breaks the answer off.
 * @param rows parts of the list in order, some hundred rows each
 * @returns the value that a handler must return: the answer is being sent
 */
export const sendList = <T>(reply: FastifyReply, rows: AsyncIterable<readonly T[]>): Promise<never> =>
  send(reply, IN_DATA, rows)

/** As `sendList`, where the answer is the list itself. */
export const sendArray = <T>(reply: FastifyReply, rows: AsyncIterable<readonly T[]>): Promise<never> =>
  send(reply, BARE, rows)
