import type { Page, Route } from '@playwright/test'
import { createGate } from '../server/testing/timing/gate'

/** Requests to these addresses wait until the returned function is called. @param answer what is done with each of them then */
export async function holdRoute(
  page: Page,
  url: string | RegExp,
  answer = (r: Route) => r.continue(),
): Promise<() => void> {
  const gate = createGate()
  await page.route(url, async (r) => {
    await gate.promise
    await answer(r)
  })
  return gate.resolve
}
