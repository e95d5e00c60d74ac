import type { Page } from '@playwright/test'

const CLAVE_DEMO = 'retorna'

/** Logs in by the API: faster than the form, which has tests of its own. */
export async function enterAs(page: Page, username: string): Promise<void> {
  const res = await page.request.post('/api/login', { data: { username, password: CLAVE_DEMO } })
  if (!res.ok()) throw new Error(`login of ${username}: ${res.status()} ${await res.text()}`)
}

export async function writeCredenciales(page: Page, username: string, password = CLAVE_DEMO): Promise<void> {
  await page.getByLabel('Usuario', { exact: true }).fill(username)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
}
