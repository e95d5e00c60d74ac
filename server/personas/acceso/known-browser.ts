import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config/config'
import type { Db } from '../../platform/db/client'
import { machineClock } from '../../platform/time/machine-clock'
import { getClaveFirma } from './repo-cuenta'

const COOKIE = 'retorna_conocido'
const VIGENCIA_S = 180 * 24 * 3600
/** The most users known in one browser. */
const MAX_PERSONAS = 5
/** Longer cookies are not ours. */
const MAX_LENGTH = 1000

type Persona = { id: number; clave_hash: string }

/**
 * Browsers in which a user has logged in before, recognized by a signed cookie: `id.device.until.signature` for each user. The signature
 * covers the password hash, so a new password makes them unknown. The cookie does not log anybody in: it gives a budget of attempts that
 * others cannot use up.
 */
export function createKnownBrowsers(db: Db, config: Pick<Config, 'PUBLIC_URL'>) {
  let guardada: Buffer | null = null

  async function sign(persona: Persona, aparato: string, hasta: number): Promise<Buffer> {
    const clave = guardada ?? (await getClaveFirma(db))
    guardada = clave
    return createHmac('sha256', clave)
      .update(`${persona.id}.${aparato}.${hasta}.${persona.clave_hash}`)
      .digest()
  }

  function read(request: FastifyRequest): string[] {
    const valor = request.cookies[COOKIE] ?? ''
    return valor.length > MAX_LENGTH ? [] : valor.split('~').filter(Boolean).slice(0, MAX_PERSONAS)
  }

  async function find(request: FastifyRequest, persona: Persona): Promise<string | null> {
    for (const entrada of read(request)) {
      const [id, aparato = '', hasta, signature = ''] = entrada.split('.')
      if (Number(id) !== persona.id || !(Number(hasta) * 1000 > machineClock.now())) continue
      const dada = Buffer.from(signature, 'base64url')
      const buena = await sign(persona, aparato, Number(hasta))
      if (dada.length === buena.length && timingSafeEqual(dada, buena)) return aparato
    }
    return null
  }

  return {
    /** Name of this browser if the user has logged in from it before; else null. */
    find,
    /** Marks this browser as known to the user. */
    async put(request: FastifyRequest, reply: FastifyReply, persona: Persona): Promise<void> {
      const aparato = (await find(request, persona)) ?? randomBytes(12).toString('base64url')
      const hasta = Math.floor(machineClock.now() / 1000) + VIGENCIA_S
      const signature = (await sign(persona, aparato, hasta)).toString('base64url')
      const otras = read(request).filter((e) => Number(e.split('.')[0]) !== persona.id)
      const valor = [`${persona.id}.${aparato}.${hasta}.${signature}`, ...otras]
        .slice(0, MAX_PERSONAS)
        .join('~')
      reply.setCookie(COOKIE, valor, {
        path: '/api',
        httpOnly: true,
        sameSite: 'lax',
        secure: config.PUBLIC_URL?.startsWith('https:') ?? false,
        maxAge: VIGENCIA_S,
      })
    },
  }
}

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>
