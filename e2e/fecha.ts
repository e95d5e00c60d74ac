import { expect, type Page } from '@playwright/test'

/** Types a day, digits only: they go from one part of the date to the next by themselves. */
export async function writeDay(page: Page, etiqueta: string, cifras: string) {
  const field = page.getByRole('group', { name: etiqueta })
  // The calendar comes when the hand is near.
  await field.hover()
  await field.getByRole('spinbutton', { name: 'Día' }).click()
  await page.keyboard.type(cifras, { delay: 30 })
}

/** The day that a field shows, `dd/mm/aaaa`. */
export async function expectDay(page: Page, etiqueta: string, day: string) {
  const field = page.getByRole('group', { name: etiqueta })
  await field.hover()
  await expect(field).toContainText(day)
}

/** The day in the demo plant, `YYYY-MM-DD`. */
export const hoyEnPlanta = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Madrid' }).format()
