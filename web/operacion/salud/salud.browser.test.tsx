import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Salud } from '#contract/operacion/salud/salud'
import { refuse } from '../../testing/answers'
import { fullAnswers } from '../../testing/sample'
import { sessionAs } from '../../testing/sessions'
import { openAdmin } from '../../testing/users'

const healthy = async () => fullAnswers().getSalud?.({} as never) as Salud
const part = (name: string) => page.getByRole('region', { name, exact: true })

test('what cannot be read is said, and asked for again', async () => {
  let fails = true
  const all = await healthy()
  await openAdmin('?pestana=salud', {
    getSalud: () => (fails ? refuse({ status: 503, error: 'La base de datos no responde.' }) : all),
  })
  const failure = page.getByRole('alert').filter({ hasText: 'No se ha podido leer la salud de Retorna.' })
  await expect.element(failure).toBeVisible()
  fails = false
  await failure.getByRole('button', { name: 'Reintentar' }).click()
  await expect.element(part('Versiones')).toBeVisible()
})

test('who administers one company sees its readers, and nothing of the installation', async () => {
  const all = await healthy()
  await openAdmin('?pestana=salud', {
    ...sessionAs({ rol: 'empresa', empresa: 2 }),
    isAdmin: () => ({ is_admin: false }),
    getSalud: () => ({ ...all, instalacion: null }),
  })
  await expect.element(part('Estado de los lectores')).toBeVisible()
  await expect.element(part('Envíos de avisos')).toBeVisible()
  for (const name of ['Lecturas que llegan', 'Base de datos y disco', 'Versiones'])
    expect(part(name).elements()).toEqual([])
})
