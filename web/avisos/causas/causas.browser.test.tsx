import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { refuse } from '../../testing/answers'
import { openApp } from '../../testing/open-app'
import { emptyAnswers } from '../../testing/sample'

test('filters live in the address, and are cleared where nothing is found', async () => {
  const { asked } = await openApp('/causas?estado=acabadas', { answers: emptyAnswers() })
  await expect.element(page.getByText('No hay averías con esos filtros')).toBeVisible()
  expect(asked.find((a) => a.name === 'listCausas')?.request.query).toMatchObject({ estado: 'acabadas' })
  await page.getByRole('button', { name: 'Limpiar filtros' }).click()
  await expect.poll(() => location.pathname + location.search).toBe('/causas')
})

test('a cause that is not there says so, and leads to all of them', async () => {
  await openApp('/causas/999999', {
    answers: emptyAnswers({ getCausa: () => refuse({ status: 404, error: 'Causa no encontrada.' }) }),
  })
  await expect.element(page.getByText('Causa no encontrada.')).toBeVisible()
  await page.getByRole('link', { name: 'Ver todas las averías' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Averías')
})
