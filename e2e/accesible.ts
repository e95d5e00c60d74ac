import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'

/**
 * axe finds nothing in the page as it stands, or in a part of it, in either theme. Colours are all that the theme
 * changes, so the dark one is only asked for its contrast.
 */
export async function expectAccesible(page: Page, parte?: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    // Nothing fades meanwhile: half a colour has half the contrast.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Its other mode opens one more page to put frames of other sites together, of which there are none.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
    if (parte) axe.include(parte)
    if (colorScheme === 'dark') axe.withRules('color-contrast')
    const { violations } = await axe.analyze()
    expect(violations.map((v) => `${colorScheme}, ${v.id}: ${v.nodes.map((n) => n.html).join(' ')}`)).toEqual(
      [],
    )
  }
}

/** The page is not wider than its window. */
export async function expectSinDesborde(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0)
}

/** It has the focus of its page, whether or not the browser has that page in front: of several pages at once only one is. */
export async function expectFoco(uno: Locator): Promise<void> {
  await expect.poll(() => uno.evaluate((e) => e === document.activeElement)).toBe(true)
}
