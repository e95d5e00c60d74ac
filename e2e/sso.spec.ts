import { expect, type Page } from '@playwright/test'
import { type Person, startProvider } from '../server/testing/oidc'
import { startNew } from './instalacion-nueva'
import { test } from './prueba'

test.use({ propio: true })

const CUENTA = { username: 'ane', nombre: 'Ane Agirre', clave: 'rodillo-verde-77' }
const MAC = 'AC233F000001'
const people = new Map<string, Person>([
  ['jon', { groups: ['muelle'], name: 'Jon Etxe', preferred_username: 'jon' }],
])
let provider: Awaited<ReturnType<typeof startProvider>>
let nueva: Awaited<ReturnType<typeof startNew>>

test.beforeAll(async () => {
  test.setTimeout(120_000)
  nueva = await startNew(CUENTA, async (url) => {
    provider = await startProvider(url, people)
    return { ...provider.settings, OIDC_GRUPOS: 'muelle=operario@1' }
  })
})
test.afterAll(async () => {
  await nueva?.stop()
  await provider?.stop()
})

const button = (page: Page) => page.getByRole('link', { name: 'Entrar con Acero ID' })

/** What a person does at the provider. */
async function identify(page: Page, who: string) {
  await page.getByPlaceholder('Enter any login').fill(who)
  await page.getByPlaceholder('and password').fill('x')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('the label of a container leads there by the login of the provider, and logging out ends both sessions', async ({
  page,
}) => {
  await page.goto(`${nueva.url}/PanelDisp?mac=${MAC}`)
  await expect(page).toHaveURL(/\/login\?/)
  await button(page).click()
  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/`))
  await identify(page, 'jon')
  await expect(page).toHaveURL(`${nueva.url}/PanelDisp?mac=${MAC}`)
  await expect(page.getByLabel('Usuario', { exact: true })).toBeHidden()

  await page.goto(`${nueva.url}/Control`)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/session/end`))
  await page.getByRole('button', { name: /^Yes/ }).click()
  await expect(page).toHaveURL(new RegExp(`^${nueva.url}/login`))
  await page.goto(`${nueva.url}/Control`)
  await expect(page).toHaveURL(/\/login\?/)
  // The provider asks who it is again.
  await button(page).click()
  await expect(page.getByPlaceholder('Enter any login')).toBeVisible()
})
