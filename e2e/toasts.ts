import { type BrowserContext, expect, type Page } from '@playwright/test'

type Recorded = { toasts: string[] }

/** Keeps what the toasts of each page say: they live for 3 s, and a busy machine may look too late. */
export async function recordToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const toasts: string[] = []
    Object.assign(globalThis, { toasts })
    new MutationObserver((changes) => {
      for (const node of changes.flatMap((c) => [...c.addedNodes]))
        if (node instanceof Element && node.matches('.MuiSnackbar-root'))
          toasts.push(node.querySelector('.MuiAlert-message')?.textContent ?? '')
    }).observe(document, { childList: true, subtree: true })
  })
}

/** Waits for a toast that says this, shown since the last one that the test asked for, open still or not. */
export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  const isIt = (toast: string) => (typeof text === 'string' ? toast === text : text.test(toast))
  await expect(async () => {
    const shown = await page.evaluate(() => (globalThis as unknown as Recorded).toasts)
    const at = shown.findIndex(isIt)
    expect(at, `${text} among the toasts: ${shown.join(' · ')}`).not.toBe(-1)
    await page.evaluate((n) => void (globalThis as unknown as Recorded).toasts.splice(0, n), at + 1)
  }).toPass({ timeout: 30_000 })
}
