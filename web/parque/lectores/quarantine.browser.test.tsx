import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectToast } from '../../testing/toasts'
import { openAdmin } from '../../testing/users'

const NOW = new Date().toISOString()

test('what nobody registered leads to the registration with its mac', async () => {
  await openAdmin('?pestana=lectores', {
    listVistos: () => [
      {
        mac: 'AC233FDE0002',
        veces: 3,
        primera: NOW,
        ultima: NOW,
        ApodoLector: 'LEC-101',
        rssi: -70,
        aleatoria: false,
        rota: false,
        parece_etiqueta: true,
      },
    ],
  })
  await page.getByRole('button', { name: /^Vistos sin registrar/ }).click()
  await expect.poll(() => location.search).toBe('?pestana=lectores&vista=vistos')
  await page.getByRole('link', { name: 'Registrar AC233FDE0002' }).click()
  await expect.poll(() => location.pathname + location.search).toBe('/PanelDisp?mac=AC233FDE0002')
})

test('a quarantined message is read, and tried again', async () => {
  let readable = false
  const message = {
    id: '7',
    recibida: NOW,
    formato: 'minew',
    via: 'mqtt',
    lector: 'LEC-101',
    motivo: 'json_invalido',
    detalle: 'El mensaje no es JSON válido',
    veces: 2,
    muestra: '{"roto":',
  }
  await openAdmin('?pestana=lectores&vista=cuarentena', {
    listCuarentena: () => (readable ? [] : [message]),
    replayCuarentena: () => ({
      aceptadas: readable ? 2 : 0,
      duplicadas: 0,
      sin_registrar: 0,
      rechazadas: readable ? 0 : 1,
    }),
  })
  const row = page.getByRole('row').filter({ hasText: 'El mensaje no es JSON válido' })
  await userEvent.dblClick(row)
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByLabelText('Mensaje recibido')).toHaveTextContent('{"roto":')
  await dialog.getByRole('button', { name: 'Reprocesar' }).click()
  await expectToast('El mensaje sigue sin poder leerse.')
  readable = true
  await dialog.getByRole('button', { name: 'Reprocesar' }).click()
  await expectToast('Mensaje leído: 2 lecturas')
  await expect.element(page.getByText('La cuarentena está vacía')).toBeVisible()
})
