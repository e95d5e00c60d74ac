import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Answers } from '../../testing/answers'
import { openApp } from '../../testing/open-app'
import type { Plan } from '../../testing/plan'
import { MANAGER } from '../../testing/sessions'
import { press } from '../../testing/steps'

export const node = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('[data-nodo]')].find((n) =>
    n.getAttribute('aria-label')?.startsWith(name),
  )
export const stands = (name: string) => expect.poll(() => node(name)).toBeDefined()
export const gone = (name: string) => expect.poll(() => node(name)).toBeUndefined()
export const shown = (text: string | RegExp) => expect.element(page.getByText(text)).toBeVisible()
export const clickNode = (name: string) => page.elementLocator(node(name) as Element).click()

/** Keys pressed on a node, as `userEvent.keyboard` spells them. */
export async function pressOn(name: string, keys: string): Promise<void> {
  node(name)?.focus()
  await userEvent.keyboard(keys)
}

/** Where the server has a location. */
export const spot = (plan: Plan, name: string) => {
  const u = plan.find(name)
  return [u?.nodo_x, u?.nodo_y]
}

export const openPlan = (plan: Plan, answers: Answers = {}) =>
  openApp('/special', { answers: { ...MANAGER, ...plan.answers, ...answers } })

export async function editPlan(plan: Plan, answers?: Answers) {
  const app = await openPlan(plan, answers)
  await press('Editar plano')
  await expect.element(page.getByRole('toolbar', { name: 'Edición del plano' })).toBeVisible()
  return app
}

export async function rename(name: string, next: string): Promise<void> {
  await clickNode(name)
  await page
    .getByRole('dialog')
    .getByLabelText(/^Nombre/)
    .fill(next)
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
  await stands(next)
}
