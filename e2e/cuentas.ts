import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { TOTP } from 'otpauth'

const ADMIN = { username: 'admin', password: 'retorna' }
export const CLAVE = 'rodillo-verde-77'

export type Cuenta = {
  id: number
  username: string
  nombre: string
  empresa: number
  is_admin: boolean
  rol: 'lectura' | 'operario' | 'empresa' | 'admin'
}

/** A name that no other test uses. */
export const unique = (root: string) => `${root}.${Date.now().toString(36)}${Math.floor(Math.random() * 1e4)}`

/** Calls the API as the demo's admin, independently of the page's session. */
export async function comoAdmin<T>(
  browser: Browser,
  work: (api: APIRequestContext) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext()
  try {
    expect((await context.request.post('/api/login', { data: ADMIN })).ok()).toBe(true)
    return await work(context.request)
  } finally {
    await context.close()
  }
}

/** An account for this test only. */
export async function createCuenta(browser: Browser, mas: Partial<Cuenta> = {}): Promise<Cuenta> {
  return comoAdmin(browser, async (api) => {
    const username = unique('prueba')
    const data = { username, nombre: `Prueba ${username.slice(7)}`, password: CLAVE, empresa: 1, ...mas }
    const r = await api.post('/api/usuarios', { data })
    expect(r.status(), await r.text()).toBe(200)
    return r.json()
  })
}

export async function removeCuenta(browser: Browser, id: number): Promise<void> {
  await comoAdmin(browser, (api) => api.delete(`/api/usuarios/${id}`))
}

/** Like the login form: sets cookie and token. */
export async function enter(page: Page, username: string, password = CLAVE): Promise<void> {
  const r = await page.request.post('/api/login', { data: { username, password } })
  expect(r.status(), await r.text()).toBe(200)
  const { token } = await r.json()
  await page.addInitScript((t) => {
    if (!sessionStorage.getItem('puesto')) localStorage.setItem('token', t)
    sessionStorage.setItem('puesto', '1')
  }, token)
}

export const codigoOf = (secret: string) => new TOTP({ secret: secret }).generate()
