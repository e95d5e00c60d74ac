import * as oidc from 'openid-client'
import type { Config } from '../../platform/config/config'

export type SsoSettings = Pick<
  Config,
  'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'OIDC_CLAIM' | 'PUBLIC_URL'
>

/** Values that the answer to a login must match; stored until then. */
export type Attempt = { state: string; nonce: string; verifier: string }

export type Identity = {
  issuer: string
  /** The provider's identifier of the user: it never changes, unlike mail addresses and names. */
  sub: string
  username: string
  nombre: string
  groups: string[]
  idToken: string
}

/** Why a login failed, as a code that the login page explains. */
export type SsoFailure =
  | 'cancelado'
  | 'caducado'
  | 'proveedor'
  | 'no_valido'
  | 'sin_grupo'
  | 'desactivada'
  | 'empresa'

export class SsoError extends Error {
  constructor(
    readonly failure: SsoFailure,
    cause?: unknown,
  ) {
    super(failure, { cause })
  }
}

const TIMEOUT_S = 10
const MAX_TEXT = 120
const MAX_GROUPS = 1000
/** Tolerance between the clocks of two machines, s. */
const CLOCK_TOLERANCE_S = 30

/** HTTP without encryption is allowed only for a provider on this machine. */
const isLoopback = (issuer: URL) =>
  issuer.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(issuer.hostname)

const textOf = (v: unknown) => (typeof v === 'string' && v.trim() ? v.trim().slice(0, MAX_TEXT) : undefined)

/** Groups as providers send them: a list of texts, or one text. */
export function groupsOf(claim: unknown): string[] {
  const all = Array.isArray(claim) ? claim : [claim]
  return all.filter((g): g is string => typeof g === 'string' && g !== '').slice(0, MAX_GROUPS)
}

/** The provider could not be reached, or its answer is invalid: not an error in the user's request. */
const isAway = (e: unknown) =>
  e instanceof TypeError ||
  (e instanceof oidc.ClientError && /^OAUTH_(TIMEOUT|RESPONSE_IS_NOT_CONFORM)$/.test(e.code ?? '')) ||
  (e instanceof Error && e.name === 'TimeoutError')

/**
 * OpenID Connect with one provider: authorization code with PKCE, state and nonce. The provider's metadata is read on first use, and again
 * after a failure. Every function throws SsoError.
 */
export function createProvider(settings: SsoSettings) {
  const { OIDC_ISSUER, OIDC_CLIENT_ID = '', OIDC_CLIENT_SECRET, OIDC_CLAIM, PUBLIC_URL = '' } = settings
  const issuer = new URL(OIDC_ISSUER as string)
  const base = PUBLIC_URL.replace(/\/+$/, '')
  const redirectUri = `${base}/api/sso/vuelta`
  let known: Promise<oidc.Configuration> | undefined

  function discover(): Promise<oidc.Configuration> {
    known ??= oidc
      .discovery(
        issuer,
        OIDC_CLIENT_ID,
        { [oidc.clockTolerance]: CLOCK_TOLERANCE_S },
        OIDC_CLIENT_SECRET ? oidc.ClientSecretPost(OIDC_CLIENT_SECRET) : oidc.None(),
        {
          timeout: TIMEOUT_S,
          // Checks the signature of ID tokens with the provider's keys, although they come directly from the provider.
          execute: [
            oidc.enableNonRepudiationChecks,
            ...(isLoopback(issuer) ? [oidc.allowInsecureRequests] : []),
          ],
        },
      )
      .catch((e) => {
        known = undefined
        throw new SsoError('proveedor', e)
      })
    return known
  }

  return {
    /** The URL to redirect the browser to, and the values that the answer must match. */
    async begin(): Promise<{ url: string; attempt: Attempt }> {
      const config = await discover()
      const attempt = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      }
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid profile email',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, attempt }
    },

    /** The identity of the user who came back. @param query query string of the callback URL, with its question mark */
    async finish(query: string, attempt: Attempt): Promise<Identity> {
      const config = await discover()
      try {
        const tokens = await oidc.authorizationCodeGrant(config, new URL(redirectUri + query), {
          pkceCodeVerifier: attempt.verifier,
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          idTokenExpected: true,
        })
        const own = tokens.claims() as oidc.IDToken
        // Some providers put groups and names into the ID token, others into the userinfo answer.
        const whole = [OIDC_CLAIM, 'preferred_username', 'name'].every((c) => own[c] !== undefined)
        const more: Record<string, unknown> =
          !whole && config.serverMetadata().userinfo_endpoint
            ? await oidc.fetchUserInfo(config, tokens.access_token, own.sub)
            : {}
        const claims: Record<string, unknown> = { ...more, ...own }
        const username =
          textOf(claims.preferred_username) ?? textOf(claims.email) ?? own.sub.slice(0, MAX_TEXT)
        return {
          issuer: own.iss,
          sub: own.sub,
          username,
          nombre: textOf(claims.name) ?? username,
          groups: groupsOf(claims[OIDC_CLAIM]),
          idToken: tokens.id_token as string,
        }
      } catch (e) {
        if (e instanceof oidc.AuthorizationResponseError && e.error === 'access_denied')
          throw new SsoError('cancelado', e)
        throw new SsoError(isAway(e) ? 'proveedor' : 'no_valido', e)
      }
    },

    /** The provider's logout URL; null: it has none, or cannot be reached. */
    async logoutUrl(idToken: string): Promise<string | null> {
      const config = await discover().catch(() => null)
      if (!config?.serverMetadata().end_session_endpoint) return null
      return oidc.buildEndSessionUrl(config, {
        id_token_hint: idToken,
        post_logout_redirect_uri: `${base}/login`,
      }).href
    },
  }
}

export type Provider = ReturnType<typeof createProvider>
