import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { z } from 'zod'
import type { Vista } from '#contract/resumen/vistas/vistas'
import { expectAccessible, expectNoOverflow } from '../../testing/accessible'
import { type Answers, refuse } from '../../testing/answers'
import { pressKey } from '../../testing/keys'
import { openApp } from '../../testing/open-app'
import { emptyAnswers } from '../../testing/sample'
import { ADMIN } from '../../testing/sessions'
import { act } from '../../testing/steps'
import { expectToast } from '../../testing/toasts'

type View = z.input<typeof Vista>
type Mail = { correo: 'listo' | 'sin_servidor' | 'sin_direccion'; direccion: string | null }

/** A server that keeps the views of one person. */
function keepViews(views: View[] = [], mail: Mail = { correo: 'sin_direccion', direccion: null }): Answers {
  const find = (id: string) => views.find((v) => v.id === Number(id)) as View
  return {
    listVistas: () => ({ data: views, ...mail }),
    createVista: ({ body }) => {
      const { consulta: _, ...kept } = body as View & { consulta: object }
      if (views.some((v) => v.nombre.toLowerCase() === kept.nombre.toLowerCase()))
        return refuse({ status: 409, error: 'Ya tienes una vista con ese nombre.', campo: 'nombre' })
      const made = { ...VIEW, ...kept, id: views.length + 1 }
      views.push(made)
      return made
    },
    updateVista: ({ params, body }) => {
      const { nombre, compartida } = body as View
      return Object.assign(find(params.id as string), { nombre, compartida })
    },
    removeVista: ({ params }) => {
      views.splice(views.indexOf(find(params.id as string)), 1)
      return { ok: true }
    },
  }
}
const VIEW: View = {
  id: 1,
  pantalla: 'inventario',
  nombre: 'Familia 20014',
  busqueda: { familia: '20014', orden: 'Bateria', sentido: 'desc' },
  compartida: false,
  mia: true,
  eliminable: true,
  de: 'Olga Operaria',
  envio: null,
}

const panel = page.getByRole('dialog', { name: 'Vistas', exact: true })
const opener = page.getByRole('button', { name: 'Vistas', exact: true })
const view = (name: string) =>
  panel.getByRole('listitem').filter({ hasText: name }).getByRole('button').first()
async function open(address: string, answers: Answers, width = 1440) {
  const app = await openApp(address, { width, answers: emptyAnswers(answers) })
  await opener.click()
  await expect.element(panel).toBeVisible()
  return app
}
async function keep(name: string, shared = false) {
  await panel.getByRole('button', { name: 'Guardar esta vista…' }).click()
  const form = page.getByRole('dialog', { name: 'Guardar esta vista' })
  await form.getByLabelText('Nombre').fill(name)
  if (shared) await form.getByLabelText('Compartirla con mi empresa').click()
  await form.getByRole('button', { name: 'Guardar' }).click()
  return form
}

for (const width of [1440, 390])
  test(`a filter is kept and shared, ${width} px wide`, async () => {
    const { asked } = await open(
      '/poc-status?familia=20014&orden=Bateria&sentido=desc&pagina=2',
      keepViews(),
      width,
    )
    await expect.element(panel).toMatchTextContent(/Todavía no hay ninguna/)
    const form = await keep('Familia 20014', true)
    await expect.poll(() => form.elements()).toEqual([])
    await expect.element(view('Familia 20014')).toHaveAttribute('aria-current', 'true')
    await expect.element(panel).toMatchTextContent(/Compartida con tu empresa/)
    await expectAccessible(panel.element())
    expectNoOverflow()
    expect(asked.find((a) => a.name === 'createVista')?.request.body).toMatchObject({
      pantalla: 'inventario',
      compartida: true,
      busqueda: { familia: 20014, orden: 'Bateria', sentido: 'desc' },
    })
  })

test('a name that is there already is an error beside its field', async () => {
  await open('/poc-status', keepViews([{ ...VIEW }]))
  const form = await keep('familia 20014')
  await expect.element(form).toMatchTextContent(/Ya tienes una vista con ese nombre/)
  await expectAccessible(form.element())
})

test('a view is put on screen again, and the focus goes back to its button', async () => {
  await open('/poc-status', keepViews([{ ...VIEW, mia: false, de: 'Otra Persona' }]))
  await expect.element(view('Familia 20014')).not.toHaveAttribute('aria-current')
  ;(view('Familia 20014').element() as HTMLElement).focus()
  await pressKey('Enter')
  await expect
    .poll(() => Object.fromEntries(new URLSearchParams(location.search)))
    .toEqual({ familia: '20014', orden: 'Bateria', sentido: 'desc' })
  await expect.element(opener).toHaveFocus()
})

test('an own view puts its filters on screen too', async () => {
  await open('/poc-status?familia=20015', keepViews([{ ...VIEW }]))
  await view('Familia 20014').click()
  await expect.poll(() => new URLSearchParams(location.search).get('familia')).toBe('20014')
})

