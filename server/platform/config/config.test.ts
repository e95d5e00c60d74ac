import { describe, expect, test } from 'vitest'
import { readConfig } from './config'
import { internalHostsOf } from './internal-hosts'

describe('settings', () => {
  test('blank ones count as absent', () => {
    expect(readConfig({ PORT: ' ', TZ_PLANTA: '', TRUST_PROXY: ' ', DEMO: ' ' })).toMatchObject({
      PORT: undefined,
      TZ_PLANTA: 'Europe/Madrid',
      TRUST_PROXY: 0,
      DEMO: false,
    })
  })

  test('hosts inside are of every company, or of the one that is named', () => {
    const { AVISOS_HOSTS } = readConfig({
      AVISOS_HOSTS: ' ERP.planta , 2@erp.planta:8443,2@10.0.0.5,::1, 3@[fd00::1]:0080,',
    })
    expect(AVISOS_HOSTS).toEqual([
      { empresa: null, host: 'erp.planta' },
      { empresa: 2, host: 'erp.planta:8443' },
      { empresa: 2, host: '10.0.0.5' },
      { empresa: null, host: '[::1]' },
      { empresa: 3, host: '[fd00::1]:80' },
    ])
    expect(readConfig({}).AVISOS_HOSTS).toEqual([])
    expect([...internalHostsOf(AVISOS_HOSTS, 3)]).toEqual(['erp.planta', '[::1]', '[fd00::1]:80'])
  })

  test('a zone is kept under its own name', () => {
    expect(readConfig({ TZ_PLANTA: 'europe/madrid' }).TZ_PLANTA).toBe('Europe/Madrid')
  })

  test.each([
    [{ PORT: '0x50' }, 'PORT: debe ser un número de puerto'],
    [{ PORT: '1e3' }, 'PORT: debe ser un número de puerto'],
    [{ MQTT_PORT: '70000' }, 'MQTT_PORT: debe ser un número de puerto'],
    [{ TZ_PLANTA: '+02:00' }, 'TZ_PLANTA: no es una zona horaria'],
    [{ TRUST_PROXY: '11' }, 'TRUST_PROXY: debe ser el número de proxies'],
    [{ METRICS_TOKEN: 'corto' }, 'METRICS_TOKEN: Al menos 16 caracteres'],
    [{ DEMO: 'si' }, 'DEMO: Debe ser uno de estos valores: 0, 1'],
    [{ PUBLIC_URL: 'retorna' }, /^PUBLIC_URL: debe empezar por http:\/\/ o https:\/\/$/],
    [{ SIN_HTTPS: 'si' }, 'SIN_HTTPS: Debe ser uno de estos valores: 0, 1'],
    [{ DASHBOARD_URL: 'nada' }, 'DASHBOARD_URL: '],
    [
      { AVISOS_HOSTS: 'http://erp.planta/' },
      /^AVISOS_HOSTS: «http:\/\/erp.planta\/» no es host, host:puerto, .*\)$/,
    ],
    [{ AVISOS_HOSTS: 'erp.planta, otra@erp.planta' }, 'AVISOS_HOSTS: «otra@erp.planta» no es'],
    [{ AVISOS_HOSTS: 'erp.planta:70000' }, 'AVISOS_HOSTS: «erp.planta:70000» no es'],
    [{ AVISOS_HOSTS: 'erp planta' }, 'AVISOS_HOSTS: «erp planta» no es'],
    [{ AVISOS_HOSTS: '10.0.0.0/8' }, 'AVISOS_HOSTS: «10.0.0.0/8» no es'],
    [{ AVISOS_HOSTS: '*' }, 'AVISOS_HOSTS: «*» no es'],
  ])('%j is refused in Spanish', (env, linea) => {
    expect(() => readConfig(env)).toThrow(linea)
    expect(() => readConfig(env)).not.toThrow(/[Ii]nvalid|expected/)
  })
})
