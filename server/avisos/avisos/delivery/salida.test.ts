import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFuzz, startReceptor } from '../../../testing/receptores'
import { checkDestino, DestinoProhibido, isPublica, post, type Salida } from './salida'

const NADA: ReadonlySet<string> = new Set()

test.each([
  '127.0.0.1',
  '127.9.9.9',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '240.0.0.1',
  '198.18.0.1',
  '192.0.2.1',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '::127.0.0.1',
  'fe80::1',
  'fc00::1',
  'fd12::1',
  'fec0::1',
  'ff02::1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:0:1::',
  '2001:db8::1',
  '100::1',
  '5f00::1',
  'nada',
  '',
])('%s is no address that notices go to', (ip) => expect(isPublica(ip)).toBe(false))
test.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111', '2a00:1450:4003:80a::200e'])('%s is', (ip) =>
  expect(isPublica(ip)).toBe(true),
)

test.each([
  'http://ejemplo.example/',
  'ftp://ejemplo.example/',
  'https://ane:clave@ejemplo.example/',
  'https://localhost/',
  'https://a.localhost/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://127.1/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://169.254.169.254/latest/meta-data',
  'https://%31%32%37.0.0.1/',
  'javascript:alert(1)',
  'nada',
])('%s is refused by its letters', (url) =>
  expect(() => checkDestino(url, { internos: NADA })).toThrow(DestinoProhibido),
)

test('a host that the settings list is let through, with a port where only that is meant', () => {
  const internalHosts = new Set(['erp.planta', '10.0.0.5:8443', '[::1]'])
  expect(checkDestino('http://erp.planta/x', { internos: internalHosts }).href).toBe('http://erp.planta/x')
  expect(checkDestino('http://ERP.planta:99/x', { internos: internalHosts }).port).toBe('99')
  expect(checkDestino('https://10.0.0.5:8443/', { internos: internalHosts }).port).toBe('8443')
  expect(checkDestino('http://[::1]:8080/', { internos: internalHosts }).port).toBe('8080')
  expect(() => checkDestino('https://10.0.0.5/', { internos: internalHosts })).toThrow(DestinoProhibido)
})

describe('what leaves', () => {
  let r: Awaited<ReturnType<typeof startReceptor>>
  beforeAll(async () => {
    r = await startReceptor()
  })
  afterAll(() => r.stop())
  const salida: Salida = { internos: new Set(['127.0.0.1']), esperaMs: 500 }
  const port = () => new URL(r.url).port

  test('a name that leads inside is refused when it is connected to, whatever it said before', async () => {
    let veces = 0
    const cambia: Salida = {
      internos: NADA,
      resolve: (_h, done) => done(null, [{ address: veces++ ? '127.0.0.1' : '8.8.8.8', family: 4 }]),
      esperaMs: 300,
    }
    const url = `https://cambia.example:${port()}/`
    expect(checkDestino(url, cambia).hostname).toBe('cambia.example')
    await expect(post(url, {}, 'x', cambia)).rejects.not.toThrow(DestinoProhibido)
    await expect(post(url, {}, 'x', cambia)).rejects.toThrow(DestinoProhibido)
    expect(veces).toBe(2)
    expect(r.todas).toEqual([])
  })

  test('of several addresses one that is inside is enough', async () => {
    for (const address of ['10.0.0.1', '::1', '::ffff:192.168.0.1', '169.254.169.254'])
      await expect(
        post('https://varias.example/', {}, 'x', {
          internos: NADA,
          resolve: (_h, done) =>
            done(null, [
              { address: '8.8.8.8', family: 4 },
              { address, family: 6 },
            ]),
        }),
      ).rejects.toThrow(`varias.example lleva a ${address}`)
  })

  test('no redirect is followed', async () => {
    r.answer = (p, res) =>
      void res.writeHead(p.url === '/' ? 307 : 200, { location: `${r.url}/dentro` }).end()
    expect((await post(`${r.url}/`, {}, 'x', salida)).estado).toBe(307)
    expect(r.todas.map((p) => p.url)).toEqual(['/'])
  })

  test('an answer without end is read no further, one that does not come is waited for no longer', async () => {
    r.answer = (_p, res) => {
      res.writeHead(200)
      const escribe = () => {
        while (!res.destroyed && res.write('x'.repeat(65_536)));
        if (!res.destroyed) res.once('drain', escribe)
      }
      escribe()
    }
    expect((await post(`${r.url}/mucho`, {}, 'x', salida)).estado).toBe(200)
    r.answer = () => {}
    await expect(post(`${r.url}/nada`, {}, 'x', salida)).rejects.toThrow('no responde en 0.5 s')
    r.answer = (_p, res) => void res.writeHead(200).write('a')
    await expect(post(`${r.url}/lento`, {}, 'x', salida)).rejects.toThrow('no responde en 0.5 s')
  })

  test('garbage is an error', async () => {
    const b = await startFuzz('esto no es HTTP\r\n\r\n')
    await expect(post(`http://127.0.0.1:${b.puerto}/`, {}, 'x', salida)).rejects.toThrow()
    await b.stop()
  })
})
