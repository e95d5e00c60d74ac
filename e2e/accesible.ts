import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Frame, type Locator, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
type Color = { r: number; g: number; b: number; alpha: number; parseString(text: string): Color }
type ConAxe = Window & {
  axe: {
    run(donde: string | Document, options: RunOptions): Promise<AxeResults>
    commons: { color: { Color: { prototype: Color } } }
  }
}

/** Keeps each colour that axe has parsed: it parses those of an element and of all that is behind it, a quarter of the time of a check. */
function keepColores(): void {
  const { prototype } = (window as unknown as ConAxe).axe.commons.color.Color
  const parse = prototype.parseString
  const leidos = new Map<string, Pick<Color, 'r' | 'g' | 'b' | 'alpha'>>()
  prototype.parseString = function (text) {
    const leido = leidos.get(text)
    if (leido) return Object.assign(this, leido)
    parse.call(this, text)
    leidos.set(text, { r: this.r, g: this.g, b: this.b, alpha: this.alpha })
    return this
  }
}

/** Parses axe once per document: that takes as long as checking a small page. */
async function readAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => 'axe' in window)) return
  await frame.evaluate(AXE)
  await frame.evaluate(keepColores)
}

/** The violations that axe finds. Only these leave the page: the full result is megabytes. */
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

/** Loading indicators of a page: the progress bar of a lazy screen, and skeletons. */
const CARGANDO = '[aria-label="Cargando pantalla"], [aria-busy=true], .MuiSkeleton-root'

/** Waits until the page has its main heading and shows no loading indicator. */
async function waitForPage(page: Page): Promise<void> {
  await expect.poll(() => page.locator('h1, [role=heading][aria-level="1"]').count()).toBeGreaterThan(0)
  await expect(page.locator(CARGANDO).filter({ visible: true })).toHaveCount(0)
}

/**
 * Expects that axe finds no violation in the page, or in a part of it, in either theme. The themes differ only in colours, so the dark one
 * is only checked for contrast. Waits until the page has loaded.
 */
export async function expectAccesible(page: Page, parte?: string): Promise<void> {
  await waitForPage(page)
  const [principal, ...marcos] = page.frames() as [Frame, ...Frame[]]
  await readAxe(principal)
  // Frames of another site, or frames that are being removed, are skipped.
  for (const marco of marcos) await readAxe(marco).catch(() => {})
  for (const colorScheme of ['dark', 'light'] as const) {
    // No transitions meanwhile: a half-faded colour has half the contrast.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const faltas = await findFaltas(
      page,
      parte,
      colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {},
    )
    expect(faltas.map((f) => `${colorScheme}, ${f}`)).toEqual([])
  }
}

/** Expects that the page does not scroll sideways. */
export async function expectSinDesborde(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0)
}

/** Expects that an element has the focus of its page, even if the browser shows another page in front. */
export async function expectFoco(uno: Locator): Promise<void> {
  await expect.poll(() => uno.evaluate((e) => e === document.activeElement)).toBe(true)
}
