import { afterEach, expect, it, vi } from 'vitest'
import { call, errorOf } from './api'
import { api } from './llamadas'

afterEach(() => vi.unstubAllGlobals())

const json = (cuerpo: object) => new Response(JSON.stringify(cuerpo), { status: 409 })
/** Answer of a proxy while the server is unreachable. */
const proxy = () => new Response('<h1>502</h1>', { status: 502, statusText: 'Bad Gateway' })

// cubre: llamadas 33, errores 36
it('a refusal has the words of the server first', async () => {
  expect(await errorOf(json({ error: 'Ya está.', code: 'repetido', campo: 'apodo' }), 'Falló')).toMatchObject(
    {
      status: 409,
      message: 'Ya está.',
      code: 'repetido',
      campo: 'apodo',
    },
  )
  expect((await errorOf(json({ message: 'Ya está.' }), 'Falló')).message).toBe('Ya está.')
})

it('without words it is what the call says, to whoever called', async () => {
  const llamada = vi.fn(async () => proxy())
  vi.stubGlobal('fetch', llamada)
  const body = { dispositivo: 'A', time: 'x', revisado: true, hubo_golpe_real: false, hubo_danio: false }
  await expect(
    call(api.setImpacto, { body, sinPalabras: 'Error al actualizar impacto' }),
  ).rejects.toMatchObject({ status: 502, code: 'error', message: 'Error al actualizar impacto' })
  expect(llamada).toHaveBeenCalledWith(
    api.setImpacto.path,
    expect.objectContaining({ credentials: 'include' }),
  )
})

// cubre: errores 23-24
it('without words it is the text of its status, with what its page says', async () => {
  expect(await errorOf(proxy())).toMatchObject({
    message: 'Error en la petición: Bad Gateway',
    cuerpo: '502',
  })
  const pagina = '<html><head><title>x</title></head><style>a{}</style><p>Sin\n servicio</p></html>'
  expect((await errorOf(new Response(pagina, { status: 500 }))).cuerpo).toBe('Sin servicio')
  expect((await errorOf(new Response('x'.repeat(5_000), { status: 500 }))).cuerpo).toHaveLength(200)
  expect((await errorOf(json({ error: 'Ya está.' }))).cuerpo).toBe('')
})
