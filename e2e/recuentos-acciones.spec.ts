import { randomInt, randomUUID } from 'node:crypto'
import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import type { FilaPerdida } from '../contract/cuentas/perdidas/perdidas'
import type { Linea, Recuento } from '../contract/cuentas/recuentos/recuentos'
import type { Situado } from '../contract/cuentas/recuentos/reglas-values'
import { createPuerta } from './avisos'
import { comoAdmin, createCuenta, enter, removeCuenta } from './cuentas'
import { enterAs } from './enter'
import { test } from './prueba'
import { expectToast } from './toasts'

// In sequence: only one count of a place is open at a time.
test.describe.configure({ mode: 'serial' })

type Lugar = { id: number; nombre: string }
const listLugares = async (request: APIRequestContext): Promise<Lugar[]> =>
  (await (await request.get('/api/ubicaciones?empresa=1')).json()).data

/**
 * A closed count of a place where readers hear a container: it scanned nothing that is there, but what `scan` says of a container that readers
 * hear elsewhere.
 */
async function count(request: APIRequestContext, scan: (ajeno: Situado) => string[]) {
  for (const { id: ubicacion, nombre } of await listLugares(request)) {
    const r = await request.post('/api/recuentos', { data: { empresa: 1, ubicacion } })
    if (!r.ok()) continue
    const { id }: Recuento = await r.json()
    const { contenedores }: { contenedores: Situado[] } = await (
      await request.get(`/api/recuentos/${id}/esperados`)
    ).json()
    const ajeno = contenedores.find((c) => !c.esperado && c.oido && c.apodo && c.lugar)
    const suyo = contenedores.find((c) => c.esperado && c.oido && c.apodo)
    if (!suyo || !ajeno) {
      await request.post(`/api/recuentos/${id}/cerrar`, { data: { anular: true } })
      continue
    }
    const escaneos = scan(ajeno).map((codigo) => ({
      id: randomUUID(),
      codigo,
      mac: codigo === ajeno.mac ? codigo : null,
      apodo: null,
      hace_ms: 0,
      modo: 'escrito',
    }))
    if (escaneos.length > 0)
      await request.post(`/api/recuentos/${id}/escaneos`, { data: { aparato: randomUUID(), escaneos } })
    await request.post(`/api/recuentos/${id}/cerrar`, { data: {} })
    return { id, lugar: nombre, ajeno }
  }
  throw new Error('no place has containers that are heard')
}

/** A company of its own, with a closed count that missed the one container which a reader hears there: no plant moves it meanwhile. */
const countOwn = (browser: Browser) =>
  comoAdmin(browser, async (api) => {
    const empresa = 900_000 + randomInt(90_000)
    const send = async (ruta: string, data: object) => {
      const r = await api.post(ruta, { data })
      expect(r.ok(), await r.text()).toBe(true)
      return r.json()
    }
    await send('/api/empresas', { id: empresa, nombre: `Con recuentos ${empresa}` })
    const { version } = await (await api.get(`/api/ubicaciones?empresa=${empresa}`)).json()
    const place = { empresa, version, nombre: 'Muelle', grupo: 'llenos', nodo_x: null, nodo_y: null }
    const plano = await send('/api/ubicaciones', place)
    const { lector, apodo, hear } = await createPuerta(api, empresa)
    await send('/api/dispositivos_lote', { macs: [lector], ubicacion: 'Muelle' })
    await hear()
    const { id } = await send('/api/recuentos', { empresa, ubicacion: plano.data[0].id })
    const isExpected = async () => {
      const { contenedores } = await (await api.get(`/api/recuentos/${id}/esperados`)).json()
      return (contenedores as Situado[]).some((c) => c.apodo === apodo && c.esperado && c.oido)
    }
    await expect.poll(isExpected).toBe(true)
    await send(`/api/recuentos/${id}/cerrar`, {})
    return { empresa, id, apodo }
  })

