import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { z } from 'zod'
import type { ClaveApi } from '#contract/personas/claves-api/claves-api'
import { expectAccessible, expectNoOverflow } from '../../testing/accessible'
import { type Answers, refuse } from '../../testing/answers'
import { pressKey } from '../../testing/keys'
import { expectToast } from '../../testing/toasts'
import { openAdmin } from '../../testing/users'

type Key = z.input<typeof ClaveApi>
const SECRET = `ret_${'aB3'.repeat(13)}x`
const KEY: Key = {
  id: 4,
  empresa: 1,
  nombre: 'ERP',
  prefijo: 'ret_aB3a',
  titular: 'admin',
  ambitos: ['inventario:leer', 'incidencias:leer'],
  por_minuto: 60,
  creada: '2026-11-02T10:00:00+01:00',
  caduca: '2027-11-02T10:00:00+01:00',
  usada: null,
  direccion: null,
  retenida: null,
}
const row = page
  .getByRole('row')
  .filter({ hasText: 'ERP' })
  .or(page.getByRole('listitem').filter({ hasText: 'ERP' }))
const act = async (action: string) => {
  await row.getByRole('button', { name: 'Acciones de ERP' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
const open = (keys: Key[], answers: Answers = {}, width = 1440) =>
  openAdmin(
    '?pestana=claves&en_empresa=1',
    {
      listClavesApi: () => ({ data: keys }),
      updateClaveApi: ({ body }) => Object.assign(keys[0] as Key, body),
      ...answers,
    },
    width,
  )

for (const width of [1440, 390])
  test(`a key is made, and shown once, ${width} px wide`, async () => {
    const keys: Key[] = []
    const { asked } = await open(
      keys,
      {
        createClaveApi: () => {
          keys.push(KEY)
          return { clave: KEY, secreto: SECRET }
        },
      },
      width,
    )
    await page.getByRole('button', { name: 'Nueva clave' }).click()
    const form = page.getByRole('dialog', { name: 'Nueva clave de API' })
    await expect.element(form.getByRole('textbox', { name: 'Nombre' })).toHaveFocus()
    await form.getByRole('textbox', { name: 'Nombre' }).fill('ERP')
    await form.getByRole('combobox', { name: 'Incidencias' }).click()
    await page.getByRole('option', { name: 'Leer', exact: true }).click()
    await expectAccessible(form.element())
    await form.getByRole('button', { name: 'Crear clave' }).click()
    const shown = page.getByRole('dialog', { name: 'Clave de API' })
    await expect.element(shown).toMatchTextContent(SECRET)
    await expectAccessible(shown.element())
    expectNoOverflow()
    await pressKey('Escape')
    await expect.element(shown).toBeVisible()
    await shown.getByRole('button', { name: 'La he guardado' }).click()
    await expect.poll(() => shown.elements()).toEqual([])
    expect(document.body.textContent).not.toContain(SECRET)
    await expect.element(row.first()).toMatchTextContent(/Contenedores e inventario, Incidencias/)
    expect(asked.find((a) => a.name === 'createClaveApi')?.request).toMatchObject({
      params: { id: '1' },
      body: { nombre: 'ERP', ambitos: ['inventario:leer', 'incidencias:leer'], dias: 365 },
    })
  })

test('a key is changed within its limits', async () => {
  const { asked } = await open([{ ...KEY }], {
    updateClaveApi: ({ body }) => {
      const { por_minuto = 0 } = body as Partial<Key>
      return por_minuto < 10
        ? refuse({ status: 400, error: 'Las llamadas por minuto van de 10 a 6000.', campo: 'por_minuto' })
        : { ...KEY, por_minuto }
    },
  })
  await act('Editar')
  const edit = page.getByRole('dialog', { name: 'Editar ERP' })
  const limit = edit.getByRole('textbox', { name: 'Llamadas por minuto' })
  await limit.fill('12')
  await edit.getByRole('button', { name: 'Guardar' }).click()
  await expectToast('Clave actualizada')
  await expect.poll(() => edit.elements()).toEqual([])
  expect(asked.find((a) => a.name === 'updateClaveApi')?.request.body).toMatchObject({ por_minuto: 12 })
})

test('a key is revoked once that is confirmed', async () => {
  const keys = [{ ...KEY }]
  await open(keys, {
    removeClaveApi: () => {
      keys.pop()
      return { ok: true }
    },
  })
  await act('Revocar')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revocar' }).click()
  await expectToast('Clave ERP revocada')
  await expect.poll(() => row.elements()).toEqual([])
})

test('a key that a restored copy brought back says so, and lets in again once it is let go', async () => {
  const keys: Key[] = [{ ...KEY, retenida: '2026-11-25T10:00:00+01:00' }]
  const { asked } = await open(keys, {
    updateClaveApi: () => {
      keys[0] = KEY
      return KEY
    },
  })
  await expect.element(row.first()).toMatchTextContent(/Retenida al restaurar una copia/)
  await act('Soltar')
  const ask = page.getByRole('alertdialog', { name: 'Soltar ERP' })
  await expect.element(ask).toMatchTextContent(/Puede que después de esa copia se revocara/)
  await expectAccessible(ask.element())
  await ask.getByRole('button', { name: 'Soltar' }).click()
  await expectToast('Clave ERP suelta')
  await expect.element(row.first()).not.toMatchTextContent(/Retenida/)
  expect(asked.find((a) => a.name === 'updateClaveApi')?.request.body).toEqual({ retenida: false })
})
