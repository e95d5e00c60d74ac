import { expect, type Page } from '@playwright/test'

/** Types a day, digits only: they go from one part of the date to the next by themselves. */
export async function writeDia(page: Page, etiqueta: string, cifras: string) {
  const campo = page.getByRole('group', { name: etiqueta })
  // The calendar comes when the hand is near.
  await campo.hover()
  await campo.getByRole('spinbutton', { name: 'Día' }).click()
  await page.keyboard.type(cifras, { delay: 30 })
}

/** The day that a field shows, `dd/mm/aaaa`. */
export async function expectDia(page: Page, etiqueta: string, dia: string) {
  const campo = page.getByRole('group', { name: etiqueta })
  await campo.hover()
  await expect(campo).toContainText(dia)
}

/** The day in the demo plant, `YYYY-MM-DD`. */
export const hoyEnPlanta = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Madrid' }).format()
