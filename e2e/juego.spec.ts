import { expect, type Page } from '@playwright/test'
import { TEMAS } from '../web/juego/dibujo'
import { createPartida, type Partida } from '../web/juego/motor'
import { expectAccesible } from './accesible'
import { enterAs } from './enter'
import { test } from './prueba'

const lienzo = (page: Page) => page.getByRole('img', { name: /^Serpiente/ })
const dato = (page: Page, nombre: string) =>
  page.locator('dt', { hasText: new RegExp(`^${nombre}$`) }).locator('xpath=following-sibling::dd')

/** A board of the size Normal whose food is straight ahead, with nothing else up to the wall: a game that ends without a point has turned. */
function semillaConComida(): number {
  const buena = (p: Partida) => {
    const [cabeza] = p.serpiente
    return (
      cabeza &&
      p.comida?.y === cabeza.y &&
      p.comida.x > cabeza.x + 9 &&
      p.obstaculos.every((o) => o.y !== cabeza.y)
    )
  }
  for (let s = 0; s < 100_000; s++) if (buena(createPartida('normal', false, s))) return s
  throw new Error('no such board')
}

async function open(page: Page, seed?: number): Promise<void> {
  if (seed !== undefined)
    await page.addInitScript((s) => {
      const real = crypto.getRandomValues.bind(crypto)
      crypto.getRandomValues = ((list: Uint32Array<ArrayBuffer>) =>
        list instanceof Uint32Array && list.length === 1 ? list.fill(s) : real(list)) as typeof real
    }, seed)
  await enterAs(page, 'operario')
  await page.goto('/secret')
  await expect(dato(page, 'Estado')).toHaveText('Menú')
}

/** Frames of the page wait from now until the returned function is called: the game stands still however long the next steps take. */
async function holdFrames(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const real = requestAnimationFrame
    const waiting: FrameRequestCallback[] = []
    window.requestAnimationFrame = (f) => waiting.push(f)
    Object.assign(window, {
      releaseFrames: () => {
        window.requestAnimationFrame = real
        for (const f of waiting) real(f)
      },
    })
  })
  return () => page.evaluate(() => (window as unknown as { releaseFrames: () => void }).releaseFrames())
}

// cubre: juego 1-4 7, transiciones 18 21
test('the toolbar has every size, both themes and the options, and the buttons go with the state', async ({
  page,
}) => {
  await open(page)
  for (const [caja, options] of [
    ['Dificultad', ['Fácil 16x16', 'Normal 20x20', 'Difícil 26x26']],
    ['Tema', ['Clásico', 'Neón']],
  ] as const) {
    await page.getByRole('combobox', { name: caja }).click()
    await expect(page.getByRole('option')).toHaveText([...options])
    await page.keyboard.press('Escape')
  }
  await expect(page.getByLabel('Rejilla')).toBeChecked()
  await page.getByLabel('Pasar paredes').check()
  await page.getByRole('button', { name: 'Empezar' }).click()
  await expect(dato(page, 'Estado')).toHaveText('Jugando')
  await page.getByRole('button', { name: 'Pausa' }).click()
  await expect(dato(page, 'Estado')).toHaveText('Pausado')
  await page.getByRole('button', { name: 'Reanudar' }).click()
  await expect(dato(page, 'Estado')).toHaveText('Jugando')
  await page.getByRole('button', { name: 'Reiniciar' }).click()
  await expect(dato(page, 'Estado')).toHaveText('Menú')
  await expect(dato(page, 'Puntos')).toHaveText('0')
})

// cubre: juego 7, transiciones 18 26
test('space starts, pauses and goes on; a wall ends the game', async ({ page }) => {
  await open(page, semillaConComida())
  const release = await holdFrames(page)
  await page.locator('body').press(' ')
  await expect(dato(page, 'Estado')).toHaveText('Jugando')
  await page.locator('body').press(' ')
  await expect(dato(page, 'Estado')).toHaveText('Pausado')
  await page.locator('body').press(' ')
  await page.keyboard.press('w')
  await release()
  await expect(dato(page, 'Estado')).toHaveText('Fin')
  await expect(dato(page, 'Puntos')).toHaveText('0')
  await page.locator('body').press(' ')
  await expect(dato(page, 'Estado')).toHaveText('Jugando')
})

