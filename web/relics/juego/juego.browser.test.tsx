import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, refuse } from '../../testing/answers'
import { pressKey } from '../../testing/keys'
import { preferMedia } from '../../testing/media'
import { openApp } from '../../testing/open-app'
import { emptyAnswers } from '../../testing/sample'
import { TEMAS } from './dibujo'
import { createPartida, type Partida } from './motor'

const board = page.getByRole('img', { name: /^Serpiente/ })
/** A figure beside the board. */
const figure = (name: string) =>
  [...document.querySelectorAll('dt')].find((e) => e.textContent === name)?.nextElementSibling?.textContent
const expectState = (state: string) => expect.poll(() => figure('Estado')).toBe(state)
const button = (name: string) => page.getByRole('button', { name })

/** A board of the size Normal whose food is straight ahead, with nothing else up to the wall: a game that ends without a point has turned. */
function seedWithFood(): number {
  const good = (p: Partida) => {
    const [head] = p.serpiente
    return (
      head && p.comida?.y === head.y && p.comida.x > head.x + 9 && p.obstaculos.every((o) => o.y !== head.y)
    )
  }
  for (let s = 0; s < 100_000; s++) if (good(createPartida('normal', false, s))) return s
  throw new Error('no such board')
}

async function open({ answers = {}, width = 1440 }: { answers?: Answers; width?: number } = {}) {
  const seed = seedWithFood()
  const real = crypto.getRandomValues.bind(crypto)
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((list) =>
    list instanceof Uint32Array && list.length === 1 ? (list.fill(seed) as never) : real(list as never),
  )
  const app = await openApp('/secret', { width, answers: emptyAnswers(answers) })
  await expectState('Menú')
  return app
}

/** Frames wait from now until the returned function is called: the game stands still however long the next steps take. */
function holdFrames(): () => void {
  const waiting: FrameRequestCallback[] = []
  const held = vi.spyOn(window, 'requestAnimationFrame').mockImplementation((f) => waiting.push(f))
  return () => {
    held.mockRestore()
    for (const f of waiting) requestAnimationFrame(f)
  }
}

// cubre: juego 1-4 7, transiciones 18 21
test('the toolbar has every size, both themes and the options, and the buttons go with the state', async () => {
  await open()
  for (const [box, options] of [
    ['Dificultad', ['Fácil 16x16', 'Normal 20x20', 'Difícil 26x26']],
    ['Tema', ['Clásico', 'Neón']],
  ] as const) {
    await page.getByRole('combobox', { name: box }).click()
    await expect
      .poll(() =>
        page
          .getByRole('option')
          .elements()
          .map((o) => o.textContent),
      )
      .toEqual(options)
    await pressKey('Escape')
    await expect.poll(() => page.getByRole('listbox').elements()).toEqual([])
  }
  await expect.element(page.getByLabelText('Rejilla')).toBeChecked()
  await page.getByLabelText('Pasar paredes').click()
  await button('Empezar').click()
  await expectState('Jugando')
  await button('Pausa').click()
  await expectState('Pausado')
  await button('Reanudar').click()
  await expectState('Jugando')
  await button('Reiniciar').click()
  await expectState('Menú')
  expect(figure('Puntos')).toBe('0')
})

// cubre: juego 7, transiciones 18 26
test('space starts, pauses and goes on; a wall ends the game', async () => {
  const { asked } = await open()
  const release = holdFrames()
  await pressKey(' ')
  await expectState('Jugando')
  await pressKey(' ')
  await expectState('Pausado')
  await pressKey(' ', 'w')
  release()
  await expectState('Fin')
  expect(figure('Puntos')).toBe('0')
  expect(asked.map((a) => a.name)).not.toContain('createPuntuacion')
  await pressKey(' ')
  await expectState('Jugando')
})

test('after a control has been used the keys are the game’s again', async () => {
  await open()
  const play = async () => {
    await expect.element(board).toHaveFocus()
    await pressKey(' ')
    await expectState('Jugando')
    await button('Reiniciar').click()
    await expectState('Menú')
  }
  const size = page.getByRole('combobox', { name: 'Dificultad' })
  // Choosing the same option counts as a choice too.
  for (const _ of ['another', 'the same']) {
    await size.click()
    await page.getByRole('option', { name: 'Difícil 26x26' }).click()
    await expect.element(size).toHaveTextContent('Difícil 26x26')
    await play()
  }
  await page.getByLabelText('Rejilla').click()
  await play()
  await page.getByLabelText('Pasar paredes').click()
  await play()
  // By keyboard only: a list is opened, closed unchanged, or chosen from.
  const theme = page.getByRole('combobox', { name: 'Tema' })
  ;(theme.element() as HTMLElement).focus()
  await pressKey(' ')
  await expect.element(page.getByRole('listbox')).toBeVisible()
  await pressKey('Escape')
  await expect.poll(() => page.getByRole('listbox').elements()).toEqual([])
  await expect.element(theme).toHaveFocus()
  await pressKey('Enter', 'ArrowDown', 'Enter')
  await expect.element(theme).toHaveTextContent('Neón')
  await play()
})

