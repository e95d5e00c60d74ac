import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Answers, refuse } from '../../testing/answers'
import { device, fleet } from '../../testing/devices'
import { sayChanges } from '../../testing/live'
import { cell, onMap, PLANT } from '../../testing/map'
import { allowMotion } from '../../testing/media'
import { openApp } from '../../testing/open-app'
import { column, rows } from '../../testing/rows'
import { emptyAnswers } from '../../testing/sample'

const open = (answers: Answers = {}, address = '/', devices = fleet(2)) =>
  openApp(address, { answers: { ...onMap(devices), ...answers } })

/** First cell of the row that lights up next: it does so for a second and a half only. */
const nextLit = () =>
  new Promise<string | null | undefined>((done) => {
    new MutationObserver((all, observer) => {
      const lit = all.map((m) => m.target as Element).find((e) => e.getAttribute('data-reciente') === 'true')
      if (!lit) return
      observer.disconnect()
      done(lit.querySelector('td')?.textContent)
    }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['data-reciente'] })
  })

test('a row lights up for what people care about, not for being heard again', async () => {
  const long = new Date(Date.now() - 3_600_000).toISOString()
  const one = device(1, { UltimoRegistro: long })
  await open({}, '/', [one])
  await expect.poll(() => column(2)[0]).toContain('hace 1 h')
  sayChanges([{ ...one, UltimoRegistro: new Date().toISOString(), Rssi: -41 }])
  await expect.poll(() => column(2)[0]).toContain('ahora')
  expect(rows()[0]).not.toHaveAttribute('data-reciente')
  const lit = nextLit()
  sayChanges([{ ...one, Estado: 'Impacto' }])
  expect(await lit).toContain('20014-001')
  await expect.poll(() => rows()[0]?.hasAttribute('data-reciente')).toBe(false)
})

test('a container that is heard for the first time joins a list that shows all', async () => {
  const devices = [device(1)]
  await open({}, '/', devices)
  await expect.poll(() => column(0)).toHaveLength(1)
  devices.push(device(2, PLANT))
  sayChanges([device(2, PLANT)])
  await expect.poll(() => column(0)).toHaveLength(2)
})

test('rows keep their place while the list is sorted by time', async () => {
  await open({}, '/?orden=UltimoRegistro&sentido=desc', fleet(5))
  await expect.poll(() => column(0)).toHaveLength(5)
  const before = column(0)
  const lit = nextLit()
  sayChanges([device(5, { UltimoRegistro: new Date().toISOString(), Estado: 'Impacto' })])
  expect(await lit).toContain('20014-005')
  expect(column(0)).toEqual(before)
})

for (const moves of [true, false])
  test(`a count that changes ${moves ? 'slides in' : 'stands at once where motion is unwelcome'}, and its marker keeps the focus`, async () => {
    if (moves) await allowMotion()
    const slid: (string | null)[] = []
    const { animate } = Element.prototype
    vi.spyOn(Element.prototype, 'animate').mockImplementation(function (this: Element, ...args) {
      if (this.classList.contains('cuenta')) slid.push(this.textContent)
      return animate.apply(this, args)
    })
    onTestFinished(() => void vi.restoreAllMocks())
    let n = 5
    await open({ listCeldas: () => ({ celdas: [cell(n)], total: n }) })
    const group = (count: number) => page.getByRole('button', { name: new RegExp(`^Grupo de ${count} `) })
    await expect.element(group(5)).toBeVisible()
    // Until the map is idle, each move draws its markers again.
    await expect
      .poll(async () => {
        ;(group(5).elements()[0] as HTMLElement | undefined)?.focus()
        await new Promise((r) => setTimeout(r, 300))
        return document.activeElement?.getAttribute('aria-label')
      })
      .toMatch(/^Grupo de 5 /)
    n = 6
    ;(page.getByRole('button', { name: 'Recargar' }).element() as HTMLElement).click()
    await expect.element(group(6)).toHaveFocus()
    if (moves) await expect.poll(() => slid).toContain('6')
    else expect(slid).not.toContain('6')
  })

// cubre: mapa 21-23
test('incidents are told once per session', async () => {
  const told = { getResumenIncidencias: () => ({ totalIncidencias: 7, contenedoresUnicos: 4 }) }
  const { screen } = await open(told)
  const notice = page.getByText(
    '¡Aviso de Incidencias! Ha habido 7 incidencias en 4 contenedores diferentes.',
  )
  await expect.element(notice).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar aviso' }).click()
  await screen.unmount()
  const again = await open(told)
  await expect.poll(rows).toHaveLength(2)
  expect(notice.elements()).toEqual([])
  await again.screen.unmount()
  sessionStorage.clear()
  await open({ ...emptyAnswers(), ...onMap(fleet(2)), ...told })
  await page.getByRole('button', { name: 'Ver Incidencias' }).click()
  await expect.poll(() => location.pathname).toBe('/incidencias')
})

test('markers that fail say so, and are asked for again', async () => {
  let fails = true
  await open({
    listCeldas: () =>
      fails ? refuse({ status: 400, error: 'No se pudo leer.' }) : { celdas: [cell(5)], total: 5 },
  })
  const notice = page.getByRole('alert').filter({ hasText: 'No se han podido cargar los marcadores' })
  await expect.element(notice).toBeVisible()
  fails = false
  await notice.getByRole('button', { name: 'Reintentar' }).click()
  await expect.element(page.getByRole('button', { name: /^Grupo de 5 / })).toBeVisible()
  expect(notice.elements()).toEqual([])
  await userEvent.keyboard('{Escape}')
})
