import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { Extracto, Saldo } from '../contract/cuentas/custodia/custodia'
import type { Tercero } from '../contract/cuentas/custodia/terceros'
import type { UnRecuento } from '../contract/cuentas/recuentos/recuentos'
import { enterAs } from './enter'
import { test } from './prueba'
import { expectToast } from './toasts'

test.describe.configure({ timeout: 180_000 })

const statement = async (page: Page, tercero: number): Promise<Extracto> =>
  (await page.request.get(`/api/custodia/extracto?tercero=${tercero}&per_page=200`)).json()

/** Containers of a family for this test only. */
async function registerFamilia(page: Page, familia: string): Promise<string[]> {
  const lote = randomBytes(4).toString('hex')
  const nombres = [1, 2, 3].map((i) => `${familia}-${i}`)
  const filas = nombres.map((nombre, i) => `a${lote}00${i};${nombre}`)
  const buffer = Buffer.from(['mac_serie;apodo', ...filas].join('\r\n'))
  const r = await page.request.post('/api/dispositivos/importar?con_errores=impedir&empresa=1', {
    multipart: { archivo: { name: 'alta.csv', mimeType: 'text/csv', buffer } },
  })
  expect(r.ok(), await r.text()).toBe(true)
  return nombres
}

/** The monthly statement of a partner is switched on. */
async function setMensual(page: Page, nombre: string): Promise<void> {
  await page.goto('/custodia?vista=terceros&en_empresa=1')
  await page.getByRole('button', { name: 'Nuevo tercero' }).click()
  const dialogo = page.getByRole('dialog', { name: 'Nuevo tercero' })
  await dialogo.getByLabel('Nombre').fill(nombre)
  await dialogo.getByLabel('Enviarle el extracto cada mes por correo').check()
  await expect(dialogo.getByRole('button', { name: 'Añadir' })).toBeDisabled()
  await dialogo.getByLabel('Correo', { exact: true }).fill('no es una dirección')
  await dialogo.getByRole('button', { name: 'Añadir' }).click()
  await expect(dialogo.getByRole('alert')).toContainText('dirección de correo')
  await dialogo.getByLabel('Correo', { exact: true }).fill('almacen@tercero.example')
  await dialogo.getByRole('button', { name: 'Añadir' }).click()
  await expectToast(page, 'Tercero añadido')
  await expect(page.getByText('Desde el día 1').first()).toBeVisible()
}

async function importAlbaranes(page: Page, lineas: string[]) {
  await page.getByRole('button', { name: 'Importar albaranes' }).click()
  const dialogo = page.getByRole('dialog', { name: 'Importar albaranes' })
  const titulos = 'tercero;movimiento;fecha;documento;familia;cantidad;contenedores'
  await dialogo.locator('input[type=file]').setInputFiles({
    name: 'albaranes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([titulos, ...lineas, ''].join('\r\n')),
  })
  return dialogo
}

