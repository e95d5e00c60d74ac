import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint'
import type { Politica } from '../../platform/auth/policy'
import { type Prueba, startPrueba } from '../../testing/retorna'

const modulos = import.meta.glob<Record<string, unknown>>('../../../contract/**/*.ts', { eager: true })
const isEndpoint = (v: unknown): v is Endpoint =>
  typeof v === 'object' && v !== null && 'method' in v && 'path' in v && 'response' in v
const ENDPOINTS = Object.values(modulos).flatMap((m) => Object.values(m).filter(isEndpoint))

const ALL = [
  'nadie',
  'consulta',
  'operario',
  'calidad',
  'encargada',
  'planta4',
  'planta5',
  'planta6',
  'admin',
] as const
type Who = (typeof ALL)[number]

const ZONA = 'minlat=42&minlon=-3&maxlat=43&maxlon=-2'
const NADIE = '00000000-0000-4000-8000-000000000000'
/** Calls by who may make them, in the words of `politica.ts`. */
const INVOCATIONS: [acceso: Politica, method: string, ruta: string, body?: object][] = [
  ['publico', 'GET', '/api/ajustes'],
  ['publico', 'GET', '/api/public_device?mac=AABBCCDDEEFF'],
  ['publico', 'GET', '/api/manuales'],
  ['publico', 'GET', '/api/manuales/file/nada'],
  ['publico', 'GET', `/api/manuales/archivo/${'0'.repeat(22)}`],
  ['publico', 'GET', '/api/manuales/buscar?q=mapa'],
  ['publico', 'GET', '/api/asistente?pregunta=mapa'],
  ['admin', 'POST', '/api/manuales/documentos', {}],
  ['admin', 'PUT', `/api/manuales/documentos/${'0'.repeat(22)}`, {}],
  ['admin', 'DELETE', `/api/manuales/documentos/${'0'.repeat(22)}`],
  ['admin', 'POST', '/api/manuales/carpetas', {}],
  ['admin', 'PUT', `/api/manuales/carpetas/${'0'.repeat(22)}`, {}],
  ['admin', 'DELETE', `/api/manuales/carpetas/${'0'.repeat(22)}`],
  ['publico', 'GET', '/healthz'],
  ['publico', 'GET', '/readyz'],
  ['publico', 'GET', '/metrics'],
  ['publico', 'GET', '/api/docs/json'],
  ['publico', 'POST', '/api/login', {}],
  ['publico', 'POST', '/api/logout'],
  ['publico', 'GET', '/api/sso/entrar'],
  ['publico', 'GET', '/api/sso/vuelta'],
  ['publico', 'POST', '/api/restablecer_clave', {}],
  ['perfil', 'GET', '/api/validate_token'],
  ['perfil', 'GET', '/api/is_admin'],
  ['perfil', 'GET', '/api/get_user'],
  ['perfil', 'POST', '/api/update_user', {}],
  ['perfil', 'POST', '/api/change_password', {}],
  ['perfil', 'POST', '/api/upload_profile_image', {}],
  ['perfil', 'GET', '/api/profile_image'],
  ['perfil', 'GET', `/api/fotos/${'0'.repeat(32)}.jpg`],
  ['perfil', 'GET', '/api/sesiones'],
  ['perfil', 'DELETE', `/api/sesiones/${NADIE}`],
  ['perfil', 'GET', '/api/segundo_factor'],
  ['perfil', 'POST', '/api/segundo_factor/preparar', {}],
  ['perfil', 'POST', '/api/segundo_factor/activar', {}],
  ['perfil', 'POST', '/api/segundo_factor/quitar', {}],
  ['perfil', 'GET', '/api/correo'],
  ['perfil', 'PUT', '/api/correo', {}],
  ['publico', 'POST', '/api/correo/confirmar', {}],
  ['publico', 'POST', '/api/olvido', {}],
  ['sesion', 'GET', '/api/avisos'],
  ['sesion', 'GET', '/api/avisos/sin_leer'],
  ['sesion', 'POST', '/api/avisos/leer', { leido: true }],
  ['sesion', 'GET', '/api/avisos/preferencias'],
  ['sesion', 'PUT', '/api/avisos/preferencias', {}],
  ['sesion', 'GET', '/api/avisos/dispositivos'],
  ['sesion', 'POST', '/api/avisos/dispositivos', {}],
  ['sesion', 'DELETE', '/api/avisos/dispositivos/999999'],
  ['sesion', 'POST', '/api/avisos/prueba', {}],
  ['publico', 'POST', '/api/avisos/baja?t=nada'],
  ['empresa', 'GET', '/api/avisos/entregas'],
  ['sesion', 'GET', '/api/contenedores/nadie/por_que'],
  ['sesion', 'GET', '/api/hoy'],
  ['sesion', 'GET', '/api/export_hoy?formato=xlsx'],
  ['sesion', 'PUT', '/api/hoy/hechas/averias', { n: 1 }],
  ['sesion', 'DELETE', '/api/hoy/hechas/averias'],
  ['sesion', 'PUT', '/api/hoy/preferencia', {}],
  ['sesion', 'GET', '/api/hoy/semana/impactos?desde=2026-06-01T00:00:00Z&hasta=2026-06-02T00:00:00Z'],
  ['sesion', 'GET', '/api/vistas?pantalla=inventario'],
  ['sesion', 'POST', '/api/vistas', {}],
  ['sesion', 'PUT', '/api/vistas/999999', {}],
  ['sesion', 'DELETE', '/api/vistas/999999'],
  ['sesion', 'PUT', '/api/vistas/999999/envio', {}],
  ['sesion', 'DELETE', '/api/vistas/999999/envio'],
  ['empresa', 'GET', '/api/webhooks'],
  ['empresa', 'POST', '/api/empresas/999999/webhooks', {}],
  ['empresa', 'PUT', '/api/webhooks/999999', {}],
  ['empresa', 'DELETE', '/api/webhooks/999999'],
  ['empresa', 'POST', '/api/webhooks/999999/secreto'],
  ['empresa', 'POST', '/api/webhooks/999999/prueba'],
  ['empresa', 'GET', '/api/claves_api'],
  ['empresa', 'POST', '/api/empresas/999999/claves_api', {}],
  ['empresa', 'PUT', '/api/claves_api/999999', {}],
  ['empresa', 'DELETE', '/api/claves_api/999999'],
  ['cambio', 'POST', '/api/confirmaciones', {}],
  ['cambio', 'DELETE', '/api/confirmaciones/999999'],
  ['empresa', 'GET', '/api/calibracion'],
  ['empresa', 'POST', '/api/calibracion/versiones/999999/volver', {}],
  ['empresa', 'POST', '/api/calibracion/aprender', {}],
  ['empresa', 'GET', '/api/paseo'],
  ['empresa', 'POST', '/api/paseo', {}],
  ['empresa', 'POST', '/api/paseo/parada', {}],
  ['empresa', 'POST', '/api/paseo/parada/terminar', {}],
  ['empresa', 'POST', '/api/paseo/terminar', {}],
  ['empresa', 'GET', '/api/usuarios'],
  ['empresa', 'POST', '/api/usuarios', {}],
  ['empresa', 'PUT', '/api/usuarios/999999', {}],
  ['empresa', 'DELETE', '/api/usuarios/999999'],
  ['empresa', 'POST', '/api/usuarios/999999/restablecer'],
  ['admin', 'POST', '/api/empresas', {}],
  ['admin', 'PUT', '/api/empresas/999999', { nombre: 'Nadie' }],
  ['admin', 'DELETE', '/api/empresas/999999'],
  ['empresa', 'GET', '/api/empresas/999999/ajustes'],
  ['empresa', 'PUT', '/api/empresas/999999/ajustes', {}],
  ['empresa', 'GET', '/api/empresas/999999/calendarios'],
  ['empresa', 'PUT', '/api/empresas/999999/calendarios', {}],
  ['empresa', 'DELETE', '/api/empresas/999999/calendarios'],
  ['empresa', 'GET', '/api/empresas/999999/ciclos'],
  ['empresa', 'PUT', '/api/empresas/999999/ciclos', {}],
  ['empresa', 'POST', '/api/empresas/999999/ajustes/ensayo', {}],
  ['empresa', 'GET', '/api/empresas/999999/ajustes/etiquetas'],
  ['sesion', 'GET', '/api/ciclo'],
  ['sesion', 'GET', '/api/export_ciclo?formato=pdf'],
  ['sesion', 'GET', '/api/ciclo/lista?que=dentro'],
  ['sesion', 'GET', '/api/export_ciclo_lista?que=dentro&formato=pdf'],
  ['empresa', 'PUT', '/api/ciclo/metas', {}],
  ['cambio', 'POST', '/api/ciclo/atascos', {}],
  ['sesion', 'GET', '/api/perdidas'],
  ['sesion', 'GET', '/api/perdidas/lista'],
  ['sesion', 'GET', '/api/export_perdidas?formato=pdf'],
  ['cambio', 'POST', '/api/perdidas/asientos', {}],
  ['cambio', 'POST', '/api/perdidas/anular', {}],
  ['sesion', 'GET', '/api/perdidas/precios'],
  ['empresa', 'POST', '/api/perdidas/precios', {}],
  ['sesion', 'GET', '/api/plazos'],
  ['admin', 'GET', '/api/seguridad'],
  ['admin', 'PUT', '/api/seguridad', {}],
  ['empresa', 'GET', '/api/auditoria'],
  ['empresa', 'GET', '/api/export_auditoria?formato=xlsx'],
  ['empresa', 'GET', '/api/lectores'],
  ['empresa', 'GET', '/api/salud'],
  ['empresa', 'GET', '/api/lectores/conexion'],
  ['sesion', 'GET', `/api/exportaciones/${NADIE}`],
  ['sesion', 'GET', '/api/export_eventos_excel'],
  ['sesion', 'GET', '/api/export_eventos?formato=xlsx'],
  ['sesion', 'GET', '/api/export_incidencias?formato=xlsx'],
  ['sesion', 'GET', '/api/get_incidencias'],
  ['sesion', 'GET', '/api/incidencias/999999'],
  ['cambio', 'POST', '/api/set_impacto', {}],
  ['sesion', 'GET', '/api/previsiones'],
  ['sesion', 'GET', '/api/export_previsiones?formato=xlsx'],
  ['sesion', 'GET', '/api/previsiones/999999/pasadas'],
  ['sesion', 'GET', '/api/causas'],
  ['sesion', 'GET', '/api/causas/999999'],
  ['cambio', 'PUT', '/api/causas/999999/persona', {}],
  ['sesion', 'GET', '/api/incidencias_abiertas'],
  ['sesion', 'GET', '/api/incidencias_opciones'],
  ['sesion', 'GET', '/api/incidencias_ranking'],
  ['cambio', 'POST', '/api/incidencias/cerrar', {}],
  ['cambio', 'POST', '/api/incidencias/asignar', {}],
  ['sesion', 'GET', '/api/snake/highscores'],
  ['sesion', 'POST', '/api/snake/highscores', {}],
  ['sesion', 'GET', '/api/datos/incidencias?formato=csv'],
  ['empresa', 'GET', '/api/empresas/999999/epcis'],
  ['empresa', 'PUT', '/api/empresas/999999/epcis', {}],
  ['empresa', 'POST', '/api/empresas/999999/epcis/ensayo', {}],
  ['empresa', 'GET', '/api/suscripciones_epcis'],
  ['empresa', 'POST', '/api/empresas/999999/suscripciones_epcis', {}],
  ['empresa', 'PUT', '/api/suscripciones_epcis/999999', {}],
  ['empresa', 'DELETE', '/api/suscripciones_epcis/999999'],
  ['sesion', 'GET', '/api/export_epcis?desde=2026-11-01&hasta=2026-11-02'],
  ['sesion', 'GET', '/epcis/v2'],
  ['sesion', 'GET', '/epcis/v2/events'],
  ['sesion', 'GET', '/epcis/v2/events/nada'],
  ...['eventTypes', 'epcs', 'bizSteps', 'bizLocations', 'readPoints', 'dispositions'].flatMap(
    (r): [Politica, string, string][] => [
      ['sesion', 'GET', `/epcis/v2/${r}`],
      ['sesion', 'GET', `/epcis/v2/${r}/nada`],
      ['sesion', 'GET', `/epcis/v2/${r}/nada/events`],
    ],
  ),
  ['sesion', 'GET', '/api/graficos'],
  ['sesion', 'GET', '/api/graficos/ninguno'],
  ['sesion', 'GET', '/api/export_grafico'],
  ['sesion', 'GET', '/api/contenedores/99999-9'],
  ['sesion', 'GET', '/api/contenedores/99999-9/transiciones'],
  ['alta', 'POST', '/api/contenedores/99999-9/etiqueta', {}],
  ['alta', 'POST', '/api/contenedores/99999-9/etiqueta/deshacer', {}],
  ['sesion', 'GET', '/api/codigo?mac=AABBCCDDEE99'],
  ['panel', 'GET', '/api/device_details?mac=AABBCCDDEE99'],
  ['sesion', 'GET', '/api/dispositivos/AABBCCDDEE99'],
  ['panel', 'GET', '/api/dispositivos/AABBCCDDEE99/oido'],
  [
    'alta',
    'POST',
    '/api/update_device_details',
    { mac_serie: 'AABBCCDDEE77', tipo_dispositivo: 'SmartBle', apodo: '-' },
  ],
  ['sesion', 'GET', '/api/empresas'],
  ['sesion', 'GET', '/api/devices'],
  ['sesion', 'GET', '/api/families'],
  ['sesion', 'GET', '/api/resumen_poc'],
  ['sesion', 'GET', '/api/export_poc?formato=pdf'],
  ['sesion', 'GET', '/api/export_inventario'],
  ['sesion', 'POST', '/api/adhesivos', { hoja: 'a4_24', macs: ['AABBCCDDEE66'] }],
  ['sesion', 'GET', '/api/inventario_ubicaciones'],
  ['cambio', 'POST', '/api/change_device_status', { mac_serie: 'AABBCCDDEE66', nuevo_estado: 'Activado' }],
  ['cambio', 'POST', '/api/change_device_apodo', { mac_serie: 'AABBCCDDEE66', apodo: '9-9' }],
  ['cambio', 'POST', '/api/dispositivos_lote', { macs: ['AABBCCDDEE66'], estado: 'Activado' }],
  ['empresa', 'GET', '/api/devices_eliminados'],
  ['empresa', 'POST', '/api/delete_devices', { ids: [999999] }],
  ['empresa', 'POST', '/api/restore_devices', { ids: [999999] }],
  ['empresa', 'POST', '/api/dispositivos/importar', {}],
  ['sesion', 'GET', '/api/contar_inciertos'],
  ['sesion', 'GET', '/api/contar_dispositivos'],
  ['sesion', 'GET', '/api/device_poc_status'],
  ['sesion', 'GET', `/api/devices_in_bounds?${ZONA}`],
  ['sesion', 'GET', `/api/mapa_celdas?${ZONA}&zoom=14`],
  ['sesion', 'GET', `/api/export_dispositivos_visibles?${ZONA}&formato=xlsx`],
  ['sesion', 'GET', `/api/export_dispositivos_visibles?${ZONA}&formato=pdf`],
  ['sesion', 'GET', '/api/get_table_data'],
  ['sesion', 'GET', '/api/get_resumen_incidencias'],
  ['sesion', 'GET', '/api/vistos_sin_registrar'],
  ['sesion', 'GET', '/api/ubicaciones'],
  ['sesion', 'GET', '/api/plano_imagen'],
  ['sesion', 'GET', '/api/estado_ubicaciones'],
  ['sesion', 'GET', '/api/export_estado'],
  ['sesion', 'GET', '/api/logistica'],
  ['sesion', 'GET', '/api/export_logistica'],
  ['empresa', 'POST', '/api/ubicaciones', {}],
  ['empresa', 'POST', '/api/ubicaciones/por_defecto', {}],
  ['empresa', 'PUT', '/api/ubicaciones', {}],
  ['empresa', 'DELETE', '/api/ubicaciones/999999?version=x'],
  ['empresa', 'POST', '/api/plano_imagen?version=x', {}],
  ['empresa', 'DELETE', '/api/plano_imagen?version=x'],
  ['empresa', 'POST', '/api/logistica/importar', {}],
  ['empresa', 'PUT', '/api/logistica/lt/1', {}],
  ['empresa', 'DELETE', '/api/logistica/lt/1'],
  ['empresa', 'GET', '/api/cuarentena'],
  ['empresa', 'POST', '/api/cuarentena/999/reprocesar', {}],
  ['empresa', 'POST', '/api/lectores/AABBCCDDEEFF/credencial', {}],
  ['empresa', 'DELETE', '/api/lectores/AABBCCDDEEFF/credencial'],
]

