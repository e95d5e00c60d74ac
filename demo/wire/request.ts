import http from 'node:http'
import https from 'node:https'

const ESPERA_MS = 20_000
const enchufes = {
  'http:': new http.Agent({ keepAlive: true }),
  'https:': new https.Agent({ keepAlive: true }),
}

export type Respuesta = { status: number; galleta: string | undefined; texto: string }

/**
 * One request over node:http: with fetch this small process would need ten times the memory. Rejects without an answer.
 * @returns `galleta` is the first cookie that was set, without its attributes
 */
export function ask(
  url: URL,
  method: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Respuesta> {
  const seguro = url.protocol === 'https:'
  const agent = enchufes[seguro ? 'https:' : 'http:']
  return new Promise((resolve, reject) => {
    const req = (seguro ? https : http).request(
      url,
      { method, headers, agent, timeout: ESPERA_MS },
      (res) => {
        let texto = ''
        res.setEncoding('utf8')
        res.on('data', (chunk: string) => {
          texto += chunk
        })
        res.on('error', reject)
        res.on('end', () => {
          const galleta = res.headers['set-cookie']?.[0]?.split(';')[0]
          resolve({ status: res.statusCode ?? 0, galleta, texto })
        })
      },
    )
    req.on('timeout', () => req.destroy(new Error('sin respuesta')))
    req.on('error', reject)
    req.end(body)
  })
}
