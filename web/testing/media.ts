import { expect, onTestFinished } from 'vitest'
import { cdp } from 'vitest/browser'

/** What a person prefers: at first what tests run with (vitest.config.ts). */
const preferred = { 'color-scheme': 'light', 'reduced-motion': 'reduce' }

/** Sets what the person's system prefers; what is not named stays. */
export async function preferMedia(change: Partial<typeof preferred>): Promise<void> {
  Object.assign(preferred, change)
  const features = Object.entries(preferred).map(([name, value]) => ({ name: `prefers-${name}`, value }))
  await cdp().send('Emulation.setEmulatedMedia', { features })
  for (const { name, value } of features)
    await expect.poll(() => matchMedia(`(${name}: ${value})`).matches).toBe(true)
}

/** Has the app animate, for this test; in all others motion is unwelcome. */
export async function allowMotion(): Promise<void> {
  onTestFinished(() => preferMedia({ 'reduced-motion': 'reduce' }))
  await preferMedia({ 'reduced-motion': 'no-preference' })
}
