import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { enterAs } from './enter'

export const newMac = () => `AC233F${randomBytes(3).toString('hex').toUpperCase()}`
export const newApodo = () => `90001-${Math.floor(Math.random() * 1e9)}`
export const registrado = async (page: Page, mac: string) => {
  const res = await page.request.get(`/api/device_details?mac=${mac}`)
  return res.ok() ? res.json() : null
}
export const open = async (page: Page, ruta = '/PanelDisp', usuario = 'operario') => {
  await enterAs(page, usuario)
  await page.goto(ruta)
  await expect(page.getByRole('heading', { name: 'Alta de dispositivo' })).toBeVisible()
}
export const apodo = (page: Page) => page.getByLabel('Apodo', { exact: true })
export const mac = (page: Page) => page.getByLabel('MAC o número de serie')
export const save = (page: Page) => page.getByRole('button', { name: 'Guardar' })
