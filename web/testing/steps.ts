import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { openApp } from './open-app'

type Part = Pick<typeof page, 'getByRole' | 'getByText'>

export const button = (name: string | RegExp, part: Part = page) =>
  part.getByRole('button', { name, exact: true })

/** Presses the button of this name. */
export const press = (name: string | RegExp, part: Part = page) => button(name, part).click()

/** Chooses from the menu of a row. */
export async function act(row: string, action: string, part: Part = page): Promise<void> {
  await part.getByRole('button', { name: `Acciones de ${row}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Chooses an option of a field. */
export async function choose(field: string, option: string | RegExp, part: Part = page): Promise<void> {
  await part.getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** A parameter of the address; null: it has none. */
export const inAddress = (name: string) => new URLSearchParams(location.search).get(name)

/** Expects these parameters in the address: text, or null where there is to be none. */
export async function expectAddress(expected: Record<string, string | null>): Promise<void> {
  const present = () => Object.fromEntries(Object.keys(expected).map((name) => [name, inAddress(name)]))
  await expect.poll(present).toEqual(expected)
}

/** Expects that something stands on the screen. */
export const expectText = (text: string | RegExp, part: Part = page) =>
  expect.element(part.getByText(text, { exact: true }).first()).toBeVisible()

/** Expects that something stands nowhere on the screen. */
export const expectNoText = (text: string | RegExp) =>
  expect.element(page.getByText(text, { exact: true })).not.toBeInTheDocument()

/** What was asked of one call so far. */
export const askedOf = (
  { asked }: Pick<Awaited<ReturnType<typeof openApp>>, 'asked'>,
  call: Awaited<ReturnType<typeof openApp>>['asked'][number]['name'],
) => asked.filter((a) => a.name === call).map((a) => a.request)
