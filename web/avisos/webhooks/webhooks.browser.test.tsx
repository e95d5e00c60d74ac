import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { z } from 'zod'
import type { Entrega, Webhook } from '#contract/avisos/avisos/avisos'
import { expectAccessible } from '../../testing/accessible'
import { refuse } from '../../testing/answers'
import { expectToast } from '../../testing/toasts'
import { openAdmin } from '../../testing/users'

type Hook = z.input<typeof Webhook>
const HOOK: Hook = {
  id: 3,
  empresa: 1,
  nombre: 'ERP',
  url: 'https://erp.example/avisos',
  tipos: [],
  familias: [],
  ubicaciones: [],
  activo: true,
  apagado: null,
  previo_hasta: null,
}
const row = page.getByRole('row').filter({ hasText: 'ERP' })
const act = async (action: string) => {
  await row.getByRole('button', { name: /^Acciones/ }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('what is wrong with an address is said, and the secret is shown once', async () => {
  const hooks: Hook[] = []
  await openAdmin('?pestana=webhooks&en_empresa=1', {
    listWebhooks: () => ({ data: hooks }),
    createWebhook: ({ body }) => {
      if ((body as Hook).url.includes('10.0.0.1'))
        return refuse({ status: 400, error: '10.0.0.1 es una dirección interna.', campo: 'url' })
      hooks.push(HOOK)
      return { webhook: HOOK, secreto: 'whsec_abc' }
    },
  })
  await page.getByRole('button', { name: 'Nuevo webhook' }).click()
  const form = page.getByRole('dialog', { name: 'Nuevo webhook' })
  await form.getByLabelText('Nombre').fill('ERP')
  await form.getByLabelText('Dirección').fill('https://10.0.0.1/avisos')
  await form.getByRole('button', { name: 'Crear webhook' }).click()
  await expect.element(form.getByText(/10\.0\.0\.1 es una dirección interna/)).toBeVisible()
  await form.getByLabelText('Dirección').fill(HOOK.url)
  await form.getByRole('button', { name: 'Crear webhook' }).click()
  const secret = page.getByRole('dialog', { name: 'Secreto del webhook' })
  await expect.element(secret.getByLabelText('Secreto', { exact: true })).toMatchTextContent(/^whsec_/)
  await expectAccessible(secret.element())
  await secret.getByRole('button', { name: 'Lo he guardado' }).click()
  await expect.element(row).toBeVisible()
})

test('a trial says whether it arrived; a new secret leaves the one before for a day; removal is asked for', async () => {
  const hooks = [{ ...HOOK }]
  const errors: (string | null)[] = [null, 'El receptor responde 500.']
  await openAdmin('?pestana=webhooks&en_empresa=1', {
    listWebhooks: () => ({ data: hooks }),
    tryWebhook: () => ({ error: errors.shift() ?? null }),
    changeSecreto: () => {
      Object.assign(hooks[0] as Hook, { previo_hasta: new Date(Date.now() + 86_400_000).toISOString() })
      return { webhook: hooks[0] as Hook, secreto: 'whsec_new' }
    },
    removeWebhook: () => {
      hooks.pop()
      return { ok: true }
    },
  })
  await act('Enviar prueba')
  await expectToast('ERP ha recibido la prueba')
  await act('Enviar prueba')
  await expectToast('El receptor responde 500.')
  await act('Cambiar el secreto')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cambiar' }).click()
  await page.getByRole('button', { name: 'Lo he guardado' }).click()
  await expect.element(row).toMatchTextContent(/dos secretos/)
  await act('Eliminar')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect.poll(() => row.elements()).toEqual([])
})

test('what was not delivered says why', async () => {
  const sent: z.input<typeof Entrega> = {
    id: '1',
    empresa: 1,
    canal: 'webhook',
    nombre: 'ERP',
    asunto: null,
    resumen: false,
    estado: 'rechazada',
    intentos: 1,
    creada: '2026-11-02T10:00:00+01:00',
    siguiente: null,
    terminada: '2026-11-02T10:00:01+01:00',
    error: 'El receptor responde 500.',
  }
  const { asked } = await openAdmin('?pestana=entregas&buscar=ERP', {
    listEntregas: () => ({
      data: [sent, { ...sent, id: '2', estado: 'enviada', error: null }],
      total: 2,
    }),
  })
  const rows = page.getByRole('row').filter({ hasText: 'ERP' })
  await expect
    .element(rows.filter({ hasText: 'No entregado' }))
    .toMatchTextContent(/El receptor responde 500\./)
  expect(rows.filter({ hasText: 'Enviado' }).elements()).toHaveLength(1)
  expect(asked.find((a) => a.name === 'listEntregas')?.request.query).toMatchObject({ search: 'ERP' })
})
