import { describe, expect, test } from 'vitest'
import { readConfig } from './config'

describe('settings', () => {
  test('blank ones count as absent', () => {
    expect(readConfig({ PORT: ' ', TZ_PLANTA: '', TRUST_PROXY: ' ', DEMO: ' ' })).toMatchObject({
      PORT: 3000,
      TZ_PLANTA: 'Europe/Madrid',
      TRUST_PROXY: 0,
      DEMO: false,
    })
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
  ])('%j is refused in Spanish', (env, linea) => {
    expect(() => readConfig(env)).toThrow(linea)
    expect(() => readConfig(env)).not.toThrow(/[Ii]nvalid|expected/)
  })
})
