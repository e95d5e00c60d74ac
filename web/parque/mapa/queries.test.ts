import { afterEach, expect, it, vi } from 'vitest'
import { celdasQuery, resumenIncidenciasQuery, visiblesQuery } from './queries'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

// cubre: errores 32
it('a summary that fails is told to the console', async () => {
  const consola = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 500 }))
  const ask = resumenIncidenciasQuery().queryFn as (c: { signal: AbortSignal }) => Promise<unknown>
  await expect(ask({ signal: new AbortController().signal })).rejects.toMatchObject({ status: 500 })
  expect(consola).toHaveBeenCalledWith('Error al obtener resumen de incidencias', expect.any(Error))
  consola.mockClear()
  // A query that is aborted because the user left the map logs no error.
  await expect(ask({ signal: AbortSignal.abort() })).rejects.toMatchObject({ status: 500 })
  expect(consola).not.toHaveBeenCalled()
})

// cubre: llamadas 32, constantes 3
it('devices are asked for every 60 s', () => {
  const cada = [visiblesQuery(null, {}, { page: 1, per_page: 25 }), celdasQuery(null, 14, {})]
  expect(cada.map((q) => q.refetchInterval)).toEqual([60_000, 60_000])
})