test('after a control has been used the keys are the game’s again', async ({ page }) => {
  await open(page)
  const play = async () => {
    await expect(lienzo(page)).toBeFocused()
    await page.keyboard.press(' ')
    await expect(dato(page, 'Estado')).toHaveText('Jugando')
    await page.getByRole('button', { name: 'Reiniciar' }).click()
    await expect(dato(page, 'Estado')).toHaveText('Menú')
  }
  const dificultad = page.getByRole('combobox', { name: 'Dificultad' })
  await dificultad.click()
  await page.getByRole('option', { name: 'Difícil 26x26' }).click()
  await expect(dificultad).toHaveText('Difícil 26x26')
  await play()
  // Choosing the same option counts as a choice too.
  await dificultad.click()
  await page.getByRole('option', { name: 'Difícil 26x26' }).click()
  await play()
  await page.getByLabel('Rejilla').uncheck()
  await play()
  await page.getByLabel('Pasar paredes').check()
  await play()

  // By keyboard only: a list is opened, closed unchanged, or chosen from.
  const tema = page.getByRole('combobox', { name: 'Tema' })
  await tema.focus()
  await page.keyboard.press(' ')
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(tema).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(tema).toHaveText('Neón')
  await play()
})

// cubre: producto 14, juego 6, transiciones 22
test('food gives ten points, and the end of the game sends them', async ({ page }) => {
  await open(page, semillaConComida())
  const enviada = page.waitForRequest(
    (r) => r.method() === 'POST' && r.url().includes('/api/snake/highscores'),
  )
  await page.getByRole('button', { name: 'Empezar' }).click()
  await expect(dato(page, 'Puntos')).toHaveText('10')
  await expect(dato(page, 'Estado')).toHaveText('Fin')
  const { points, seconds } = (await enviada).postDataJSON()
  expect(points).toBeGreaterThanOrEqual(10)
  expect(seconds).toBeGreaterThan(0)
  await expect(page.getByRole('list').getByText('Oier Operario').first()).toBeVisible()
  await expect(dato(page, 'Mejor')).not.toHaveText('0')
  const list = await (await page.request.get('/api/snake/highscores?scope=global&limit=50')).json()
  expect(list).toContainEqual({ id: expect.any(Number), name: 'Oier Operario', points })
})

// cubre: juego 5, transiciones 26, llamadas 34
test('without the server the points stay in the browser, and no points are not sent', async ({ page }) => {
  let enviadas = 0
  await page.route('**/api/snake/highscores**', (ruta) => {
    if (ruta.request().method() === 'POST') enviadas++
    return ruta.abort()
  })
  await open(page, semillaConComida())
  await expect(page.getByRole('heading', { name: 'High Scores' })).toBeVisible()
  await expect(page.getByText('No scores yet. Be the first!')).toBeVisible()
  const release = await holdFrames(page)
  await page.getByRole('button', { name: 'Empezar' }).click()
  await page.keyboard.press('ArrowUp')
  await release()
  await expect(dato(page, 'Estado')).toHaveText('Fin')
  await expect(dato(page, 'Puntos')).toHaveText('0')
  expect(enviadas).toBe(0)
  await page.getByRole('button', { name: 'Reiniciar' }).click()
  await page.getByRole('button', { name: 'Empezar' }).click()
  await expect(dato(page, 'Estado')).toHaveText('Fin')
  await expect(page.getByRole('list').getByText('Oier Operario').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('list').getByText('Oier Operario').first()).toBeVisible()
})

// cubre: transiciones 27
test('a swipe turns the snake on a phone, and the page stays still', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await open(page, semillaConComida())
  const caja = await lienzo(page).boundingBox()
  if (!caja) throw new Error('no board')
  const [x, y] = [caja.x + caja.width / 2, caja.y + caja.height / 2]
  await page.mouse.move(x, y)
  const release = await holdFrames(page)
  await lienzo(page).tap()
  // Up at once, away from the food: the game ends at the upper wall without a point.
  await page.mouse.down()
  await page.mouse.move(x, y - 40)
  await page.mouse.up()
  await release()
  await expect(dato(page, 'Estado')).toHaveText('Fin')
  await expect(dato(page, 'Puntos')).toHaveText('0')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await context.close()
})

