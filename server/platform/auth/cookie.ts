import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Config } from '../config/config'
import { COOKIE } from './auth'

const SIETE_DIAS_S = 7 * 24 * 3600

/** A token that cannot be guessed. */
export const newToken = () => randomBytes(32).toString('base64url')

/** Cookie of a session. */
export function createCookie(config: Pick<Config, 'PUBLIC_URL'>) {
  const options = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax' as const,
    secure: config.PUBLIC_URL?.startsWith('https:') ?? false,
  }
  return {
    put(reply: FastifyReply, token: string): void {
      reply.setCookie(COOKIE, token, { ...options, maxAge: SIETE_DIAS_S })
    },
    clear(reply: FastifyReply): void {
      reply.clearCookie(COOKIE, options)
    },
  }
}

export type Cookie = ReturnType<typeof createCookie>
