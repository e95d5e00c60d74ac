import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { CategoriaManual } from '#contract/personas/manuales/manuales'
import { expectAccessible, expectNoOverflow } from '../../testing/accessible'
import { type Answers, refuse } from '../../testing/answers'
import { pressKey } from '../../testing/keys'
import { openApp } from '../../testing/open-app'
import { emptyAnswers } from '../../testing/sample'
import { NOBODY } from '../../testing/sessions'

const id = (letter: string) => letter.repeat(16)
const doc = (letter: string, title: string) => ({ id: id(letter), title, type: 'pdf' as const })
const TREE: CategoriaManual[] = [
  {
    id: id('g'),
    title: 'Guía de uso',
    docs: [doc('a', '1. Primeros pasos'), doc('b', '4. Incidencias'), doc('c', '5. Gráficos')],
    children: [],
  },
]
const item = (name: string) => page.getByRole('treeitem', { name: new RegExp(name) }).first()
const frame = (title: string) => document.querySelector(`iframe[title="${title}"]`)
const finder = page.getByPlaceholder('Buscar en los manuales')

async function open(query = '', answers: Answers = {}, { width = 1440, viewer = true } = {}) {
  // Whether this browser can show a PDF in a page is not under test.
  vi.spyOn(navigator, 'pdfViewerEnabled', 'get').mockReturnValue(viewer)
  return openApp(`/Manuales${query}`, {
    width,
    answers: emptyAnswers({
      ...NOBODY,
      listManuales: () => ({ categories: TREE }),
      getManual: ({ params }) => ({ url: `/nothing/${params.name}` }),
      ...answers,
    }),
  })
}

// cubre: manuales 2 4
test('a document is in the address, and the text before a selection comes back', async () => {
  await open()
  const before = page.getByText('Seleccione un documento para visualizarlo o reproducirlo', { exact: true })
  await expect.element(before).toBeVisible()
  await item('4. Incidencias').click()
  await expect.poll(() => location.search).toBe(`?doc=${id('b')}`)
  await expect.poll(() => frame('4. Incidencias')?.getAttribute('src')).toBe(`/nothing/${id('b')}`)
  await expect
    .element(page.getByRole('link', { name: 'Descargar' }))
    .toHaveAttribute('download', '4. Incidencias.pdf')
  expect(page.getByRole('button', { name: 'Subir' }).elements()).toEqual([])
  history.back()
  await expect.element(before).toBeVisible()
})

// cubre: manuales 1
test('the tree is walked with the keyboard', async () => {
  await open()
  await expect.element(item('Guía de uso')).toBeVisible()
  ;(item('Guía de uso').element() as HTMLElement).focus()
  await pressKey('ArrowLeft')
  await expect.poll(() => page.getByRole('treeitem', { name: /1\. Primeros pasos/ }).elements()).toEqual([])
  await pressKey('ArrowRight', 'ArrowDown', 'Enter')
  await expect.element(page.getByRole('heading', { name: '1. Primeros pasos' })).toBeVisible()
})

test('search finds titles and what the documents say, and opens the page', async () => {
  await open('', {
    searchManuales: ({ query }) => ({
      data:
        query.q === 'extravio'
          ? [
              {
                id: id('b'),
                title: '4. Incidencias',
                pagina: 2,
                fragmento: [
                  { texto: 'Posible ', marcado: false },
                  { texto: 'extravío', marcado: true },
                ],
              },
            ]
          : [],
    }),
  })
  await finder.fill('extravio')
  await expect.element(page.getByText('Ningún título coincide.')).toBeVisible()
  const found = page
    .getByRole('region', { name: 'En el texto' })
    .getByRole('button', { name: /4\. Incidencias/ })
  await expect.element(found).toBeVisible()
  expect(document.querySelector('mark')?.textContent).toBe('extravío')
  await expectAccessible(page.getByRole('region', { name: 'En el texto' }).element())
  await found.click()
  await expect.poll(() => new URLSearchParams(location.search).get('pagina')).toBe('2')
  await expect.poll(() => frame('4. Incidencias')?.getAttribute('src')).toMatch(/#page=2$/)
  await finder.fill('graficos')
  await expect.element(item('5. Gráficos')).toBeVisible()
  await expect.poll(() => page.getByRole('treeitem', { name: /1\. Primeros pasos/ }).elements()).toEqual([])
  await finder.fill('zzzxqw')
  await expect.element(page.getByText('Ningún manual habla de eso.')).toBeVisible()
})

test('without a PDF viewer the document can still be opened', async () => {
  await open(`?doc=${id('b')}&pagina=2`, {}, { viewer: false })
  await expect
    .element(page.getByRole('link', { name: 'Abrir el documento' }))
    .toHaveAttribute('href', `/nothing/${id('b')}#page=2`)
  await expect
    .element(page.getByRole('link', { name: 'Abrir en otra pestaña' }))
    .toHaveAttribute('target', '_blank')
})

// cubre: errores 25-26
test('what cannot be loaded is said, and asked for again', async () => {
  let [tree, file] = [true, true]
  const failure = () => refuse({ status: 500, error: 'x' })
  const { router } = await open(`?doc=${id('b')}`, {
    listManuales: () => (tree ? failure() : { categories: TREE }),
    getManual: ({ params }) => (file ? failure() : { url: `/nothing/${params.name}` }),
  })
  await expect.element(page.getByText('Error al obtener el menú de manuales', { exact: true })).toBeVisible()
  tree = false
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect.element(page.getByText('Error al obtener la URL del PDF', { exact: true })).toBeVisible()
  file = false
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect.poll(() => frame('4. Incidencias')).not.toBeNull()
  await router.navigate({ to: '/Manuales', search: { doc: 'no-existe' } as never })
  await expect.element(page.getByText('Ese documento ya no existe')).toBeVisible()
})

test('on a phone: the tree, then the document, and back', async () => {
  await open('', {}, { width: 390 })
  await item('4. Incidencias').click()
  await expect.poll(() => page.getByRole('tree').elements()).toEqual([])
  await expect.poll(() => frame('4. Incidencias')).not.toBeNull()
  expectNoOverflow()
  await page.getByRole('button', { name: 'Volver a los manuales' }).click()
  await expect.element(item('4. Incidencias')).toBeVisible()
})
