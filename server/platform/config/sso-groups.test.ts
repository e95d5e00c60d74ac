import { describe, expect, test } from 'vitest'
import { readConfig } from './config'

describe('settings of single sign-on', () => {
  const OK = {
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'retorna',
    OIDC_GRUPOS: 'CN=Jefes,OU=Planta=admin@1; 3f2a-91=lectura@20',
    PUBLIC_URL: 'https://retorna.example',
  }
  test('a group may be called as it likes; it is divided at the last sign', () => {
    expect(readConfig(OK).OIDC_GRUPOS).toEqual([
      { group: 'CN=Jefes,OU=Planta', rol: 'admin', empresa: 1 },
      { group: '3f2a-91', rol: 'lectura', empresa: 20 },
    ])
  })
  test.each([
    [{ OIDC_CLIENT_ID: '' }, 'OIDC_CLIENT_ID'],
    [{ PUBLIC_URL: '' }, 'PUBLIC_URL'],
    [{ OIDC_GRUPOS: '' }, 'OIDC_GRUPOS'],
    [{ OIDC_GRUPOS: 'jefes=rey@1' }, 'jefes=rey@1'],
    [{ OIDC_GRUPOS: 'jefes=admin' }, 'jefes=admin'],
    [{ OIDC_ISSUER: 'http://id.example' }, 'https'],
    [{ OIDC_ISSUER: 'id.example' }, 'OIDC_ISSUER'],
  ])('%o ends the start with one line', (wrong, says) => {
    expect(() => readConfig({ ...OK, ...wrong })).toThrow(says)
  })
})