// cubre: producto 14, juego 6, transiciones 22
test('food gives ten points, and the end of the game sends them', async () => {
  const list: { id: number; name: string; points: number }[] = []
  const { asked } = await open({
    answers: {
      listPuntuaciones: () => list,
      createPuntuacion: ({ body }) => {
        const made = { id: 1, name: 'Olga Operaria', points: (body as { points: number }).points }
        list.push(made)
        return made
      },
    },
  })
  await button('Empezar').click()
  await expect.poll(() => figure('Puntos')).toBe('10')
  await expectState('Fin')
  await expect.element(page.getByRole('list').getByText('Olga Operaria').first()).toBeVisible()
  const sent = asked.find((a) => a.name === 'createPuntuacion')?.request.body as Record<string, number>
  expect(sent.points).toBeGreaterThanOrEqual(10)
  expect(sent.seconds).toBeGreaterThan(0)
  expect(figure('Mejor')).not.toBe('0')
})

// cubre: juego 5, transiciones 26, llamadas 34
test('without the server the points stay in the browser', async () => {
  const away = () => refuse({ status: 503, error: 'x' })
  const { router } = await open({ answers: { listPuntuaciones: away, createPuntuacion: away } })
  await expect.element(page.getByRole('heading', { name: 'High Scores' })).toBeVisible()
  await expect.element(page.getByText('No scores yet. Be the first!')).toBeVisible()
  await button('Empezar').click()
  await expectState('Fin')
  const own = page.getByRole('list').getByText('Olga Operaria').first()
  await expect.element(own).toBeVisible()
  await router.navigate({ to: '/perfil' })
  await router.navigate({ to: '/secret' })
  await expect.element(own).toBeVisible()
})

// cubre: transiciones 27
test('a swipe turns the snake on a phone, and the page stays still', async () => {
  await open({ width: 390 })
  const { x, y, width, height } = board.element().getBoundingClientRect()
  const at = { clientX: x + width / 2, clientY: y + height / 2, bubbles: true, pointerId: 1 }
  const release = holdFrames()
  await board.click()
  // Up at once, away from the food: the game ends at the upper wall without a point.
  const send = (type: string, dy = 0) =>
    board.element().dispatchEvent(new PointerEvent(type, { ...at, clientY: at.clientY - dy }))
  send('pointerdown')
  send('pointermove', 40)
  send('pointerup', 40)
  release()
  await expectState('Fin')
  expect(figure('Puntos')).toBe('0')
  expect(getComputedStyle(board.element()).touchAction).toBe('none')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
})

/** The colour at a point of the board, as shares of its side. */
function colourAt(px: number, py: number): string {
  const el = board.element() as HTMLCanvasElement
  const point = el.getContext('2d')?.getImageData(px * el.width, py * el.height, 1, 1).data ?? []
  return `#${[...point]
    .slice(0, 3)
    .map((v) => v.toString(16).padStart(2, '0'))
    .join('')}`
}

// cubre: juego 2-3
test('the themes and the grid change how the board is drawn, and nothing of the game', async () => {
  await open()
  await button('Empezar').click()
  await button('Pausa').click()
  // The corner is free on this board; the first grid line is one cell of twenty away from it.
  const background = () => colourAt(0.02, 0.02)
  const line = () => colourAt(0.05, 0.02)
  await expect.poll(background).toBe(TEMAS.clasico.fondo)
  await expect.poll(line).toBe(TEMAS.clasico.rejilla)
  await page.getByRole('combobox', { name: 'Tema' }).click()
  await page.getByRole('option', { name: 'Neón' }).click()
  await expect.poll(background).toBe(TEMAS.neon.fondo)
  await expect.poll(line).toBe(TEMAS.neon.rejilla)
  await page.getByLabelText('Rejilla').click()
  await expect.poll(line).toBe(TEMAS.neon.fondo)
  await expectState('Pausado')
  // The theme of the app is independent.
  await preferMedia({ 'color-scheme': 'dark' })
  await expect.poll(background).toBe(TEMAS.neon.fondo)
  await preferMedia({ 'color-scheme': 'light' })
})

// cubre: transiciones 21
test('however often it is restarted, the board is drawn once a frame and the snake keeps its pace', async () => {
  const { router } = await open()
  const drawn = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillRect')
  /** Boards drawn in thirty frames: the background of each is one rectangle. */
  const draws = async () => {
    const before = drawn.mock.calls.length
    for (let i = 0; i < 30; i++) await new Promise(requestAnimationFrame)
    return drawn.mock.calls.length - before
  }
  for (let i = 0; i < 6; i++) {
    await button('Empezar').click()
    await button('Reiniciar').click()
    await page.getByLabelText('Rejilla').click()
  }
  const begun = Date.now()
  await button('Empezar').click()
  const running = await draws()
  expect(running).toBeGreaterThanOrEqual(28)
  expect(running).toBeLessThanOrEqual(32)
  const { serpiente, comida } = createPartida('normal', false, seedWithFood())
  const steps = (comida?.x ?? 0) - (serpiente[0]?.x ?? 0)
  await expect.poll(() => figure('Puntos')).toBe('10')
  // The first step is due at once, and a frame is stamped some milliseconds before it is drawn.
  expect(Date.now() - begun).toBeGreaterThan((steps - 2) * 130)
  // After leaving the game nothing keeps running.
  await router.navigate({ to: '/perfil' })
  await expect.element(page.getByRole('heading', { name: 'Perfil', level: 1 })).toBeVisible()
  expect(await draws()).toBe(0)
  drawn.mockRestore()
})