test('delivery notes come from a file, and a count of the partner goes into the book', async ({ page }) => {
  await enterAs(page, 'admin')
  const lote = Date.now().toString(36)
  const nombre = `Cuenta ${lote}`
  const familia = String(91_000 + (Date.now() % 8_000))
  const hoy = new Date().toISOString().slice(0, 10)
  const contenedores = await registerFamilia(page, familia)
  await setMensual(page, nombre)
  const terceros = (await (await page.request.get('/api/custodia/terceros?empresa=1')).json()) as {
    data: Tercero[]
  }
  const { id, mensual } = terceros.data.find((t) => t.nombre === nombre) as Tercero
  expect(mensual).toMatchObject({ activo: true, correo: 'almacen@tercero.example', formato: 'pdf' })

  await page.goto(`/custodia?vista=extracto&tercero=${id}&en_empresa=1`)
  const lineas = [
    `${nombre};enviado;${hoy};A-${lote};;;${contenedores.slice(0, 2).join(' ')}`,
    `${nombre};enviado;${hoy};B-${lote};${familia};5;`,
    `${nombre};enviado;${hoy};C-${lote};${familia};1,5;`,
  ]
  const dialogo = await importAlbaranes(page, lineas)
  await expect(dialogo.getByRole('list', { name: 'Líneas con error' })).toContainText(
    'Debe ser un número entero.',
  )
  await expect(dialogo.getByRole('list', { name: 'Líneas que se anotan' })).toContainText(nombre)
  await expect(dialogo.getByRole('button', { name: /^Importar/ })).toBeDisabled()
  await dialogo.getByRole('checkbox').check()
  await dialogo.getByRole('button', { name: 'Importar 2 líneas' }).click()
  await expectToast(page, 'Albaranes importados: 2 líneas')
  await expect(page.getByRole('status', { name: 'Totales' })).toContainText('final 7')
  const again = await importAlbaranes(page, lineas.slice(0, 2))
  await expect(again.getByRole('button', { name: /^Importar/ })).toBeDisabled()
  await again.getByRole('button', { name: 'Cancelar' }).click()

  await page.goto('/recuentos?en_empresa=1')
  await page.getByRole('button', { name: 'Nuevo recuento' }).click()
  const nuevo = page.getByRole('dialog', { name: 'Nuevo recuento' })
  await nuevo.getByLabel('Se cuenta').click()
  await page.getByRole('option', { name: 'Lo que tiene un tercero' }).click()
  await nuevo.getByLabel('Tercero').click()
  await page.getByRole('option', { name: nombre }).click()
  await nuevo.getByRole('button', { name: 'Empezar' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(nombre)
  await expect(page.getByRole('status', { name: 'Avance' })).toHaveText('0 de 2')
  // One that the partner has, and one that is at home by the book.
  for (const codigo of [contenedores[0], contenedores[2]]) {
    await page.getByLabel('Código', { exact: true }).fill(codigo as string)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status', { name: 'Último escaneo' })).toContainText(codigo as string)
  }
  await expect(page.getByRole('status', { name: 'Envío' })).toHaveText('Todo enviado')
  await page.getByRole('button', { name: 'Terminar' }).click()
  await page.getByRole('button', { name: 'Cerrar el recuento' }).click()
  const frente = page.getByRole('region', { name: 'Frente al libro' })
  await expect(frente).toContainText('La diferencia no está en el libro')
  const numero = Number(/recuentos\/(\d+)/.exec(page.url())?.[1])
  await frente.getByRole('button', { name: 'Anotar la diferencia en el libro' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('5 anotados sin nombre')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Anotar' }).click()
  await expect(frente).toContainText('La diferencia está en el libro')
  // One missing, one extra, and five without names that were taken off.
  expect((await statement(page, id)).final).toBe(2)
  const saldos = (await (await page.request.get('/api/custodia/saldos?empresa=1')).json()) as {
    data: Saldo[]
  }
  expect(saldos.data.find((s) => s.tercero?.id === id)?.n).toBe(2)

  await frente.getByRole('link', { name: 'Ver su extracto' }).click()
  await page.getByRole('button', { name: `Abrir la línea de ${contenedores[2]}` }).click()
  const linea = page.getByRole('dialog')
  await expect(linea.getByLabel('Prueba')).toContainText(`Recuento ${numero}`)
  await linea.getByRole('link', { name: `Recuento ${numero}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Recuento ${numero}: ${nombre}`)
  await page.getByRole('button', { name: 'Deshacer lo anotado' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deshacer' }).click()
  await expect(page.getByText('La diferencia no está en el libro')).toBeVisible()
  expect((await statement(page, id)).final).toBe(7)
  const uno = (await (await page.request.get(`/api/recuentos/${numero}`)).json()) as UnRecuento
  expect(uno.libro).toEqual({ sin_nombre: 5, anotado: null })
})
