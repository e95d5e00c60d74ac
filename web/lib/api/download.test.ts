import { afterEach, expect, it, vi } from 'vitest'
import { download } from './download'

afterEach(() => vi.unstubAllGlobals())

/** A file whose first bytes arrive, and whose stream then fails with `causa`. */
const roto = (causa: Error) =>
  new Response(
    new ReadableStream({
      pull(c) {
        c.enqueue(new Uint8Array(10))
        c.error(causa)
      },
    }),
  )

it('a file that breaks off says so in words for people', async () => {
  vi.stubGlobal('fetch', async () => roto(new TypeError('network error')))
  await expect(download('/api/x', 'x.xlsx')).rejects.toMatchObject({
    status: 0,
    message: 'La descarga se ha interrumpido.',
  })
})

it('one that was let go stays let go', async () => {
  vi.stubGlobal('fetch', async () => roto(new DOMException('', 'AbortError')))
  await expect(download('/api/x', 'x.xlsx')).rejects.toMatchObject({ name: 'AbortError' })
})
