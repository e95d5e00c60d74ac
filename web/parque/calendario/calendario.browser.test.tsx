import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Calendario } from '#contract/parque/calendario/calendario'
import { expectAccessible, expectNoOverflow } from '../../testing/accessible'
import { openApp } from '../../testing/open-app'
import { emptyAnswers } from '../../testing/sample'
import { MANAGER } from '../../testing/sessions'
import { askedOf, expectText, press } from '../../testing/steps'

const YEAR = new Date().getFullYear() + 1

async function open(kept: Calendario[] = [], width = 1440) {
  const answers = emptyAnswers({
    ...MANAGER,
    listCalendarios: () => ({ plantas: [], data: kept }),
    setCalendario: ({ body }) => {
      kept.splice(0, 1, body as Calendario)
      return { plantas: [], data: kept }
    },
    removeCalendario: () => {
      kept.splice(0)
      return { plantas: [], data: kept }
    },
  })
  return openApp('/admin/usuarios?pestana=calendario', { answers, width, height: 844 })
}

test('a calendar is made, changed, kept and taken away', async () => {
  const app = await open()
  await press('Crear el calendario')
  await expectText('80 horas abiertas a la semana')
  await press('Añadir un turno el sábado')
  const end = page.getByRole('group', { name: 'Sábado' }).getByLabelText('Sábado, turno 1, hasta')
  await end.fill('1130')
  ;(end.element() as HTMLElement).blur()
  await expect.element(end).toHaveValue('11:30')
  await expectText('85,5 horas abiertas a la semana')
  await press(`Añadir los de ${YEAR}`)
  const days = page.getByRole('list', { name: `Festivos de ${YEAR}` }).getByRole('listitem')
  await expect.poll(() => days.elements().length).toBe(15)
  await press(`Quitar San Prudencio (Álava), ${YEAR}-04-28`)
  await press('Guardar')
  await expectText(/^Calendario de .+ guardado$/)
  const [saved] = askedOf(app, 'setCalendario').map((r) => r.body as Calendario)
  expect(saved?.semana[5]).toEqual([{ desde: '06:00', hasta: '11:30' }])
  expect(saved?.festivos).toHaveLength(14)
  await press('Quitar el calendario')
  const asks = page.getByRole('alertdialog')
  await expectAccessible(asks.element())
  await press('Quitar', asks)
  await expectText('Aún no hay calendario')
  expect(askedOf(app, 'removeCalendario')).toHaveLength(1)
})

test('shifts that cannot be are refused where they stand, and nothing is sent', async () => {
  const app = await open()
  await press('Crear el calendario')
  const monday = page.getByRole('group', { name: 'Lunes' })
  const second = monday.getByLabelText('Lunes, turno 2, desde')
  await second.fill('13:00')
  await expect.element(monday.getByRole('alert')).toHaveTextContent('Dos turnos de este día se solapan.')
  await second.fill('25')
  await press('Guardar')
  await expect.element(second).toHaveFocus()
  await expect.element(monday.getByRole('alert')).toHaveTextContent('Escribe la hora como 06:00.')
  expect(askedOf(app, 'setCalendario')).toEqual([])
  await expectAccessible()
  await press('Descartar')
  await expectText('Aún no hay calendario')
})

for (const width of [1440, 390])
  test(`a kept calendar is shown, ${width} px wide`, async () => {
    const semana = [[{ desde: '06:00', hasta: '14:00' }], [], [], [], [], [], []]
    await open([{ planta: '', semana, festivos: [{ dia: `${YEAR}-01-01`, nombre: 'Año Nuevo' }] }], width)
    await expectText('8 horas abiertas a la semana')
    await expect.element(page.getByRole('button', { name: 'Guardar' })).toBeDisabled()
    await expectAccessible()
    expectNoOverflow()
  })