/** The colour at a point of the board, as shares of its side. */
const colorEn = (page: Page, x: number, y: number) =>
  lienzo(page).evaluate(
    (el: HTMLCanvasElement, [px, py]) => {
      const point = el.getContext('2d')?.getImageData(px * el.width, py * el.height, 1, 1).data ?? []
      return `#${[...point]
        .slice(0, 3)
        .map((v) => v.toString(16).padStart(2, '0'))
        .join('')}`
    },
    [x, y] as const,
  )

// cubre: juego 2-3
test('the themes and the grid change how the board is drawn, and nothing of the game', async ({ page }) => {
  await open(page, semillaConComida())
  await page.getByRole('button', { name: 'Empezar' }).click()
  await page.getByRole('button', { name: 'Pausa' }).click()
  // The corner is free on this board; the first grid line is one cell of twenty away from it.
  const background = () => colorEn(page, 0.02, 0.02)
  const raya = () => colorEn(page, 0.05, 0.02)
  await expect.poll(background).toBe(TEMAS.clasico.fondo)
  await expect.poll(raya).toBe(TEMAS.clasico.rejilla)
  await page.getByRole('combobox', { name: 'Tema' }).click()
  await page.getByRole('option', { name: 'Neón' }).click()
  await expect.poll(background).toBe(TEMAS.neon.fondo)
  await expect.poll(raya).toBe(TEMAS.neon.rejilla)
  await page.getByLabel('Rejilla').uncheck()
  await expect.poll(raya).toBe(TEMAS.neon.fondo)
  await expect(dato(page, 'Estado')).toHaveText('Pausado')
  // The theme of the app is independent.
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(background).toBe(TEMAS.neon.fondo)
})

// cubre: transiciones 21
test('however often it is restarted, the board is drawn once a frame and the snake keeps its pace', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { fillRect } = CanvasRenderingContext2D.prototype
    const cuenta = { dibujos: 0 }
    Object.assign(window, { cuenta })
    CanvasRenderingContext2D.prototype.fillRect = function (...caja) {
      cuenta.dibujos++
      fillRect.apply(this, caja)
    }
  })
  /** Boards drawn in thirty frames, before the snake dies: the background of each is one rectangle. */
  const dibujos = () =>
    page.evaluate(async () => {
      const { cuenta } = window as unknown as { cuenta: { dibujos: number } }
      const before = cuenta.dibujos
      for (let i = 0; i < 30; i++) await new Promise(requestAnimationFrame)
      return cuenta.dibujos - before
    })
  const seed = semillaConComida()
  await open(page, seed)
  for (let i = 0; i < 12; i++) {
    await page.getByRole('button', { name: 'Empezar' }).click()
    await page.getByRole('button', { name: 'Reiniciar' }).click()
    await page.getByLabel('Rejilla').click()
  }
  const empezada = Date.now()
  await page.getByRole('button', { name: 'Empezar' }).click()
  const enMarcha = await dibujos()
  expect(enMarcha).toBeGreaterThanOrEqual(28)
  expect(enMarcha).toBeLessThanOrEqual(32)
  const { serpiente, comida } = createPartida('normal', false, seed)
  const pasos = (comida?.x ?? 0) - (serpiente[0]?.x ?? 0)
  await expect(dato(page, 'Puntos')).toHaveText('10')
  // The first step is due at once, and a frame is stamped some milliseconds before it is drawn.
  expect(Date.now() - empezada).toBeGreaterThan((pasos - 2) * 130)
  // After leaving the game nothing keeps running.
  await page.getByRole('link', { name: 'Inventario', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Inventario' })).toBeVisible()
  expect(await dibujos()).toBe(0)
})

test('nothing for axe to find, in either theme', async ({ page }) => {
  await open(page)
  await expectAccesible(page)
})
