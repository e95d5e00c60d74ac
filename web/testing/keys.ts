import { userEvent } from 'vitest/browser'

/** Presses keys one after another, by their names: `Enter`, `Shift+Tab`, `Control+k`. */
export async function pressKey(...keys: string[]): Promise<void> {
  for (const key of keys) {
    const parts = key.split('+')
    const held = parts.slice(0, -1)
    const hold = held.map((p) => `{${p}>}`).join('')
    const release = held.map((p) => `{/${p}}`).join('')
    await userEvent.keyboard(`${hold}{${parts.at(-1)}}${release}`)
  }
}

/** Types a text into what has the focus. */
export const type = (text: string) => userEvent.keyboard(text.replace(/[{[]/g, '$&$&'))
