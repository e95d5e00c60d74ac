import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pressKey } from '../../testing/keys'
import { openAdmin } from '../../testing/users'

const NOTE = {
  id: 1,
  momento: '2026-11-02T10:00:00+01:00',
  username: 'admin',
  direccion: '10.0.0.1',
  empresa: 1,
  accion: 'cambiar' as const,
  entidad: 'usuario',
  entidad_id: '9',
  nombre: 'olga',
  antes: { nombre: 'Olga' },
  despues: { nombre: 'Cambiada' },
}

test('the audit log says who changed what, with its details, and is filtered in the address', async () => {
  const { asked } = await openAdmin('?pestana=auditoria&buscar=olga', {
    listAuditoria: ({ query }) => ({
      data: query.accion === 'crear' ? [] : [NOTE],
      total: query.accion === 'crear' ? 0 : 1,
      entidades: ['usuario'],
    }),
  })
  const row = page.getByRole('grid', { name: 'Auditoría' }).getByRole('row').filter({ hasText: 'olga' })
  await expect.element(row).toMatchTextContent(/Nombre: Olga → Cambiada/)
  await row.getByRole('button', { name: /^Detalles/ }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('heading')).toHaveTextContent('Cambio: Usuario olga')
  await expect.element(dialog.getByRole('row', { name: /^Nombre/ })).toMatchTextContent(/Cambiada/)
  await pressKey('Escape')
  await page.getByRole('combobox', { name: 'Acción' }).click()
  await page.getByRole('option', { name: 'Creación' }).click()
  await expect.poll(() => row.elements()).toEqual([])
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
    pestana: 'auditoria',
    buscar: 'olga',
    accion: 'crear',
  })
  expect(asked.filter((a) => a.name === 'listAuditoria').at(-1)?.request.query).toMatchObject({
    search: 'olga',
    accion: 'crear',
  })
})
