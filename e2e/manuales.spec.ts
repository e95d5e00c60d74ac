import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { enterAs } from './enter'
import { test } from './prueba'
import { expectToast } from './toasts'

type Categoria = {
  id: string
  title: string
  docs: { id: string; title: string; type: string }[]
  children: Categoria[]
}

const PELICULA = new URL('../docs/manuales/Vídeos/Recorrido por Retorna.mp4', import.meta.url)

const arbol = async (page: Page) =>
  ((await (await page.request.get('/api/manuales')).json()) as { categories: Categoria[] }).categories
const docs = (cs: Categoria[]): Categoria['docs'] => cs.flatMap((c) => [...c.docs, ...docs(c.children)])
const incidencias = async (page: Page) => {
  const d = docs(await arbol(page)).find((x) => x.title === '4. Incidencias')
  if (!d) throw new Error('the manual of the incidents is not there')
  return d
}
const item = (page: Page, nombre: string) => page.getByRole('treeitem', { name: nombre }).first()
/** Whether this browser can show a PDF in a page is not under test. */
const setVisor = (page: Page, hay: boolean) =>
  page.addInitScript((v) => Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => v }), hay)

// cubre: producto 7, rutas 14, manuales 2 4
test('without a session: the tree, the text before a selection, a document in the address', async ({
  page,
}) => {
  await setVisor(page, true)
  await page.goto('/Manuales')
  await expect(
    page.getByText('Seleccione un documento para visualizarlo o reproducirlo', { exact: true }),
  ).toBeVisible()
  await item(page, '4. Incidencias').click()
  const d = await incidencias(page)
  await expect(page).toHaveURL(new RegExp(`doc=${d.id}`))
  await expect(page.getByRole('heading', { name: '4. Incidencias' })).toBeVisible()
  await expect(page.locator('iframe[title="4. Incidencias"]')).toHaveAttribute(
    'src',
    `/api/manuales/archivo/${d.id}`,
  )
  await expect(page.getByRole('link', { name: 'Descargar' })).toHaveAttribute(
    'download',
    '4. Incidencias.pdf',
  )
  const archivo = await page.request.get(`/api/manuales/archivo/${d.id}`)
  expect((await archivo.body()).subarray(0, 5).toString()).toBe('%PDF-')
  await page.goBack()
  await expect(page.getByText('Seleccione un documento para visualizarlo o reproducirlo')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Subir' })).toBeHidden()
})

test('search finds titles and what the documents say, and opens the page', async ({ page }) => {
  await setVisor(page, true)
  await page.goto('/Manuales')
  await page.getByPlaceholder('Buscar en los manuales').fill('extravio')
  await expect(page).toHaveURL(/buscar=extravio/)
  await expect(page.getByText('Ningún título coincide.')).toBeVisible()
  const hallada = page
    .getByRole('region', { name: 'En el texto' })
    .getByRole('button', { name: /2\. Mapa/ })
    .first()
  await expect(hallada.locator('mark').first()).toHaveText(/extravío/i)
  await hallada.click()
  await expect(page).toHaveURL(/pagina=2/)
  await expect(page.locator('iframe[title="2. Mapa"]')).toHaveAttribute('src', /#page=2$/)
  await page.getByPlaceholder('Buscar en los manuales').fill('graficos')
  await expect(item(page, '5. Gráficos')).toBeVisible()
  await expect(item(page, '2. Mapa')).toBeHidden()
  await page.getByPlaceholder('Buscar en los manuales').fill('zzzxqw')
  await expect(page.getByText('Ningún manual habla de eso.')).toBeVisible()
})

test('the film of the product plays in the page', async ({ page }) => {
  await page.goto('/Manuales')
  await item(page, 'Recorrido por Retorna').click()
  const video = page.locator('video')
  await expect(video).toHaveAccessibleName('Recorrido por Retorna')
  const estado = () =>
    video.evaluate((v: HTMLVideoElement) => ({ listo: v.readyState >= 1, error: v.error?.message ?? null }))
  await expect.poll(estado).toEqual({ listo: true, error: null })
  const medidas = await video.evaluate((v: HTMLVideoElement) => [v.videoWidth, v.videoHeight, v.duration])
  expect(medidas.slice(0, 2)).toEqual([1280, 720])
  expect(medidas[2]).toBeGreaterThan(35)
  expect(medidas[2]).toBeLessThan(90)
  // If it is not loaded yet: the file is fetched by ranges.
  await video.evaluate(async (v: HTMLVideoElement) => {
    v.muted = true
    v.currentTime = v.duration / 2
    await v.play()
  })
  await expect
    .poll(() => video.evaluate((v: HTMLVideoElement) => v.currentTime - v.duration / 2))
    .toBeGreaterThan(0.2)
})

// cubre: manuales 3
test('an admin makes a folder, uploads, renames and removes', async ({ page }) => {
  test.slow()
  const folder = `Prueba ${Date.now()}`
  await enterAs(page, 'admin')
  await page.goto('/Manuales')
  await page.getByRole('button', { name: 'Nueva carpeta' }).click()
  await page.getByLabel('Nombre').fill('a/b')
  await page.getByRole('button', { name: 'Crear' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('El nombre no puede llevar')
  await page.getByLabel('Nombre').fill(folder)
  await page.getByRole('button', { name: 'Crear' }).click()
  await expect(item(page, folder)).toBeVisible()

  await page.getByRole('button', { name: 'Subir', exact: true }).click()
  const dialogo = page.getByRole('dialog', { name: 'Subir un documento' })
  await expect(dialogo.getByRole('combobox', { name: 'Carpeta' })).toHaveText(folder)
  const choose = (name: string, buffer: Buffer) =>
    dialogo.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await choose('notas.txt', Buffer.from('x'))
  await expect(dialogo.getByRole('alert')).toContainText('no es un PDF ni un vídeo MP4')
  await choose('Falso.mp4', Buffer.from('no soy un vídeo, de verdad'))
  await dialogo.getByRole('button', { name: 'Subir' }).click()
  await expect(dialogo.getByRole('alert')).toContainText('no es un PDF ni un vídeo MP4')
  await choose('Vuelta.mp4', await readFile(PELICULA))
  await dialogo.getByRole('button', { name: 'Subir' }).click()
  await expect(dialogo).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Vuelta' })).toBeVisible()
  await expect(page.locator('article video')).toBeAttached()
  await expect
    .poll(async () => (await arbol(page)).find((c) => c.title === folder)?.docs.map((d) => [d.title, d.type]))
    .toEqual([['Vuelta', 'mp4']])

  await page.getByRole('button', { name: 'Acciones de Vuelta' }).click()
  await page.getByRole('menuitem', { name: 'Renombrar' }).click()
  await page.getByLabel('Nombre').fill('Recorrido')
  await page.getByRole('dialog').getByRole('button', { name: 'Renombrar' }).click()
  await expect(page.getByRole('heading', { name: 'Recorrido' })).toBeVisible()
  await page.getByRole('button', { name: 'Acciones de Recorrido' }).click()
  await page.getByRole('menuitem', { name: 'Eliminar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByText('Seleccione un documento para visualizarlo o reproducirlo')).toBeVisible()
  await item(page, folder).click()
  await page.getByRole('button', { name: `Acciones de ${folder}` }).click()
  await page.getByRole('menuitem', { name: 'Eliminar carpeta' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(item(page, folder)).toBeHidden()
  await expect.poll(async () => (await arbol(page)).map((c) => c.title)).not.toContain(folder)
})

// cubre: manuales 1
test('an admin moves a document to another folder, where everybody finds it', async ({ page }) => {
  await enterAs(page, 'admin')
  const [de, a] = [`De ${Date.now()}`, `A ${Date.now()}`]
  const create = async (titulo: string): Promise<string> =>
    (await (await page.request.post('/api/manuales/carpetas', { data: { titulo } })).json()).id
  const [idOf, idA] = [await create(de), await create(a)]
  const archivo = { name: 'Paseo.mp4', mimeType: 'video/mp4', buffer: await readFile(PELICULA) }
  const subido = await page.request.post(`/api/manuales/documentos?carpeta=${idOf}`, {
    multipart: { archivo },
  })
  const { id } = await subido.json()
  const suyos = async (folder: string) =>
    (await arbol(page)).find((c) => c.title === folder)?.docs.map((d) => d.title)

  await page.goto(`/Manuales?doc=${id}`)
  await page.getByRole('button', { name: 'Acciones de Paseo' }).click()
  await page.getByRole('menuitem', { name: 'Mover' }).click()
  const dialogo = page.getByRole('dialog', { name: 'Mover «Paseo»' })
  const folder = dialogo.getByRole('combobox', { name: 'Carpeta' })
  await expect(folder).toHaveText(de)
  await expect(dialogo.getByRole('button', { name: 'Mover' })).toBeDisabled()
  await folder.click()
  await page.getByRole('option', { name: a }).click()
  await dialogo.getByRole('button', { name: 'Mover' }).click()
  await expectToast(page, 'Documento movido')
  await expect(dialogo).toBeHidden()
  expect([await suyos(de), await suyos(a)]).toEqual([[], ['Paseo']])

  // It stays open, and is selected in its new folder.
  await expect(page.getByRole('heading', { name: 'Paseo' })).toBeVisible()
  await expect(item(page, a).getByRole('treeitem', { name: 'Paseo' })).toBeVisible()
  await expect
    .poll(() => page.locator('article video').evaluate((v: HTMLVideoElement) => v.readyState))
    .toBeGreaterThan(0)
  const nuevo = new URL(page.url()).searchParams.get('doc')
  await page.goto(`/Manuales?doc=${nuevo}`)
  await expect(page.getByRole('heading', { name: 'Paseo' })).toBeVisible()
  await page.request.delete(`/api/manuales/documentos/${nuevo}`)
  for (const c of [idOf, idA])
    expect((await page.request.delete(`/api/manuales/carpetas/${c}`)).status()).toBe(200)
})
