import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { reviewApodo } from '#contract/parque/dispositivos/alta-values'
import { COOKIE } from '../platform/auth/auth'
import { readConfig } from '../platform/config/config'
import { type Server, startServer } from '../start/server'
import { CLAVE, CUENTAS, copyPlantilla, leaveBase, nombreDeCopia, tokenOf } from './databases/plantilla'

export type Respuesta<T> = { status: number; body: T; cookie: string; headers: Headers }

/** Everything a test of the API needs: a running Retorna on a database of its own, and helpers that call it. */
export async function startPrueba(environment: Record<string, string> = {}) {
  const base = inject('base')
  const nombre = nombreDeCopia(base.plantilla)
  await copyPlantilla(base, nombre)
  const url = `${base.direccion}/${nombre}${base.parametros}`
  const config = readConfig({
    PORT: '0',
    MQTT_PORT: '0',
    DATABASE_URL: url,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
    COPIAS_DIAS: '0',
    ...environment,
  })
  const servidor: Server = await startServer(config)

  const apis: Server[] = []

  /** Start one more process on the same database, which serves people and receives no readings. */
  async function startApi(settings: Partial<typeof config> = {}) {
    const api = await startServer({ ...config, PORT: 0, ROLES: 'api', ...settings })
    apis.push(api)
    return { servidor: api, call: talkTo(api).call }
  }

  async function stop(): Promise<void> {
    for (const api of apis) await api.stop()
    await servidor.stop()
    leaveBase(base, nombre)
  }

  const sesiones = CUENTAS.map(([username]) => [username, `${COOKIE}=${tokenOf(username)}`] as const)
  return { servidor, config, url, ...talkTo(servidor, sesiones), startApi, stop }
}

const agent = new Agent({ keepAlive: true })

/** One call by HTTP, whose answer is read whole. By `fetch`, a short call takes a quarter more processor time, that of the server included. */
function ask(
  method: string,
  url: string,
  { headers, body }: { headers: Record<string, string>; body?: string | Uint8Array },
): Promise<{ status: number; headers: Headers; text: string }> {
  return new Promise((resolve, reject) => {
    const length = body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(url, { method, agent, headers: { ...length, ...headers } }, (res) => {
      const parts: Buffer[] = []
      res.on('data', (part) => parts.push(part))
      res.on('error', reject)
      res.on('end', () => {
        const received = new Headers()
        for (let i = 0; i < res.rawHeaders.length; i += 2)
          received.append(res.rawHeaders[i] as string, res.rawHeaders[i + 1] as string)
        const text = new TextDecoder().decode(Buffer.concat(parts))
        resolve({ status: res.statusCode as number, headers: received, text })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/**
 * Helpers that call a Retorna with the test accounts.
 * @param abiertas cookies of the accounts that have a session already
 */
export function talkTo(
  servidor: Pick<Server, 'url' | 'pool'>,
  abiertas: readonly (readonly [username: string, cookie: string])[] = [],
) {
  async function call<T = Record<string, unknown>>(
    method: string,
    ruta: string,
    options: { body?: unknown; cookie?: string; headers?: Record<string, string> } = {},
  ): Promise<Respuesta<T>> {
    const isRaw = typeof options.body === 'string' || options.body instanceof Uint8Array
    const res = await ask(method, servidor.url + ruta, {
      headers: {
        ...(options.body !== undefined && { 'content-type': isRaw ? 'text/plain' : 'application/json' }),
        ...(options.cookie && { cookie: options.cookie }),
        ...options.headers,
      },
      body: isRaw ? (options.body as string | Uint8Array) : JSON.stringify(options.body),
    })
    const cookie = res.headers.get('set-cookie')?.split(';')[0] ?? ''
    const json = res.headers.get('content-type')?.includes('json')
    return {
      status: res.status,
      body: (json ? JSON.parse(res.text) : res.text) as T,
      cookie,
      headers: res.headers,
    }
  }

  async function login(username: string): Promise<string> {
    for (let left = 5; ; left--) {
      const r = await call('POST', '/api/login', { body: { username, password: CLAVE } })
      if (r.status === 200) return r.cookie
      if (r.status !== 503 || !left) throw new Error(`login ${username}: ${r.status}`)
      // A busy server answers 503: retry.
      await sleep(2000)
    }
  }

  const sesiones = new Map<string, string | Promise<string>>(abiertas)
  /** Cookie of a test account, one session for the whole file. */
  async function as(username: string): Promise<string> {
    const s = sesiones.get(username) ?? login(username)
    sesiones.set(username, s)
    return s
  }
  /** Its session has ended, or has to be a young one: the next call of `as` logs in. */
  const leaveSesion = (username: string) => void sesiones.delete(username)

  /**
   * Register a device through the API, as an admin of the given company. A container's apodo that the API refuses, as older installations
   * have them, is written into the database.
   */
  async function register(
    mac: string,
    tipo: 'Reader' | 'iBeacon' | 'SmartBle',
    apodo: string,
    mas: object = {},
  ) {
    const raro = reviewApodo(tipo, apodo) !== null && apodo !== '-'
    const body = {
      mac_serie: mac,
      es_serie: true,
      tipo_dispositivo: tipo,
      apodo: raro ? '-' : apodo,
      estado: 'Activado',
      ...mas,
    }
    const r = await call('POST', '/api/update_device_details', { body, cookie: await as('admin') })
    if (r.status !== 200) throw new Error(`register ${mac}: ${r.status} ${JSON.stringify(r.body)}`)
    if (raro) await servidor.pool.query('update dispositivo set apodo = $1 where mac = $2', [apodo, mac])
  }

  async function issue(mac: string, puente = false): Promise<{ usuario: string; clave: string }> {
    const r = await call<{ usuario: string; clave: string }>('POST', `/api/lectores/${mac}/credencial`, {
      body: { puente },
      cookie: await as('admin'),
    })
    if (r.status !== 200) throw new Error(`credential ${mac}: ${r.status}`)
    return r.body
  }

  const basic = (c: { usuario: string; clave: string }) =>
    `Basic ${Buffer.from(`${c.usuario}:${c.clave}`).toString('base64')}`

  /** Send a message as a gateway does. */
  async function send(formato: string, text: string, credencial: { usuario: string; clave: string }) {
    return call<{
      aceptadas: number
      duplicadas: number
      sin_registrar: number
      rechazadas: number
      code?: string
    }>('POST', `/api/lecturas/${formato}`, {
      body: text,
      headers: { authorization: basic(credencial), 'content-type': 'application/json' },
    })
  }

  type Dispositivo = import('#contract/parque/dispositivos/dispositivos').Dispositivo
  async function device(mac: string): Promise<Dispositivo> {
    const r = await call<{ data: Dispositivo[] }>('GET', '/api/device_poc_status', {
      cookie: await as('admin'),
    })
    const d = r.body.data.find((x) => x.Dispositivo === mac)
    if (!d) throw new Error(`no device ${mac}`)
    return d
  }

  return { call, login, as, leaveSesion, register, issue, basic, send, device }
}

export type Prueba = Awaited<ReturnType<typeof startPrueba>>