/** The row of a container or code, at a desk or on a phone: not one whose nickname only begins alike. */
const rowOf = (page: Page, text: string) =>
  page
    .getByRole('row')
    .or(page.getByRole('listitem'))
    .filter({ has: page.getByText(text, { exact: true }) })
    .first()
const placeOf = async (page: Page, apodo: string): Promise<string> => {
  await page.goto(`/contenedor/${apodo}`)
  const now = page.getByRole('region', { name: 'Ahora' })
  await expect(now).toBeVisible()
  return (await now.textContent()) ?? ''
}

test('*Mover aquí* tells the place engine that a surplus container is here, and its page shows it here', async ({
  page,
}) => {
  await enterAs(page, 'admin')
  const { id, lugar, ajeno } = await count(page.request, (c) => [c.mac])
  const apodo = ajeno.apodo as string
  await page.goto(`/recuentos/${id}?lista=sobrantes`)
  const suya = rowOf(page, apodo)
  await expect(suya).toContainText(ajeno.lugar as string)
  await suya.getByRole('button', { name: 'Mover aquí' }).click()
  const hecho = page.getByText(`${apodo} está en «${lugar}»`)
  const duda = page.getByRole('alertdialog', { name: '¿Seguro?' })
  await expect(hecho.or(duda).first()).toBeVisible()
  if (await duda.isVisible()) await duda.getByRole('button', { name: 'Sí, está ahí' }).click()
  await expect(hecho).toBeVisible()
  await expect(suya.getByRole('button', { name: 'Movido' })).toBeDisabled()
  await expect.poll(() => placeOf(page, apodo)).toContain(lugar)
})

test('*Buscar* puts a missing container into search, although readers hear it, in the name of who presses', async ({
  page,
  browser,
}) => {
  const { empresa, id, apodo } = await countOwn(browser)
  const cuenta = await createCuenta(browser, { empresa })
  await enter(page, cuenta.username)
  const { data: faltantes }: { data: Linea[] } = await (
    await page.request.get(`/api/recuentos/${id}/lineas?lista=faltantes`)
  ).json()
  // Readers hear it at the place.
  expect(faltantes.map((l) => [l.Apodo, l.acuerda])).toEqual([[apodo, false]])
  const listed = async (): Promise<FilaPerdida | undefined> =>
    (await (await page.request.get(`/api/perdidas/lista?search=${apodo}`)).json()).data[0]
  await page.goto(`/recuentos/${id}`)
  const suya = rowOf(page, apodo)
  await suya.getByRole('button', { name: 'Buscar' }).press('Enter')
  await expectToast(page, `${apodo}, en búsqueda`)
  await expect(suya.getByRole('button', { name: 'En búsqueda' })).toBeDisabled()
  const asiento = (await listed())?.asiento
  expect(asiento).toMatchObject({ clase: 'busqueda', recuento: id, lleva: { nombre: cuenta.nombre } })
  await page.goto(`/perdidas?peldano=en_busqueda&buscar=${apodo}`)
  const perdida = rowOf(page, apodo)
  await expect(perdida).toContainText('En búsqueda')
  await expect(perdida).toContainText('Se oye')
  await page.goto(`/contenedor/${apodo}`)
  await expect(page.getByText('aunque los lectores lo oyen: no se encontró al contar')).toBeVisible()
  await expect(page.getByText(`lo busca ${cuenta.nombre}`).first()).toBeVisible()
  await page
    .getByRole('link', { name: `recuento ${id}` })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`/recuentos/${id}`))
  const undone = await page.request.post('/api/perdidas/anular', { data: { asientos: [asiento?.id] } })
  expect(undone.ok()).toBe(true)
  await page.goto(`/recuentos/${id}`)
  await expect(suya.getByRole('button', { name: 'Buscar' })).toBeEnabled()
  await removeCuenta(browser, cuenta.id)
})
