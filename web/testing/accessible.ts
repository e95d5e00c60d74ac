import axe from 'axe-core'
import { expect } from 'vitest'
import { preferMedia } from './media'

/** Loading indicators: the progress bar of a lazy screen, and skeletons. */
const LOADING = '[aria-label="Cargando pantalla"], [aria-busy=true], .MuiSkeleton-root'

const isShown = (e: Element) => e.checkVisibility({ visibilityProperty: true })

/** Waits until the app has its main heading and shows no loading indicator. */
export async function waitForScreen(): Promise<void> {
  await expect.poll(() => document.querySelector('h1, [role=heading][aria-level="1"]')).not.toBeNull()
  await expect.poll(() => [...document.querySelectorAll(LOADING)].filter(isShown)).toEqual([])
}

/**
 * Expects that axe finds no violation in the document, or in a part of it, in either theme, and that nothing scrolls sideways. The themes
 * differ only in colours, so the dark one is only checked for contrast.
 */
export async function expectAccessible(part: Element | Document = document): Promise<void> {
  await waitForScreen()
  for (const scheme of ['dark', 'light'] as const) {
    await preferMedia({ 'color-scheme': scheme })
    const { violations } = await axe.run(part, {
      resultTypes: ['violations'],
      selectors: false,
      ...(scheme === 'dark' && { runOnly: ['color-contrast'] }),
    })
    expect(violations.map((v) => `${scheme}, ${v.id}: ${v.nodes.map((n) => n.html).join(' ')}`)).toEqual([])
  }
  expectNoOverflow()
}

/** Expects that the app does not scroll sideways. */
export const expectNoOverflow = () =>
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