test('a view is renamed, and taken away once that is confirmed', async () => {
  await open('/poc-status', keepViews([{ ...VIEW, compartida: true }]))
  await act('Familia 20014', 'Nombre y compartir…')
  const form = page.getByRole('dialog', { name: 'Nombre y compartir' })
  await form.getByLabelText('Nombre').fill('La 20014')
  await form.getByLabelText('Compartirla con mi empresa').click()
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect.element(view('La 20014')).toBeVisible()
  await expect.element(panel).not.toMatchTextContent(/Compartida/)
  const ask = page.getByRole('alertdialog')
  await act('La 20014', 'Eliminar…')
  await expect.element(ask).toMatchTextContent(/¿Eliminar la vista «La 20014»\?/)
  await ask.getByRole('button', { name: 'Cancelar' }).click()
  await expect.element(view('La 20014')).toBeVisible()
  await act('La 20014', 'Eliminar…')
  await ask.getByRole('button', { name: 'Eliminar' }).click()
  await expect.element(panel).toMatchTextContent(/Todavía no hay ninguna/)
  await expect.element(panel.getByRole('button', { name: 'Guardar esta vista…' })).toHaveFocus()
})

test('the view of somebody else can only be mailed', async () => {
  await open('/poc-status', keepViews([{ ...VIEW, mia: false, eliminable: false, de: 'Nerea' }]))
  await expect.element(panel).toMatchTextContent(/De Nerea/)
  await page.getByRole('button', { name: 'Acciones de Familia 20014' }).click()
  expect(
    page
      .getByRole('menuitem')
      .elements()
      .map((e) => e.textContent),
  ).toEqual(['Enviar por correo…'])
})

for (const [mail, text] of [
  ['sin_servidor', /no tiene un servidor de correo/],
  ['sin_direccion', /No tienes una dirección de correo confirmada/],
] as const)
  test(`by mail: what is missing is said, ${mail}`, async () => {
    await open('/poc-status', keepViews([{ ...VIEW }], { correo: mail, direccion: null }))
    await act('Familia 20014', 'Enviar por correo…')
    const form = page.getByRole('dialog', { name: 'Enviar «Familia 20014» por correo' })
    await expect.element(form).toMatchTextContent(text)
    await expect.element(form.getByRole('button', { name: 'Enviar' })).toBeDisabled()
  })

for (const width of [1440, 390])
  test(`by mail: when and as what, ${width} px wide`, async () => {
    const { asked } = await open(
      '/poc-status',
      {
        ...keepViews([{ ...VIEW }], { correo: 'listo', direccion: 'yo@planta.example' }),
        setEnvioVista: () => refuse({ status: 409, error: 'Ahora no.' }),
      },
      width,
    )
    await act('Familia 20014', 'Enviar por correo…')
    const form = page.getByRole('dialog', { name: 'Enviar «Familia 20014» por correo' })
    await expect.element(form).toMatchTextContent(/yo@planta\.example/)
    await form.getByRole('combobox', { name: 'Cuándo' }).click()
    await page.getByRole('option', { name: 'Cada lunes' }).click()
    await form.getByLabelText('Hora de la planta').fill('06:30')
    await expectAccessible(form.element())
    expectNoOverflow()
    await form.getByRole('button', { name: 'Enviar' }).click()
    await expect.element(form.getByRole('alert')).toMatchTextContent(/Ahora no\./)
    expect(asked.find((a) => a.name === 'setEnvioVista')?.request.body).toEqual({
      formato: 'xlsx',
      cuando: 'lunes',
      hora: '06:30',
    })
  })

/** Each screen whose table has a file, with filters that its view keeps. */
for (const address of [
  '/poc-status?familia=20014',
  '/inventory',
  '/NewData',
  '/status?familia=20014',
  '/incidencias',
  '/perdidas?familia=20014',
  '/perdidas?vista=merma&por=etapa',
  '/perdidas?vista=merma&por=etapa&que=declarados',
  '/pilas',
  '/Logistics',
  '/recuentos?estado=cerrado',
  '/custodia?orden=contenedores&sentido=desc',
  '/custodia?vista=extracto',
  '/admin/usuarios?pestana=auditoria',
])
  test(`a view of ${address} is kept, put on screen again and changed`, async () => {
    const { pathname, searchParams } = new URL(address, location.href)
    const pestana = searchParams.get('pestana')
    const { asked, router } = await open(address, { ...(pestana && ADMIN), ...keepViews() })
    const form = await keep('De prueba')
    await expect.poll(() => form.elements()).toEqual([])
    await router.navigate({ to: pathname, search: (pestana ? { pestana } : {}) as never })
    if (panel.elements().length === 0) await opener.click()
    await view('De prueba').click()
    await expect
      .poll(() => Object.fromEntries(new URLSearchParams(location.search)))
      .toMatchObject(Object.fromEntries(searchParams))
    expect(location.pathname).toBe(pathname)
    await opener.click()
    await act('De prueba', 'Poner los filtros de ahora')
    await expectToast('Vista actualizada con los filtros de ahora')
    expect(asked.map((a) => a.name)).toContain('updateVista')
  })
