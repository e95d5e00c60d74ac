import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Lector } from '#contract/parque/lectores/lectores'
import { expectAccessible, expectNoOverflow } from '../../testing/accessible'
import type { Answers } from '../../testing/answers'
import { device } from '../../testing/devices'
import { openApp } from '../../testing/open-app'
import { createPlan } from '../../testing/plan'
import { rows } from '../../testing/rows'
import { ADMIN } from '../../testing/sessions'
import { button } from '../../testing/steps'

const MAC = 'C3E100000001'
const now = () => new Date().toISOString()
const reader = (more: Partial<Lector> = {}): Lector => ({
  ...{ mac: MAC, Apodo: 'LEC-1', empresa: 1, Activado: true, Ubicacion: null, UltimoRegistro: null },
  ...{ desfase_s: null, reloj: null, mensajes_minuto: null, oidos: 0, credencial: null, rechazo: null },
  causa: null,
  ...more,
})

/** The readers of a company, of which one is put to work. */
async function open(address: string, answers: Answers = {}, { readers = [reader()], width = 1440 } = {}) {
  const app = await openApp(`/admin/usuarios?pestana=lectores&en_empresa=1${address}`, {
    width,
    answers: {
      ...ADMIN,
      isAdmin: () => ({ is_admin: true }),
      listLectores: () => readers,
      listVistos: () => [],
      inventarioUbicaciones: () => ({ data: ['Gestamp'] }),
      listCuarentena: () => [],
      listUbicaciones: createPlan().answers.listUbicaciones as never,
      getDispositivo: () =>
        device(1, { Dispositivo: MAC, Apodo: 'LEC-1', TipoDispositivo: 'Reader', Ubicacion: null }),
      getConexion: () => ({
        mqtt: { equipo: 'broker.example', puerto: 1883, ajeno: null },
        http: 'https://retorna.example/api/lecturas',
        fabricantes: [
          { formato: 'minew', nombre: 'Minew', topic: '/gw/<lector>/status', ajustes: [] },
          { formato: 'retorna', nombre: 'JSON', topic: null, ajustes: [] },
        ],
      }),
      createCredencial: ({ body }) => {
        const { puente } = body as { puente: boolean }
        const usuario = `lector-${MAC.toLowerCase()}`
        readers[0] = reader({ ...readers[0], credencial: { usuario, puente, creada: now() } })
        return { usuario, clave: 'una-clave' }
      },
      ...answers,
    },
  })
  const requests = (name: keyof Answers) => app.asked.filter((a) => a.name === name).map((a) => a.request)
  return { ...app, requests }
}
const sheet = () => page.getByRole('dialog')
const value = (name: string) => sheet().getByLabelText(name, { exact: true })
async function choose(name: string) {
  await page.getByRole('button', { name: /^Acciones de/ }).click()
  await page.getByRole('menuitem', { name }).click()
}

test('a new reader is registered and leads to its sheet', async () => {
  const { requests } = await open('&lector=nuevo', {
    updateDeviceDetails: () => ({
      ...{ ok: true, message: 'ok' },
      data: device(1, { Dispositivo: MAC, TipoDispositivo: 'Reader' }),
    }),
  })
  await sheet()
    .getByLabelText(/^MAC del lector/)
    .fill(MAC)
  await sheet()
    .getByLabelText(/^Apodo/)
    .fill('LEC-1')
  await button('Registrar el lector').click()
  await expect.poll(() => location.search).toContain(`lector=${MAC}`)
  await expect.element(sheet().getByText('Esperando el primer mensaje…')).toBeVisible()
  expect(requests('updateDeviceDetails')[0]?.body).toMatchObject({
    ...{ mac_serie: MAC, apodo: 'LEC-1', tipo_dispositivo: 'Reader' },
  })
})