function expected(acceso: string, who: Who): 401 | 403 | 'pasa' {
  if (acceso === 'publico') return 'pasa'
  if (who === 'nadie') return 401
  if (acceso === 'perfil' || acceso === 'panel') return 'pasa'
  if ((acceso === 'alta' || acceso === 'cambio') && who === 'consulta') return 403
  if (acceso === 'alta') return 'pasa'
  if (who.startsWith('planta')) return 403
  if (acceso === 'empresa') return who === 'admin' || who === 'encargada' ? 'pasa' : 403
  return acceso === 'admin' && who !== 'admin' ? 403 : 'pasa'
}

describe.runIf(inject('base').hay)('who may call what', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
  })
  afterAll(() => p.stop())

  for (const who of ALL)
    test.each(INVOCATIONS)(`${who}: %s %s %s`, async (acceso, method, ruta, body) => {
      const cookie = who === 'nadie' ? '' : await (ruta === '/api/logout' ? p.login(who) : p.as(who))
      const r = await p.call(method, ruta, { body, cookie })
      const esperado = expected(acceso, who)
      if (esperado === 'pasa') {
        expect(r.status).not.toBe(401)
        expect(r.status).not.toBe(403)
        expect(r.status).toBeLessThan(500)
      } else expect(r.status).toBe(esperado)
    })

  test.each(ENDPOINTS.map((e) => [`${e.method} ${e.path}`, e] as const))('%s is in the table', (_, e) => {
    const forma = new RegExp(`^${e.path.replace(/\{\w+\}/g, '[^/?]+')}(\\?|$)`)
    expect(INVOCATIONS.some(([, method, ruta]) => method === e.method && forma.test(ruta))).toBe(true)
  })

  test('an admin who owes a second factor reaches their profile and what is public', async () => {
    const { pool } = p.servidor
    const cookie = await p.login('admin')
    await pool.query('update instalacion set exigir_segundo_factor = true')
    for (const [acceso, method, ruta, body] of INVOCATIONS) {
      if (ruta === '/api/logout') continue
      const r = await p.call(method, ruta, { body, cookie })
      if (acceso === 'publico' || acceso === 'perfil') expect([401, 403], ruta).not.toContain(r.status)
      else expect([r.status, r.body.code], ruta).toEqual([403, 'segundo_factor_pendiente'])
    }
    // Everybody else goes on as before.
    expect((await p.call('GET', '/api/devices', { cookie: await p.as('operario') })).status).toBe(200)
    await pool.query("update usuario set segundo_factor = true where username = 'admin'")
    expect((await p.call('GET', '/api/devices', { cookie })).status).toBe(200)
    await pool.query("update usuario set segundo_factor = false where username = 'admin'")
    await pool.query('update instalacion set exigir_segundo_factor = false')
  })

  test('the company of a list: an admin picks, anybody else sees their own and no other exists', async () => {
    await p.register('AABBCC000001', 'SmartBle', '20014-001')
    await p.register('AABBCC000002', 'SmartBle', '20014-001', { empresa: 2 })
    const macs = async (who: string, query = '') => {
      const r = await p.call<{ data?: { Dispositivo: string }[] }>('GET', `/api/device_poc_status${query}`, {
        cookie: await p.as(who),
      })
      return r.status === 200
        ? r.body.data?.map((d) => d.Dispositivo).filter((m) => m.startsWith('AABBCC0'))
        : r.status
    }
    expect(await macs('admin')).toEqual(['AABBCC000001', 'AABBCC000002'])
    expect(await macs('admin', '?empresa=2')).toEqual(['AABBCC000002'])
    expect(await macs('operario')).toEqual(['AABBCC000001'])
    expect(await macs('operario', '?empresa=1')).toEqual(['AABBCC000001'])
    expect(await macs('operario', '?empresa=2')).toBe(404)
    expect(await macs('calidad')).toEqual(['AABBCC000002'])
  })

  test("another company's device is not there: 404, never 403", async () => {
    const cookie = await p.as('calidad')
    const ver = await p.call('GET', '/api/device_details?mac=AABBCC000001', { cookie })
    expect(ver.status).toBe(404)
    const body = { mac_serie: 'AABBCC000001', tipo_dispositivo: 'SmartBle', apodo: '99999-1' }
    expect((await p.call('POST', '/api/update_device_details', { body, cookie })).status).toBe(404)
    expect((await p.device('AABBCC000001')).Apodo).toBe('20014-001')
  })

  test('an unknown call of the API is a 404 in JSON', async () => {
    const r = await p.call('GET', '/api/no_existe')
    expect([r.status, r.body.code]).toEqual([404, 'no_encontrado'])
  })
})
