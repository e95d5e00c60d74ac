import type { Page } from '@playwright/test'
import { DateTime } from 'luxon'
import type { Incidencia } from '../contract/oir/incidencias/incidencias'

/** A plant day, some days ago. */
const haceDias = (n: number) =>
  DateTime.now().setZone('Europe/Madrid').minus({ days: n }).toISODate() as string

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

export async function read(page: Page, id: number): Promise<Incidencia> {
  return (await page.request.get(`/api/incidencias/${id}`)).json()
}
