import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import { unique } from './cuentas'
import { enterAs } from './enter'
import { test } from './prueba'

const DOC = readFileSync(new URL('../docs/api.md', import.meta.url), 'utf8')
/** The way to a key: entry of the menu, tab, button; and the permission: its name, and what it allows. */
const [, way = '', permission = ''] = /^In the browser[^*]+\*([^*]+)\*[^*]+\*([^*]+)\*/m.exec(DOC) ?? []
const [, curl = ''] = [...DOC.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = '']) => text)

test('the way of docs/api.md to a key leads to the list of containers, word by word', async ({
  page,
  baseURL,
}) => {
  const [entry = '', tab = '', button = ''] = way.split(' › ')
  const [domain = '', allows = ''] = permission.split(': ')
  await enterAs(page, 'encargada')
  await page.goto('/')
  await page.getByRole('button', { name: /^Menú de usuario/ }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
  await page.getByRole('tab', { name: tab }).click()
  await page.getByRole('button', { name: button }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Nombre' }).fill(unique('Guía'))
  await form.getByRole('combobox', { name: domain }).click()
  await page.getByRole('option', { name: allows, exact: true }).click()
  await form.getByRole('button', { name: 'Crear clave' }).click()
  const shown = page.getByRole('dialog', { name: 'Clave de API' })
  await expect(shown).toContainText(/ret_[A-Za-z0-9]{40}/)
  const [key] = /ret_[A-Za-z0-9]{40}/.exec((await shown.textContent()) ?? '') ?? []
  const { stdout } = await promisify(execFile)('bash', ['-euc', curl], {
    env: { ...process.env, RETORNA: baseURL, CLAVE: key },
  })
  const { data, total } = JSON.parse(stdout)
  expect(total).toBeGreaterThan(0)
  expect(data.length).toBe(Math.min(total, 100))
})
