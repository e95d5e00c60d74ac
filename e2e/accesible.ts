import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Frame, type Locator, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
type ConAxe = Window & { axe: { run(donde: string | Document, options: RunOptions): Promise<AxeResults> } }

/** Each document reads axe once: that takes as long as a small page takes to be looked at. */
async function readAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE)
}

/** What axe finds wrong. Only that leaves the page: all that it looked at is megabytes. */
function findFaltas(page: Page, parte: string | undefined, options: RunOptions): Promise<string[]> {
  const all: RunOptions = { ...options, resultTypes: ['violations'], selectors: false }
  return page.evaluate(
    async ({ donde, opciones }) => {
      const { violations } = await (window as unknown as ConAxe).axe.run(donde ?? document, opciones)
      return violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' ')}`)
    },
    { donde: parte, opciones: all },
  )
}

/** What a page shows while it is on its way: the bar of a lazy screen, and the grey boxes of what is to come. */
const CARGANDO = '[aria-label="Cargando pantalla"], [aria-busy=true], .MuiSkeleton-root'

/** The page has its main heading and nothing in it says that it is still loading. */
async function waitForPage(page: Page): Promise<void> {
  await expect.poll(() => page.locator('h1, [role=heading][aria-level="1"]').count()).toBeGreaterThan(0)
  await expect(page.locator(CARGANDO).filter({ visible: true })).toHaveCount(0)
}

/**
 * axe finds nothing in the page as it stands, or in a part of it, in either theme. Colours are all that the theme
 * changes, so the dark one is only asked for its contrast. Waits until the page has loaded.
 */
export async function expectAccesible(page: Page, parte?: string): Promise<void> {
  await waitForPage(page)
  const [principal, ...marcos] = page.frames() as [Frame, ...Frame[]]
  await readAxe(principal)
  // A frame of another site, or one that is going away, is not looked into.
  for (const marco of marcos) await readAxe(marco).catch(() => {})
  for (const colorScheme of ['dark', 'light'] as const) {
    // Nothing fades meanwhile: half a colour has half the contrast.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const faltas = await findFaltas(
      page,
      parte,
      colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {},
    )
    expect(faltas.map((f) => `${colorScheme}, ${f}`)).toEqual([])
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
