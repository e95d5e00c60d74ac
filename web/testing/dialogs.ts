import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { pressKey } from './keys'

/** Tab stops of the longest dialog: more than it has. */
const MAX_TABS = 60
const dialog = page.getByRole('dialog')

const isInside = () => document.activeElement?.closest('.MuiDialog-root') !== null
/** Within a moment: an element that is drawn anew loses the focus, and the dialog takes it back. */
const expectInside = (when: string) => expect.poll(isInside, { message: when }).toBe(true)
/** The element that has the focus, by what it says: parts of a date are drawn anew when they get it. */
const focused = () => {
  const e = document.activeElement
  return [e?.tagName, e?.getAttribute('role'), e?.getAttribute('aria-label'), e?.id, e?.textContent].join(' ')
}
const isOnButton = () =>
  document.activeElement?.tagName === 'BUTTON' && document.activeElement.textContent !== ''

/** Goes round the open dialog with Tab and back. */
async function goRound(): Promise<void> {
  await expect.element(dialog).toHaveAccessibleName(/\S/)
  await expectInside('as it opens')
  // Counted from a button with a text, where there is one: a date says other things while its parts get the focus.
  await pressKey('Tab')
  for (let i = 0; i < MAX_TABS && !isOnButton(); i++) await pressKey('Tab')
  const first = focused()
  let stops = 1
  do {
    await pressKey('Tab')
    await expectInside(`after ${stops} stops`)
    stops++
  } while (focused() !== first && stops < MAX_TABS)
  // It comes round, by more than one stop.
  expect(stops).toBeLessThan(MAX_TABS)
  expect(stops).toBeGreaterThan(1)
  await pressKey('Shift+Tab')
  await expectInside('backwards')
}

/** Opens a dialog with Enter on its button, goes round it with Tab and back, and closes it with Escape. */
export async function walkDialog(opener: Locator): Promise<void> {
  const button = opener.first()
  await expect.element(button).toBeVisible()
  ;(button.element() as HTMLElement).focus()
  await pressKey('Enter')
  await goRound()
  await pressKey('Escape')
  await expect.poll(() => dialog.elements()).toEqual([])
  await expect.element(button).toHaveFocus()
}
