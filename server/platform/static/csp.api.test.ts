import { describe, expect, inject, test } from 'vitest'
import { startPrueba } from '../../testing/retorna'

describe.runIf(inject('base').hay)('content security policy', () => {
  const policyWith = async (environment: Record<string, string>) => {
    const p = await startPrueba(environment)
    const res = await fetch(`${p.servidor.url}/api/ajustes`)
    await p.stop()
    const politica = res.headers.get('content-security-policy') ?? ''
    return Object.fromEntries(politica.split(';').map((d) => d.trim().split(/ (.*)/s) as [string, string]))
  }

  test('frames are of this server, and of the dashboard and the chatbot that the settings name', async () => {
    expect((await policyWith({}))['frame-src']).toBe("'self'")
    const con = await policyWith({
      DASHBOARD_URL: 'https://panel.example/a?b=1',
      CHATBOT_URL: 'http://127.0.0.1:9/charla',
    })
    expect(con['frame-src']).toBe("'self' https://panel.example http://127.0.0.1:9")
    expect(con['script-src']).toBe("'self' 'wasm-unsafe-eval'")
    expect(con['frame-ancestors']).toBe("'none'")
  })
})
