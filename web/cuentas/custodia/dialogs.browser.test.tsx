import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { walkDialog } from '../../testing/dialogs'
import { openApp } from '../../testing/open-app'
import { fullAnswers } from '../../testing/sample'
import { ADMIN } from '../../testing/sessions'

test('a dialog of a line opens, holds the focus and closes by keyboard', async () => {
  await openApp('/custodia?vista=disputas&en_empresa=1', { answers: fullAnswers(ADMIN) })
  await walkDialog(page.getByRole('button', { name: /^Abrir la línea de / }))
})

test('a dialog of what is selected opens, holds the focus and closes by keyboard', async () => {
  await openApp('/pilas?en_empresa=1', { answers: fullAnswers(ADMIN) })
  const box = page.getByRole('checkbox', { name: /^Seleccionar fila / }).first()
  await box.click()
  await expect.element(box).toBeChecked()
  await walkDialog(page.getByRole('button', { name: /^(Pila cambiada|Sí, se cambió)$/ }))
})
