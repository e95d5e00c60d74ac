// @module-tag slow: invalid input over every call
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { RUTA_LECTURAS } from '#contract/oir/lecturas/lecturas'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { ENDPOINTS } from '../../testing/scenarios/endpoints'

const INVOCATIONS = [
  ...ENDPOINTS.filter((e) => e.method !== 'GET').map((e) => ({ method: e.method as string, path: e.path })),
  { method: 'POST', path: RUTA_LECTURAS },
  { method: 'POST', path: '/api/nada' },
]

/** After an answer, the next call must be answered, or its connection ended, within this time in ms. */
const PLAZO_MS = 2000
/** An answer waits for nothing but the body, which is sent at once. */
const RESPONSE_MS = 10_000
const A_LA_VEZ = 8
const TIPOS = [
  'application/json',
  'application/xml',
  'text/plain',
  'application/octet-stream',
  'multipart/form-data; boundary=x',
]
/** Sizes up to more than the buffers of a socket and a stream hold, and than a body may have. */
const TAMANOS = [300, 200_000, 1_300_000]
const ROLES = ['nadie', 'consulta', 'admin', 'lector'] as const

/** A body that is valid for its type, but for none of the calls. */
function bodyOf(tipo: string, bytes: number): Buffer {
  const relleno = randomBytes(bytes / 2).toString('hex')
  if (!tipo.startsWith('multipart')) return Buffer.from(JSON.stringify({ relleno }))
  return Buffer.from(
    `--x\r\nContent-Disposition: form-data; name="archivo"; filename="a.csv"\r\n\r\n${relleno}\r\n--x--\r\n`,
  )
}

type Empaque = { header: string; pack(b: Buffer): Buffer }
const igual = (b: Buffer) => b
const EMPAQUES: Empaque[] = [
  { header: 'identity', pack: igual },
  { header: 'gzip', pack: (b) => gzipSync(b, { level: 1 }) },
  { header: 'deflate', pack: (b) => deflateSync(b, { level: 1 }) },
  { header: 'br', pack: (b) => brotliCompressSync(b, { params: { 1: 1 } }) },
  // Not compressed, contrary to their header.
  { header: 'gzip', pack: igual },
  { header: 'deflate', pack: igual },
  { header: 'br', pack: igual },
  { header: 'raro', pack: igual },
]

type Caso = { method: string; path: string; tipo: string; empaque: number; bytes: number; rol: string }

/** Each call with each type and encoding. Sizes and roles rotate, so that any two of them meet in some call. */
const CASOS: Caso[] = INVOCATIONS.flatMap(({ method, path }, i) =>
  TIPOS.flatMap((tipo, j) =>
    EMPAQUES.map((_, empaque) => ({
      method,
      path: path.replace(/\{formato\}/, 'minew').replace(/\{\w+\}/g, '999999'),
      tipo,
      empaque,
      bytes: TAMANOS[(i + j + empaque) % TAMANOS.length] as number,
      rol: ROLES[(i + j + empaque + Math.floor(empaque / 4)) % ROLES.length] as string,
    })),
  ),
)

const cuerpos = new Map<string, Buffer>()
function packed({ tipo, empaque, bytes }: Caso): Buffer {
  const kind = tipo.startsWith('multipart') ? tipo : TIPOS[0]
  const clave = `${kind} ${empaque} ${bytes}`
  const listo = cuerpos.get(clave) ?? (EMPAQUES[empaque] as Empaque).pack(bodyOf(tipo, bytes))
  cuerpos.set(clave, listo)
  return listo
}

describe.runIf(inject('base').hay)('the call after one with a body', () => {
  let p: Prueba
  let headers: Record<string, string>
  beforeAll(async () => {
    p = await startPrueba()
    await p.register('AC233F000001', 'Reader', 'LEC-1')
    const credencial = p.basic(await p.issue('AC233F000001'))
    headers = {
      nadie: '',
      consulta: `cookie: ${await p.login('consulta')}\r\n`,
      admin: `cookie: ${await p.as('admin')}\r\n`,
      lector: `authorization: ${credencial}\r\n`,
    }
  })
  afterAll(() => p.stop())

  /**
   * Send a call and another one after it on the same connection.
   * @returns the failure; null where the second call was answered, or the connection ended, in time
   */
  function runCaso(c: Caso): Promise<string | null> {
    const body = packed(c)
    // Without a session, so that the session of the other cases does not end.
    const who = c.path.endsWith('/logout') ? '' : headers[c.rol]
    const nombre = `${c.method} ${c.path} ${c.tipo} ${JSON.stringify(EMPAQUES[c.empaque])}/${c.empaque} ${c.bytes} ${c.rol}`
    return new Promise((resolve) => {
      let parsed = ''
      let first = false
      let plazo = setTimeout(() => end(`${nombre}: no answer`), RESPONSE_MS)
      const socket: Socket = connect(Number(new URL(p.servidor.url).port), '127.0.0.1')
      const end = (mal: string | null) => {
        clearTimeout(plazo)
        socket.destroy()
        resolve(mal)
      }
      socket.on('error', () => {})
      socket.on('close', () =>
        end(parsed || c.bytes > 1 << 20 ? null : `${nombre}: closed without an answer`),
      )
      socket.on('data', (d) => {
        parsed = (parsed + d.toString('latin1')).slice(-20_000)
        if (parsed.split('HTTP/1.1 ').length > 2) return end(null)
        if (first) return
        first = true
        clearTimeout(plazo)
        plazo = setTimeout(() => end(`${nombre}: ${parsed.slice(9, 12)}, then nothing`), PLAZO_MS)
      })
      socket.write(
        `${c.method} ${c.path} HTTP/1.1\r\nHost: x\r\n${who}content-type: ${c.tipo}\r\n` +
          `content-encoding: ${(EMPAQUES[c.empaque] as Empaque).header}\r\ncontent-length: ${body.length}\r\n\r\n`,
      )
      socket.write(body)
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    })
  }

  /** The failures of these cases, some of which run at a time. */
  async function runCasos(casos: readonly Caso[]): Promise<{ caso: Caso; mal: string }[]> {
    const malos: { caso: Caso; mal: string }[] = []
    let next = 0
    const run = async () => {
      while (next < casos.length) {
        const caso = casos[next++] as Caso
        const mal = await runCaso(caso)
        if (mal) malos.push({ caso, mal })
      }
    }
    await Promise.all(Array.from({ length: A_LA_VEZ }, run))
    return malos
  }

  /** Expect no failure. A failed case runs again alone: a blocked call fails again, one that only waited for the processor does not. */
  async function expectNinguno(casos: readonly Caso[]): Promise<void> {
    const dudosos = await runCasos(casos)
    expect(dudosos.length).toBeLessThan(20)
    const malos: (string | null)[] = []
    for (const { caso } of dudosos) malos.push(await runCaso(caso))
    expect(malos.filter((m) => m !== null)).toEqual([])
  }

  test('is answered, or its connection ended, whatever way the first went', {
    timeout: 600_000,
  }, async () => {
    expect(CASOS.length).toBeGreaterThan(3000)
    await expectNinguno(CASOS)
  })

  test('is so too where the fault is ours', { timeout: 300_000 }, async () => {
    const cookie = await p.as('admin')
    await p.servidor.pool.query('alter table sesion rename to sesion_ausente')
    try {
      expect((await p.call('GET', '/api/validate_token', { cookie })).status).toBe(500)
      await expectNinguno(CASOS.filter((c) => c.rol === 'admin'))
    } finally {
      await p.servidor.pool.query('alter table sesion_ausente rename to sesion')
    }
  })
})
