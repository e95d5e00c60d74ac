import { generateKeyPairSync, type JsonWebKey, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { importJWK, type JWTPayload, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'
import { freePorts } from './programs/ports'

export type Person = { groups: string[]; name?: string; email?: string; preferred_username?: string }

const CLIENT = 'retorna'

/** A real OpenID Connect provider on this machine, with `people` as its users by their sub. */
export async function startProvider(publicUrl: string, people: Map<string, Person>) {
  const [port = 0] = await freePorts(1)
  const issuer = `http://127.0.0.1:${port}`
  const jwk: JsonWebKey = {
    ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
    kid: 'prueba',
    use: 'sig',
    alg: 'RS256',
  }
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT,
        client_secret: 'secreto-de-prueba',
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [`${publicUrl}/api/sso/vuelta`],
        post_logout_redirect_uris: [`${publicUrl}/login`],
      },
    ],
    jwks: { keys: [jwk as never] },
    cookies: { keys: [randomUUID()] },
    claims: {
      openid: ['sub', 'groups'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
    },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email_verified: true, ...people.get(sub) }),
    }),
    pkce: { required: () => true },
  })
  /** Changes the claims of the next ID tokens; they are signed with the provider's key all the same. */
  let forge: ((claims: JWTPayload) => JWTPayload) | null = null
  provider.use(async (ctx, next) => {
    await next()
    const body = ctx.body as { id_token?: string } | undefined
    if (!forge || ctx.path !== '/token' || !body?.id_token) return
    const claims = JSON.parse(Buffer.from(body.id_token.split('.')[1] ?? '', 'base64url').toString())
    body.id_token = await new SignJWT(forge(claims))
      .setProtectedHeader({ alg: 'RS256', kid: 'prueba' })
      .sign(await importJWK(jwk, 'RS256'))
  })
  const listen = provider.callback()
  let server = createServer(listen).listen(port, '127.0.0.1')
  return {
    issuer,
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT,
      OIDC_CLIENT_SECRET: 'secreto-de-prueba',
      OIDC_NOMBRE: 'Acero ID',
      PUBLIC_URL: publicUrl,
    },
    setForge(f: typeof forge) {
      forge = f
    },
    async goAway() {
      server.closeAllConnections()
      await new Promise((r) => server.close(r))
    },
    comeBack() {
      server = createServer(listen).listen(port, '127.0.0.1')
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((r) => server.close(r))
    },
  }
}

/** A minimal browser between two sites: keeps the cookies of each and follows redirects. */
export function createBrowser() {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (url: string) => {
    const { origin } = new URL(url)
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    return jar
  }
  async function go(url: string, form?: Record<string, string>) {
    const jar = jarOf(url)
    const res = await fetch(url, {
      redirect: 'manual',
      method: form ? 'POST' : 'GET',
      headers: {
        cookie: [...jar].map(([k, v]) => `${k}=${v}`).join('; '),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { body: new URLSearchParams(form) }),
    })
    for (const c of res.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(c) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    const location = res.headers.get('location')
    return { status: res.status, text: await res.text(), location: location && new URL(location, url).href }
  }
  return {
    go,
    cookieOf: (url: string) => [...jarOf(url)].map(([k, v]) => `${k}=${v}`).join('; '),
    /**
     * From our login to the address that the provider sends the browser back to, without requesting it.
     * @param who the person's sub; null: cancels at the provider
     */
    async walk(ours: string, who: string | null, volver = ''): Promise<string> {
      let at = (await go(`${ours}/api/sso/entrar${volver && `?volver=${encodeURIComponent(volver)}`}`))
        .location
      for (let i = 0; i < 12; i++) {
        if (!at) throw new Error('led nowhere')
        if (at.startsWith(ours)) return at
        const page = await go(at)
        if (page.location) {
          at = page.location
          continue
        }
        const action = new URL(/<form[^>]* action="([^"]+)"/.exec(page.text)?.[1] ?? '', at).href
        const prompt = /name="prompt" value="(\w+)"/.exec(page.text)?.[1] ?? ''
        if (who === null) at = `${at.split('?')[0]}/abort`
        else
          at = (await go(action, prompt === 'login' ? { prompt, login: who, password: 'x' } : { prompt }))
            .location
      }
      throw new Error('never came back')
    },
  }
}
