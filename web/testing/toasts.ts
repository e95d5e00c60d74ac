import { expect } from 'vitest'

const shown = () => document.querySelector('.MuiSnackbar-root .MuiAlert-message')?.textContent ?? ''

/** Expects a toast that says this. */
export const expectToast = (text: string | RegExp) => expect.poll(shown).toMatch(text)
