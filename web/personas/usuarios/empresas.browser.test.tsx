import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { z } from 'zod'
import type { Empresa } from '#contract/personas/acceso/sesion'
import { expectAccessible, expectNoOverflow } from '../../testing/accessible'
import { type Answers, refuse } from '../../testing/answers'
import { pressKey, type } from '../../testing/keys'
import { act } from '../../testing/steps'
import { openAdmin } from '../../testing/users'

type Company = z.input<typeof Empresa>
const dialog = page.getByRole('dialog')
const ask = page.getByRole('alertdialog')
const row = (id: number) => document.querySelector(`tr[data-id="${id}"]`)

/** A server that keeps its companies. */
function keepCompanies(): Answers {
  const list: Company[] = ['Vitoria', 'Bilbao'].map((nombre, i) => ({
    id: i + 1,
    nombre,
    modo: 'completo',
    exigir_sso: false,
  }))
  const find = (id: string) => list.find((e) => e.id === Number(id)) as Company
  return {
    listEmpresas: () => list,
    createEmpresa: ({ body }) => {
      const made = { modo: 'completo', exigir_sso: false, ...(body as object) } as Company
      list.push(made)
      return made
    },
    updateEmpresa: ({ params, body }) => Object.assign(find(params.id as string), body),
    removeEmpresa: ({ params }) => {
      if (params.id === '1')
        return refuse({ status: 409, error: 'La empresa todavía tiene 3 usuarios y 660 dispositivos.' })
      list.splice(list.indexOf(find(params.id as string)), 1)
      return { ok: true }
    },
  }
}

// cubre: usuarios 2
test('companies are made, renamed and removed; one that holds something says what', async () => {
  await openAdmin('?pestana=empresas', keepCompanies())
  await page.getByRole('button', { name: 'Nueva empresa' }).click()
  await expect.element(dialog.getByLabelText('Número')).toHaveValue('3')
  await dialog.getByLabelText('Nombre', { exact: true }).fill('Cartonajes')
  await pressKey('Enter')
  await expect.poll(() => row(3)?.textContent).toContain('Cartonajes')
  await act('Cartonajes', 'Editar')
  await dialog.getByLabelText('Nombre', { exact: true }).fill('Cartonajes Oria')
  await pressKey('Enter')
  await expect.poll(() => row(3)?.textContent).toContain('Cartonajes Oria')
  await act('Cartonajes Oria', 'Eliminar')
  await expect.element(ask).toMatchTextContent(/Cartonajes Oria/)
  await ask.getByRole('button', { name: 'Eliminar' }).click()
  await expect.poll(() => row(3)).toBeNull()
  await act('Vitoria', 'Eliminar')
  await ask.getByRole('button', { name: 'Eliminar' }).click()
  await expect.element(page.getByText(/La empresa todavía tiene .*usuarios.*dispositivos/)).toBeVisible()
})

test('the number of a new company follows those of the list, for which it waits', async () => {
  let release = () => {}
  const gate = new Promise<void>((done) => {
    release = done
  })
  const kept = keepCompanies()
  await openAdmin('?pestana=empresas', {
    ...kept,
    listEmpresas: async (r) => {
      await gate
      return (kept.listEmpresas as NonNullable<Answers['listEmpresas']>)(r)
    },
  })
  const button = page.getByRole('button', { name: 'Nueva empresa' })
  await expect.element(button).toBeDisabled()
  release()
  await expect.element(button).toBeEnabled()
})

for (const width of [1440, 390])
  test(`what the people of a company see is chosen, ${width} px wide`, async () => {
    const { asked } = await openAdmin('?pestana=empresas', keepCompanies(), width)
    await act('Bilbao', 'Editar')
    await dialog.getByRole('combobox', { name: 'Qué ve su gente' }).click()
    await page.getByRole('option', { name: 'Solo el alta de dispositivos', exact: true }).click()
    await expect
      .element(dialog.getByText('Cualquier otra pantalla lleva al alta de dispositivos.'))
      .toBeVisible()
    expectNoOverflow()
    await expectAccessible(dialog.element())
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect.element(page.getByText('Solo el alta').first()).toBeVisible()
    expect(asked.find((a) => a.name === 'updateEmpresa')?.request).toMatchObject({
      params: { id: '2' },
      body: { nombre: 'Bilbao', modo: 'panel' },
    })
  })

test('among many companies one is searched by name for a user', async () => {
  const list = Array.from({ length: 30 }, (_, i) => ({
    id: i + 1,
    nombre: `Logística nº ${i + 1}`,
    modo: 'completo' as const,
    exigir_sso: false,
  }))
  await openAdmin('', { listEmpresas: () => list })
  await page.getByRole('button', { name: 'Nuevo usuario' }).click()
  const own = page.getByRole('dialog', { name: 'Nuevo usuario' }).getByRole('combobox', { name: 'Empresa' })
  await own.click()
  await expect.element(page.getByRole('combobox', { name: 'Buscar empresa' })).toHaveFocus()
  await expectAccessible(page.getByRole('dialog', { name: 'Elegir empresa' }).element())
  await type('logistica nº 30')
  await pressKey('Enter')
  await expect.element(own).toHaveTextContent('Logística nº 30')
})

test('who has no second factor cannot demand it of others, and is told where to get it', async () => {
  await openAdmin('?pestana=seguridad', {
    setSeguridad: () =>
      refuse({
        status: 409,
        error: 'Activa antes tu propio segundo factor, en tu perfil.',
        code: 'segundo_factor_propio',
      }),
  })
  const demand = page.getByRole('switch', { name: 'Exigir el segundo factor a los administradores' })
  await demand.click()
  await ask.getByRole('button', { name: 'Exigir' }).click()
  await expect.element(page.getByText(/^Activa antes tu propio segundo factor, en tu perfil\./)).toBeVisible()
  await expect.element(demand).not.toBeChecked()
  await page.getByRole('link', { name: 'Ir a mi perfil' }).click()
  await expect.poll(() => location.pathname).toBe('/perfil')
})
