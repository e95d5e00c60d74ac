import type { Locator } from 'vitest/browser'

/** The rows of the list on screen. */
export const rows = () => [...document.querySelectorAll<HTMLElement>('tbody tr[data-indice]')]

/** The texts of one column of the list on screen, from 0. */
export const column = (n: number) => rows().map((r) => r.querySelectorAll('td')[n]?.textContent)

/** The texts of what a locator finds. */
export const texts = (of: Locator) => of.elements().map((e) => e.textContent)
