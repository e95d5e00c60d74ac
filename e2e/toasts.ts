import type { Locator, Page } from '@playwright/test'

/** *Deshacer* of the toast that the last step shows. A toast that has the focus stays, however long the next steps take. */
export async function holdUndo(page: Page): Promise<Locator> {
  const undo = page.getByRole('button', { name: 'Deshacer', exact: true })
  await undo.focus()
  return undo
}
