import { expect, type Locator, type Page } from '@playwright/test'
import { DateTime } from 'luxon'
import type { Incidencia } from '../contract/eventos/incidencias'
import { enterAs } from './enter'

const hoy = () => DateTime.now().setZone('Europe/Madrid')
/** A plant day, some days ago. */
export const haceDias = (n: number) => hoy().minus({ days: n }).toISODate() as string
/** The same in the format of a field. */
export const escrito = (day: string) => day.split('-').reverse().join('/')

export const enPlanta = (iso: string) =>
  DateTime.fromISO(iso, { zone: 'Europe/Madrid' }).toFormat('dd/MM/yyyy HH:mm:ss')

/** Days without new incidents while the tests run. */
export const QUIETO = { desde: haceDias(60), hasta: haceDias(12) }
export const RUTA = `/incidencias?desde=${QUIETO.desde}&hasta=${QUIETO.hasta}`

/** Asks the API for the data that the screen should show. */
export async function list(page: Page, { desde, hasta } = QUIETO): Promise<Incidencia[]> {
  const params = { start_date: `${desde} 00:00:00`, end_date: `${hasta} 23:59:59` }
  return (await page.request.get('/api/get_incidencias', { params })).json()
}

type Detalle = Incidencia & { anteriores: { id: number; Time: string }[]; totalAnteriores: number }

export async function read(page: Page, id: number): Promise<Detalle> {
  return (await page.request.get(`/api/incidencias/${id}`)).json()
}

export const tabla = (page: Page) => page.getByRole('grid', { name: 'Incidencias recientes' })
/** Real rows, not the placeholders of the first load. */
export const rows = (page: Page) => tabla(page).locator('tbody tr[data-id]')
export const row = (page: Page, id: number) => tabla(page).locator(`tr[data-id="${id}"]`)
export const total = (page: Page) => page.getByRole('navigation', { name: 'Paginación' }).getByRole('status')
export const panel = (page: Page) => page.getByRole('dialog').filter({ has: page.getByLabel('Revisión') })
export const golpe = (root: Locator) => root.getByRole('switch', { name: /^Golpe real de / })
export const danio = (root: Locator) => root.getByRole('switch', { name: /^Daño en pieza de / })

export async function openIncidencias(page: Page, ruta = RUTA) {
  await enterAs(page, 'admin')
  await page.goto(ruta)
  await expect(rows(page).first()).toBeVisible()
}

/** Opens the list of the quiet days with one open incident; `cual` counts from the oldest. */
export async function openUna(page: Page, cual: number): Promise<Incidencia> {
  await enterAs(page, 'admin')
  const abiertas = (await list(page)).filter((i) => !i.revisado && i.ApodoDispositivo)
  const una = abiertas.at(-1 - cual)
  if (!una) throw new Error('the demo has no open incident that old')
  await page.goto(`${RUTA}&buscar=${una.ApodoDispositivo}&filas=100`)
  await expect(row(page, una.id)).toBeVisible()
  return una
}

export const MUESTRAS: [number, number, number, number][] = [
  [-200, 0.1, 0.05, 1.01],
  [-100, 0.3, 0.4, 1.1],
  [0, -3.2, 1.5, 2.1],
  [100, 0.8, -0.6, 0.7],
  [200, 0, 0.02, 0.99],
]

/** Details from the server, with the test's own values over them. */
export async function fakeDetalle(page: Page, cambio: object) {
  await page.route(/\/api\/incidencias\/\d+$/, async (r) => {
    const res = await r.fetch()
    await r.fulfill({ response: res, json: { ...(await res.json()), ...cambio } })
  })
}