for (const width of [1440, 390])
  test(`the sheet of a reader says what it hears as soon as it is heard, and how it sends, ${width} px wide`, async () => {
    const readers = [reader()]
    await open(`&lector=${MAC}`, {}, { readers, width })
    await expect.element(sheet().getByText('Esperando el primer mensaje…')).toBeVisible()
    await expect.element(value('Topic')).toHaveTextContent(`/gw/${MAC}/status`)
    await expect.element(value('Broker MQTT')).toHaveTextContent('broker.example:1883')
    await expect
      .element(value('Dirección HTTP'))
      .toHaveTextContent('https://retorna.example/api/lecturas/minew')
    await button('Emitir credencial').click()
    await expect.element(sheet().getByText(/la clave no se vuelve a mostrar/)).toBeVisible()
    await expect.element(value('Prueba con curl')).toMatchTextContent(/:una-clave' /)
    expectNoOverflow()
    await expectAccessible()
    readers[0] = reader({ UltimoRegistro: now(), oidos: 3 })
    await expect.element(sheet().getByText(/^Oído /)).toBeVisible()
  })

test('a credential is issued and shown once, and revoked', async () => {
  const readers = [reader({ mensajes_minuto: 4.5 })]
  const { requests } = await open(
    '',
    {
      removeCredencial: () => {
        readers[0] = reader()
        return { ok: true }
      },
    },
    { readers },
  )
  await expect.poll(() => rows()[0]?.textContent).toContain('Sin credencial')
  await expect.element(page.getByTitle('En el último minuto')).toHaveTextContent('4,5')
  await choose('Configurar')
  await sheet()
    .getByRole('switch', { name: /^Puente/ })
    .click()
  await button('Emitir credencial').click()
  await expect.element(value('Usuario')).toHaveTextContent(`lector-${MAC.toLowerCase()}`)
  await expect.element(value('Clave')).toHaveTextContent('una-clave')
  expect(requests('createCredencial')[0]?.body).toEqual({ puente: true })
  await sheet().getByRole('button', { name: 'Cerrar' }).click()
  await expect.poll(() => rows()[0]?.textContent).toContain('Emitida, puente')
  await choose('Revocar credencial')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revocar' }).click()
  await expect.poll(() => rows()[0]?.textContent).toContain('Sin credencial')
  expect(requests('removeCredencial')[0]?.params).toEqual({ mac: MAC })
})

test('a clock that is hours wrong says by how much, and that its times do not count', async () => {
  await open('', {}, { readers: [reader({ desfase_s: -10_800, reloj: 'mal' })] })
  await expect.element(page.getByTitle(/sus horas no se tienen en cuenta/)).toHaveTextContent('−3 h')
})

test('several that readers hear are registered at once, after a look at what comes of it', async () => {
  const seen = (mac: string, ApodoLector: string) => ({
    ...{ mac, ApodoLector, primera: now(), ultima: now(), veces: 3, rssi: -70 },
    ...{ aleatoria: false, rota: false, parece_etiqueta: true },
  })
  const files: string[] = []
  const { requests } = await open('&vista=vistos', {
    listVistos: () => [
      seen('AC23D0000001', 'LEC-101'),
      seen('AC23D0000002', 'LEC-101'),
      seen('AC23D0000003', 'LEC-102'),
    ],
    importDispositivos: async ({ file }) => {
      const text = (await file?.text()) ?? ''
      files.push(text)
      return {
        ...{ ensayo: true, filas: 2, nuevas: 2, cambiadas: 0, iguales: 0, con_error: 0, errores_total: 0 },
        ...{ errores: [], series: 0 },
        cambios: [{ linea: 3, mac: 'AC23D0000002', apodo: '70001-002', campos: null }],
      }
    },
  })
  await expect.element(button(/^Vistos sin registrar\s*3$/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Visto por' }).click()
  await page.getByRole('option', { name: 'LEC-101' }).click()
  await page.getByRole('checkbox', { name: 'Seleccionar todas las filas de la página' }).click()
  await button('Registrar 2').click()
  await sheet().getByLabelText('Familia').fill('70001')
  await button('Comprobar').click()
  await expect.element(sheet().getByText('70001-002')).toBeVisible()
  await button('Importar 2 dispositivos').click()
  await expect.element(page.getByText('Dispositivos importados: 2 nuevos, 0 cambiados')).toBeVisible()
  expect(files[0]?.split('\r\n').slice(0, 3)).toEqual([
    'mac_serie;apodo;tipo_dispositivo',
    'AC23D0000001;70001-001;SmartBle',
    'AC23D0000002;70001-002;SmartBle',
  ])
  const tried = requests('importDispositivos').map((r) => r.query.ensayo)
  expect([tried[0], tried.at(-1)]).toEqual(['true', undefined])
})

test('a message that could not be read is read again; what still cannot be read says so', async () => {
  const messages = [
    {
      ...{ id: '7', recibida: now(), formato: 'retorna', via: 'http', lector: 'LEC-1', veces: 1 },
      ...{ motivo: 'lector_desconocido', detalle: 'El lector C3 no está registrado.', muestra: '{}' },
    },
  ]
  let readable = false
  await open('&vista=cuarentena', {
    listCuarentena: () => messages,
    replayCuarentena: () => {
      if (readable) messages.pop()
      const read = Number(readable)
      return { aceptadas: read, duplicadas: 0, sin_registrar: 0, rechazadas: 1 - read }
    },
  })
  await expect.poll(() => rows()[0]?.textContent).toContain('El lector C3 no está registrado.')
  await choose('Reprocesar')
  await expect.element(page.getByText('El mensaje sigue sin poder leerse.')).toBeVisible()
  expect(rows()).toHaveLength(1)
  readable = true
  await choose('Reprocesar')
  await expect.element(page.getByText('Mensaje leído: 1 lectura')).toBeVisible()
  await expect.poll(rows).toEqual([])
})
