import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FichaContenedor } from '#contract/oir/contenedores/contenedores'
import { expectAccessible } from '../../testing/accessible'
import { type Answers, refuse } from '../../testing/answers'
import { device } from '../../testing/devices'
import { openApp } from '../../testing/open-app'
import { createPlan } from '../../testing/plan'
import { button } from '../../testing/steps'

const OLD = device(1).Dispositivo
const NEW = 'AC233FFFFFFF'
const now = () => new Date().toISOString()

/** The file of a container whose tag and place are changed. */
async function open(answers: Answers = {}) {
  const file: FichaContenedor = {
    dispositivo: device(1),
    eliminado: null,
    mide_impactos: true,
    impactos_total: 0,
    abiertas: { n: 0, con_danio: 0 },
    espera: { pila: null, atascado: null },
    estancias: [],
    estancias_cortadas: false,
    curvas: [],
    impactos: [],
    deshacer_s: 0,
    etiquetas: [],
  }
  const { asked } = await openApp('/contenedor/20014-001', {
    answers: {
      getContenedor: () => file,
      listTransiciones: () => ({ data: [] }),
      getPorQue: () => ({ movimiento: null, tramo: null, siguiente: null, causa: null, persona: null }),
      getPerdidaOf: () => refuse({ status: 404, error: 'Nada.' }),
      listUbicaciones: createPlan().answers.listUbicaciones as never,
      changeEtiqueta: ({ body }) => {
        const { mac_serie } = body as { mac_serie: string }
        const momento = now()
        file.dispositivo = device(1, { Dispositivo: mac_serie })
        file.etiquetas = [{ momento, antes: OLD, despues: mac_serie, username: 'operario' }]
        file.deshacer_s = 60
        return { ok: true, data: file.dispositivo, anterior: OLD, momento, deshacer_s: 60 }
      },
      undoEtiqueta: () => {
        Object.assign(file, { dispositivo: device(1), etiquetas: [], deshacer_s: 0 })
        return { ok: true, data: file.dispositivo }
      },
      ...answers,
    },
  })
  const bodies = (name: keyof Answers) => asked.filter((a) => a.name === name).map((a) => a.request.body)
  await button('Cambiar etiqueta').click()
  return { asked, bodies }
}
const tag = () => page.getByRole('region', { name: 'Etiqueta', exact: true })
const field = () => page.getByLabelText('MAC de la etiqueta nueva')
const accept = () => page.getByRole('dialog').getByRole('button', { name: 'Cambiar etiqueta' }).click()

test('another tag: one that is taken is refused, and for a minute the change is taken back', async () => {
  let taken = true
  const { bodies } = await open({
    changeEtiqueta: ({ body }) =>
      taken
        ? refuse({ status: 409, error: 'Esa etiqueta ya es de 20014-002.' })
        : {
            ...{ ok: true, anterior: OLD, momento: now(), deshacer_s: 60 },
            data: device(1, { Dispositivo: (body as { mac_serie: string }).mac_serie }),
          },
  })
  await field().fill(NEW.toLowerCase())
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog')).toMatchTextContent('ya es de 20014-002.')
  taken = false
  await page.getByRole('radio', { name: 'Está rota' }).click()
  await accept()
  await expect.element(page.getByText('Etiqueta cambiada')).toBeVisible()
  expect(bodies('changeEtiqueta')).toEqual([
    { mac_serie: NEW.toLowerCase(), anterior: 'libre' },
    { mac_serie: NEW.toLowerCase(), anterior: 'rota' },
  ])
})

test('the new tag stands in the file, with the time in which it can be taken back', async () => {
  await open()
  await field().fill(NEW)
  await expectAccessible(page.getByRole('dialog').element())
  await accept()
  await expect.element(tag()).toMatchTextContent(`${NEW}Ahora`)
  await expect.element(tag().getByRole('timer')).toMatchTextContent(/durante \d+ s/)
  await expectAccessible(tag().element())
  await tag().getByRole('button', { name: 'Deshacer' }).click()
  await expect.element(tag()).toMatchTextContent(`${OLD}Ahora`)
  expect(tag().getByRole('button', { name: 'Deshacer' }).elements()).toEqual([])
})

test('a serial number is asked about', async () => {
  const { bodies } = await open()
  await field().fill('SN-12AB34')
  await userEvent.keyboard('{Enter}')
  const question = page.getByRole('alertdialog', { name: 'No es una MAC' })
  await expect.element(question).toMatchTextContent('SN-12AB34')
  await expectAccessible(question.element())
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect.element(field()).toHaveFocus()
  expect(bodies('changeEtiqueta')).toEqual([])
  await userEvent.keyboard('{Enter}')
  await question.getByRole('button', { name: 'Sí, lo es' }).click()
  await expect.element(tag()).toMatchTextContent('SN-12AB34Ahora')
  expect(bodies('changeEtiqueta')).toEqual([{ mac_serie: 'SN-12AB34', anterior: 'libre', es_serie: true }])
})

test('a person says where a container is, and takes it back; what is hardly possible is asked about', async () => {
  const { bodies } = await open({
    createConfirmacion: ({ body }) =>
      (body as { seguro: boolean }).seguro
        ? { id: 5 }
        : refuse({ status: 409, code: 'poco_creible', error: 'Los lectores dicen otra cosa.' }),
    removeConfirmacion: () => ({ ok: true }),
  })
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => page.getByRole('dialog').elements()).toEqual([])
  await button('No está aquí').click()
  const form = page.getByRole('dialog')
  await expect.element(form.getByRole('button', { name: 'Está ahí' })).toBeDisabled()
  await form.getByRole('combobox', { name: 'Está en' }).click()
  await page.getByRole('option', { name: 'En Consumo' }).click()
  await form.getByRole('button', { name: 'Está ahí' }).click()
  const doubt = page.getByRole('alertdialog', { name: '¿Seguro?' })
  await expect.element(doubt).toMatchTextContent('Los lectores dicen otra cosa.')
  await doubt.getByRole('button', { name: 'Sí, está ahí' }).click()
  await expect
    .element(page.getByText('Está en «En Consumo». Durante un minuto se puede deshacer.'))
    .toBeVisible()
  await button('Deshacer').click()
  await expect.element(page.getByText('Corrección deshecha')).toBeVisible()
  expect(bodies('createConfirmacion')).toMatchObject([{ seguro: false }, { seguro: true }])
})
