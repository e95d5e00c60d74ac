import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessible'
import { type Answers, refuse } from '../../testing/answers'
import { device } from '../../testing/devices'
import { openApp } from '../../testing/open-app'
import { createPlan } from '../../testing/plan'
import { sessionAs } from '../../testing/sessions'
import { cola } from './cola'

const MAC = 'AC233FFFFFFF'
type Sent = { mac_serie: string; apodo: string }

/** What becomes of a registration: no network, taken, or refused. */
type Way = 'offline' | 'taken' | 'refused'

async function open(address: string, way: { now: Way }, answers: Answers = {}) {
  const app = await openApp(address, {
    answers: {
      listUbicaciones: createPlan().answers.listUbicaciones as never,
      deviceDetails: () => refuse({ status: 404, error: 'No está.' }),
      listAvisos: () => ({ data: [], total: 0, sin_leer: 0 }),
      getOido: () => ({ UltimoRegistro: null, ApodoLector: null }),
      updateDeviceDetails: ({ body }) => {
        if (way.now === 'offline') throw new TypeError('Failed to fetch')
        const { mac_serie, apodo } = body as Sent
        return way.now === 'taken'
          ? { ok: true, message: 'ok', data: device(1, { Dispositivo: mac_serie, Apodo: apodo }) }
          : refuse({ status: 409, error: 'El apodo 90001-1 ya lo tiene otro dispositivo.' })
      },
      ...answers,
    },
  })
  const sent = () => app.asked.filter((a) => a.name === 'updateDeviceDetails').length
  return { ...app, sent }
}
const waiting = () => page.getByRole('region', { name: 'Registros pendientes de enviar' })
const goOnline = () => dispatchEvent(new Event('online'))

/** Registers a device without network. */
async function registerOffline() {
  await page.getByLabelText('Apodo', { exact: true }).fill('90001-1')
  await page.getByLabelText('MAC o número de serie').fill(MAC)
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect.element(page.getByText(/^Sin conexión: el registro queda en este dispositivo/)).toBeVisible()
  await expect.element(waiting()).toMatchTextContent('90001-1')
}

test('what waits shows on every screen, leads to its own, and is sent once from any of them', async () => {
  const way: { now: Way } = { now: 'offline' }
  const first = await open('/PanelDisp', way)
  await registerOffline()
  const link = page.getByRole('link', { name: '1 registro pendiente' })
  expect(link.elements()).toEqual([])
  await first.router.navigate({ to: '/avisos' })
  await expect.element(link).toBeVisible()
  await expectAccessible(link.element())
  await link.click()
  await expect.element(waiting()).toMatchTextContent('90001-1')
  await first.router.navigate({ to: '/avisos' })
  const before = first.sent()
  way.now = 'taken'
  goOnline()
  await expect.element(page.getByText('Registro pendiente enviado')).toBeVisible()
  await expect.poll(() => link.elements()).toEqual([])
  expect(first.sent() - before).toBe(1)
})

test('what waits is of who registered it: nobody else with this device sees it or sends it', async () => {
  const first = await open('/PanelDisp', { now: 'offline' })
  await registerOffline()
  // It is tried again at once: nothing of theirs is under way when the next person comes.
  await expect.poll(() => first.sent()).toBe(2)
  await first.screen.unmount()
  const other = sessionAs({ user: { id: 77, username: 'otra' } })
  const next = await open('/PanelDisp', { now: 'taken' }, other)
  await expect.element(page.getByRole('heading', { name: 'Alta de dispositivo' })).toBeVisible()
  goOnline()
  await new Promise((r) => setTimeout(r, 500))
  expect(waiting().elements()).toEqual([])
  expect(next.sent()).toBe(0)
  expect(JSON.stringify(await cola.read())).toContain('90001-1')
})

test('what the server refuses later stays, with its reason, until somebody corrects it', async () => {
  const way: { now: Way } = { now: 'offline' }
  await open('/PanelDisp', way)
  await registerOffline()
  way.now = 'refused'
  goOnline()
  await expect.element(waiting()).toMatchTextContent('ya lo tiene otro dispositivo')
  await waiting().getByRole('button', { name: 'Corregir' }).click()
  await expect.poll(() => waiting().elements()).toEqual([])
  await expect.element(page.getByLabelText('MAC o número de serie')).toHaveValue(MAC)
  await expect.element(page.getByLabelText('Apodo', { exact: true })).toHaveValue('90001-1')
})
