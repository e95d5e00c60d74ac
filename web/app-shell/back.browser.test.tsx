import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pressKey } from '../testing/keys'
import { openApp } from '../testing/open-app'
import { fullAnswers } from '../testing/sample'
import { ADMIN } from '../testing/sessions'

/** Screens that show something over themselves while the address names it: how it is opened there. */
for (const [address, field, opener] of [['/admin/usuarios?pestana=lectores', 'lector', /^Añadir/]] as const)
  test(`${address}: Back does not open again what was closed, and leaves the screen at once`, async () => {
    const { router } = await openApp('/perfil', { answers: fullAnswers(ADMIN) })
    await expect.poll(() => router.state.status).toBe('idle')
    const { pathname, searchParams } = new URL(address, location.href)
    await router.navigate({ to: pathname, search: Object.fromEntries(searchParams) as never })
    const button = page.getByRole('button', { name: opener }).first()
    const dialog = page.getByRole('dialog')
    const isNamed = () => new URLSearchParams(location.search).has(field)
    await button.click()
    await expect.element(dialog).toBeVisible()
    expect(isNamed()).toBe(true)
    await pressKey('Escape')
    await expect.poll(() => dialog.elements()).toEqual([])
    await expect.poll(isNamed).toBe(false)
    // Open, it closes with Back, and opens again with Forward.
    await button.click()
    await expect.element(dialog).toBeVisible()
    history.back()
    await expect.poll(() => dialog.elements()).toEqual([])
    history.forward()
    await expect.element(dialog).toBeVisible()
    await pressKey('Escape')
    await expect.poll(() => dialog.elements()).toEqual([])
    history.back()
    await expect.poll(() => location.pathname).toBe('/perfil')
    expect(dialog.elements()).toEqual([])
  })
