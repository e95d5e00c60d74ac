import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createServerTcp, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type Peticion = { url: string; headers: IncomingMessage['headers']; body: Buffer }

/** An HTTP receiver on loopback. `answer` decides its response; requests answered with 2xx are in `tomadas`. */
export async function startReceptor() {
  const tomadas: Peticion[] = []
  const todas: Peticion[] = []
  const r = {
    tomadas,
    todas,
    answer: (_p: Peticion, res: ServerResponse): void => void res.writeHead(204).end(),
    url: '',
    stop: () => {
      server.closeAllConnections()
      return new Promise<void>((done) => server.close(() => done()))
    },
  }
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (t) => chunks.push(t))
    req.on('end', () => {
      const p = { url: req.url ?? '', headers: req.headers, body: Buffer.concat(chunks) }
      todas.push(p)
      res.on('finish', () => res.statusCode < 300 && tomadas.push(p))
      r.answer(p, res)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  r.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return r
}

/** A port on loopback that speaks neither HTTP nor SMTP. */
export async function startFuzz(text: string) {
  const server = createServerTcp((c) => {
    c.on('error', () => {})
    c.resume()
    c.end(text)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    puerto: (server.address() as AddressInfo).port,
    stop: () => new Promise<void>((done) => server.close(() => done())),
  }
}

/** A mail server on loopback that accepts connections and sends nothing. */
export async function startMudo() {
  const abiertos = new Set<Socket>()
  let invocations = 0
  const server = createServerTcp((c) => {
    invocations++
    abiertos.add(c)
    c.on('error', () => {})
    c.on('close', () => abiertos.delete(c))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    llamadas: () => invocations,
    /** Close the open connections. */
    cut: () => {
      for (const c of abiertos) c.destroy()
    },
    stop: () => new Promise<void>((done) => server.close(() => done())),
  }
}

export type MailMessage = { para: string; de: string; crudo: string }

/** A mail server on loopback. `fail` refuses a mail by throwing an error with `responseCode`. */
export async function startBuzon(port = 0) {
  const mailMessages: MailMessage[] = []
  const b = { mailMessages, fail: (_para: string): void => {}, puerto: 0, url: '', stop: async () => {} }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo(a, _s, done) {
      try {
        b.fail(a.address)
        done()
      } catch (e) {
        done(e as Error)
      }
    },
    onData(stream, s, done) {
      const chunks: Buffer[] = []
      stream.on('data', (t: Buffer) => chunks.push(t))
      stream.on('end', () => {
        mailMessages.push({
          para: s.envelope.rcptTo[0]?.address ?? '',
          de: s.envelope.mailFrom ? s.envelope.mailFrom.address : '',
          crudo: Buffer.concat(chunks).toString('utf8'),
        })
        done()
      })
    },
  })
  server.on('error', () => {})
  const listen = (en: number) => new Promise<void>((done) => server.listen(en, '127.0.0.1', done))
  await listen(port)
  b.puerto = (server.server.address() as AddressInfo).port
  b.url = `smtp://127.0.0.1:${b.puerto}`
  b.stop = () => new Promise((done) => server.close(() => done()))
  return b
}

/** Text parts of a mail, decoded; folded header lines are joined. */
export function leeMailMessage({ crudo }: MailMessage) {
  const decode = (s: string) =>
    Buffer.from(
      s
        .replace(/=\r?\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, h) => String.fromCharCode(Number.parseInt(h, 16))),
      'latin1',
    ).toString('utf8')
  const limite = /boundary="([^"]+)"/.exec(crudo)?.[1]
  const partes = crudo.split(`--${limite}`).map((x) => {
    const corte = x.indexOf('\r\n\r\n')
    return { cabeza: x.slice(0, corte), cuerpo: x.slice(corte + 4) }
  })
  const parte = (tipo: string) => {
    const { cabeza = '', cuerpo = '' } =
      partes.find((x) => x.cabeza.trimStart().startsWith(`Content-Type: ${tipo}`)) ?? {}
    if (/Encoding: base64/i.test(cabeza)) return Buffer.from(cuerpo, 'base64').toString('utf8')
    return /Encoding: quoted-printable/i.test(cabeza) ? decode(cuerpo) : cuerpo
  }
  const cabecera = (nombre: string) => {
    const valor =
      new RegExp(`^${nombre}:((?:.*)(?:\\r?\\n[ \\t].*)*)`, 'im')
        .exec(crudo)?.[1]
        ?.replace(/\r?\n[ \t]/g, ' ')
        .trim() ?? ''
    return valor
      .replace(/\?=\s+=\?/g, '?==?')
      .replace(/=\?utf-8\?([QB])\?(.*?)\?=/gi, (_, c: string, t: string) =>
        c.toUpperCase() === 'B' ? Buffer.from(t, 'base64').toString('utf8') : decode(t.replaceAll('_', ' ')),
      )
  }
  return { texto: parte('text/plain'), html: parte('text/html'), cabecera }
}

/** The keys of a browser's push subscription, to decrypt what is sent to it by RFC 8291 and 8292. */
export function createAparato() {
  const ecdh = createECDH('prime256v1')
  const publica = ecdh.generateKeys()
  const auth = randomBytes(16)
  const hkdf = (sal: Buffer, clave: Buffer, info: Buffer, n: number) =>
    Buffer.from(hkdfSync('sha256', clave, sal, info, n))
  return {
    claves: { p256dh: publica.toString('base64url'), auth: auth.toString('base64url') },
    read({ headers, body }: Peticion) {
      if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not aes128gcm')
      const sal = body.subarray(0, 16)
      const largo = body[20] as number
      const otra = body.subarray(21, 21 + largo)
      const cifrado = body.subarray(21 + largo)
      const ikm = hkdf(
        auth,
        ecdh.computeSecret(otra),
        Buffer.concat([Buffer.from('WebPush: info\0'), publica, otra]),
        32,
      )
      const clave = hkdf(sal, ikm, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = hkdf(sal, ikm, Buffer.from('Content-Encoding: nonce\0'), 12)
      const d = createDecipheriv('aes-128-gcm', clave, nonce)
      d.setAuthTag(cifrado.subarray(-16))
      const claro = Buffer.concat([d.update(cifrado.subarray(0, -16)), d.final()])
      return JSON.parse(claro.subarray(0, claro.lastIndexOf(2)).toString('utf8')) as Record<string, unknown>
    },
  }
}

/** The sender: the claims of its VAPID token, if the token is signed with the key that it names. */
export function readVapid({ headers }: Peticion) {
  const [, t = '', k = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  const [cabecera = '', cuerpo = '', signature = ''] = t.split('.')
  const point = Buffer.from(k, 'base64url')
  const clave = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const buena = verify(
    'sha256',
    Buffer.from(`${cabecera}.${cuerpo}`),
    { key: clave, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!buena) throw new Error('not signed with the key that it names')
  return {
    clave: k,
    ...(JSON.parse(Buffer.from(cuerpo, 'base64url').toString()) as { aud: string; exp: number; sub: string }),
  }
}

/** The first attachment of a mail. */
export function adjuntoOf({ crudo }: MailMessage): { nombre: string; bytes: Buffer } | null {
  const m = /filename="?([^"\r\n]+)"?[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(crudo)
  return m ? { nombre: m[1] as string, bytes: Buffer.from(m[2] as string, 'base64') } : null
}
