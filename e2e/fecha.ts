import type { Page } from '@playwright/test'

/** Types a day, digits only: the field moves from one part of the date to the next by itself. */
export async function writeDay(page: Page, etiqueta: string, cifras: string) {
  const field = page.getByRole('group', { name: etiqueta })
  // The calendar code is loaded when the pointer or the focus comes near.
  await field.hover()
  await field.getByRole('spinbutton', { name: 'Día' }).click()
  await page.keyboard.type(cifras, { delay: 30 })
}

/** Today in the demo plant, `YYYY-MM-DD`. */
export const hoyEnPlanta = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Madrid' }).format()
