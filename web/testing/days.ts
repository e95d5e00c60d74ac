import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'

/** Types a day into a field, digits only: the field moves from one part of the date to the next by itself. */
export async function writeDay(field: string, digits: string): Promise<void> {
  const group = page.getByRole('group', { name: field, exact: true })
  // The calendar's code is loaded when the pointer or the focus comes near.
  await group.hover()
  await group.getByRole('spinbutton', { name: 'Día' }).click()
  await userEvent.keyboard(digits)
}

/** Expects a day in a field, as it is written there. */
export async function expectDay(field: string, day: string): Promise<void> {
  const group = page.getByRole('group', { name: field, exact: true })
  await group.hover()
  await expect.element(group).toMatchTextContent(day)
}
