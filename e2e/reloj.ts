import type { Page } from '@playwright/test'

/**
 * Stops the clock of a page, which `page.clock.install()` gave it before it was opened: from now on only `page.clock.runFor()` moves its
 * timers. The test sets `propio`, because the clock remains in the context.
 */
export async function stopClock(page: Page): Promise<void> {
  // The clock can only be stopped in its future, and runs until then.
  const ahora = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(ahora + 60_000)
}
