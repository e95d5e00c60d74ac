import { setTimeout as sleep } from 'node:timers/promises'
import { createCredencial } from '#contract/parque/lectores/lectores'
import { login, logout } from '#contract/personas/acceso/sesion'
import { warn } from '../aviso'
import { createApi, ErrorApi } from './api'

const CUENTA = { username: 'admin', password: 'retorna' }
const ESPERA_MAX_MS = 30_000
/** Pause after a wrong password, ms: repeated attempts would lock the account. */
const CLAVE_CAMBIADA_MS = 10 * 60_000

export type Pair = { usuario: string; clave: string }
type Call = ReturnType<typeof createApi>['call']

export async function waitReady(url: string): Promise<void> {
  const api = createApi(url)
  for (let espera = 250; !(await api.isReady()); espera = Math.min(espera * 2, 5000)) await sleep(espera)
}

/** Runs work as the administrator, and logs out. Retries until it succeeds. */
async function withSesion<T>(url: string, work: (call: Call) => Promise<T>): Promise<T> {
  for (let espera = 1000; ; espera = Math.min(espera * 2, ESPERA_MAX_MS)) {
    try {
      const { call } = createApi(url)
      await call(login, {}, CUENTA)
      try {
        return await work(call)
      } finally {
        await call(logout).catch(() => {})
      }
    } catch (e) {
      const status = e instanceof ErrorApi ? e.status : -1
      const rechazado = status === 401 || status === 429
      if (rechazado) warn(`no se puede entrar como ${CUENTA.username}: ${(e as Error).message}`)
      await sleep(rechazado ? CLAVE_CAMBIADA_MS : espera)
    }
  }
}

async function issue(call: Call, macs: readonly string[]): Promise<Map<string, Pair>> {
  const pairs = new Map<string, Pair>()
  for (const mac of macs)
    try {
      pairs.set(mac, await call(createCredencial, { mac }, {}))
    } catch (e) {
      // A user has deleted that reader; the others can work.
      if (!(e instanceof ErrorApi && e.status === 404)) throw e
    }
  return pairs
}

/** A credential for each reader. */
export const open = (url: string, macs: readonly string[]) => withSesion(url, (call) => issue(call, macs))

/** Issues new credentials; requests at the same time share one session. */
export function createCredentialIssuer(url: string) {
  let pedidos = new Set<string>()
  let visita: Promise<Map<string, Pair>> | null = null

  return async function renew(mac: string): Promise<Pair | undefined> {
    pedidos.add(mac)
    visita ??= sleep(1000).then(() => {
      const macs = [...pedidos]
      pedidos = new Set()
      visita = null
      return withSesion(url, (call) => issue(call, macs))
    })
    return (await visita).get(mac)
  }
}

export type CredentialIssuer = ReturnType<typeof createCredentialIssuer>
