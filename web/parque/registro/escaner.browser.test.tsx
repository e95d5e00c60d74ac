import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessible'
import { breakCamera, fakeCamera } from '../../testing/camera'
import { openApp } from '../../testing/open-app'
import { createPlan } from '../../testing/plan'

const open = () =>
  openApp('/PanelDisp', {
    answers: { listUbicaciones: createPlan().answers.listUbicaciones as never },
  })
const scan = (what: string) => page.getByRole('button', { name: `Escanear ${what}` }).click()
const dialog = () => page.getByRole('dialog')
const nickname = () => page.getByLabelText('Apodo', { exact: true })

test('reads the code of a container', async () => {
  await fakeCamera('20014 157 0 000777')
  await open()
  await scan('código del contenedor')
  await expect.element(nickname()).toHaveValue('20014-777')
  await expect.poll(() => dialog().elements()).toEqual([])
})

// cubre: validacion 5
test('says when a code is no container’s', async () => {
  await fakeCamera('20014 158 0 000777')
  await open()
  await scan('código del contenedor')
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent("El código escaneado no tiene el formato esperado (ej: '20014 157 0 000777').")
  await expect.element(nickname()).toHaveValue('')
})

// cubre: validacion 6
test('a camera looks for codes ten times a second, in a box of 250 px', async () => {
  await fakeCamera()
  await open()
  const timers = vi.spyOn(window, 'setInterval')
  onTestFinished(() => timers.mockRestore())
  await scan('MAC del dispositivo')
  await expect.element(page.getByText('Centra el código QR o de barras en el recuadro.')).toBeVisible()
  const sizeOf = (e: Element | null) => [e?.getBoundingClientRect().width, e?.getBoundingClientRect().height]
  await expect
    .poll(() => sizeOf(document.querySelector('[aria-label="Imagen de la cámara"] + *')))
    .toEqual([250, 250])
  await expect.poll(() => timers.mock.calls.map(([, ms]) => ms)).toContain(100)
  await expectAccessible(dialog().element())
})

// cubre: validacion 6
for (const [name, text] of [
  ['NotAllowedError', 'No hay permiso para usar la cámara'],
  ['NotFoundError', 'No se ha encontrado ninguna cámara'],
  ['NotReadableError', 'No se ha podido abrir la cámara'],
] as const)
  test(`a camera that answers ${name} gets its help, and the code can be typed`, async () => {
    breakCamera(name)
    await open()
    await scan('MAC del dispositivo')
    await expect.element(dialog()).toMatchTextContent(text)
    await page.getByRole('button', { name: 'Escribir a mano' }).click()
    await expect.poll(() => dialog().elements()).toEqual([])
  })

// cubre: validacion 6
test('an insecure origin gets its help', async () => {
  await open()
  Object.defineProperty(window, 'isSecureContext', { value: false, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(window, 'isSecureContext'))
  await scan('MAC del dispositivo')
  await expect.element(dialog()).toMatchTextContent('La cámara solo funciona en una conexión segura')
})
