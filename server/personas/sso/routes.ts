import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { enterSso, returnSso } from '#contract/personas/sso/sso'
import { bind } from '../../platform/api/bind'
import { type Cookie, newToken } from '../../platform/auth/cookie'
import { createSesion, findPrincipal, removeSesion } from '../../platform/auth/repo-session'
import type { Config } from '../../platform/config/config'
import type { Db } from '../../platform/db/client'
import { addressOf } from '../../platform/http/address'
import { noEncontrado } from '../../platform/http/errores'
import { type Provider, SsoError, type SsoFailure } from './provider'
import { ATTEMPT_MINUTES, saveAttempt, saveIdToken, takeAttempt } from './repo'
import { admit } from './service'

/** One cookie per login under way, so that two tabs do not overwrite each other's. */
const cookieOf = (state: string) => `retorna_sso_${state.slice(0, 16)}`
const PATH = '/api/sso'
/** Requests per minute and address: a whole plant may share one address. */
const PER_MINUTE = 600

/** A path of a screen, or null: no other site, and no API route (a login could start the next one). */
const safePath = (path: string | undefined) =>
  path && /^\/(?![/\\])[^\s\\]*$/.test(path) && !/^\/(login)?([?#]|$)|^\/(api|[^/?#]*%)/i.test(path)
    ? path
    : null

const loginUrl = (failure: SsoFailure, volver: string | null) =>
  `/login?${new URLSearchParams({ sso: failure, ...(volver && { volver }) })}`

type Parts = { db: Db; config: Config; provider: Provider | null; cookie: Cookie }

/** Routes for login by the identity provider. Browsers follow them, so errors redirect to a page instead of returning JSON. */
export function installSso(app: FastifyInstance, { db, config, provider, cookie }: Parts): void {
  const options = {
    path: PATH,
    httpOnly: true,
    sameSite: 'lax' as const,
    secure: config.PUBLIC_URL?.startsWith('https:') ?? false,
  }
  const need = (): Provider => {
    if (!provider) throw noEncontrado('En esta instalación no se entra con otro proveedor.')
    return provider
  }
  const refuse = (request: FastifyRequest, reply: FastifyReply, e: SsoError, volver: string | null) => {
    request.log.warn({ err: e.cause ?? e, failure: e.failure }, 'single sign-on refused')
    return reply.redirect(loginUrl(e.failure, volver))
  }

  bind(
    app,
    enterSso,
    'publico',
    async ({ query, request, reply }) => {
      const volver = safePath(query.volver)
      try {
        const { url, attempt } = await need().begin()
        const token = newToken()
        await saveAttempt(db, token, { ...attempt, volver })
        reply.setCookie(cookieOf(attempt.state), token, { ...options, maxAge: ATTEMPT_MINUTES * 60 })
        return reply.redirect(url)
      } catch (e) {
        if (e instanceof SsoError) return refuse(request, reply, e, volver)
        throw e
      }
    },
    PER_MINUTE,
  )

  bind(
    app,
    returnSso,
    'publico',
    async ({ request, reply }) => {
      const ours = need()
      const query = request.raw.url?.match(/\?.*$/)?.[0] ?? ''
      const name = cookieOf(new URLSearchParams(query).get('state') ?? '')
      const token = request.cookies[name]
      const attempt = token ? await takeAttempt(db, token.slice(0, 100)) : undefined
      if (token) reply.clearCookie(name, options)
      const volver = attempt?.volver ?? null
      try {
        if (!attempt) throw new SsoError('caducado')
        const who = await ours.finish(query, attempt)
        const address = addressOf(request.ip)
        const admitted = await admit(db, config.OIDC_GRUPOS, who, address)
        if ('failure' in admitted) throw new SsoError(admitted.failure)
        if (request.principal) await removeSesion(db, request.principal.tokenHash)
        const session = newToken()
        await createSesion(db, {
          token: session,
          cambio: newToken(),
          usuarioId: admitted.usuario,
          direccion: address,
          agente: request.headers['user-agent'] ?? null,
        })
        await saveIdToken(db, session, who.idToken)
        cookie.put(reply, session)
        const inicio = (await findPrincipal(db, admitted.usuario))?.inicio
        return reply.redirect(volver ?? (inicio === 'hoy' ? '/hoy' : '/Control'))
      } catch (e) {
        if (e instanceof SsoError) return refuse(request, reply, e, volver)
        throw e
      }
    },
    PER_MINUTE,
  )
}
