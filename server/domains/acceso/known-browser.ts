import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config/config'
import type { Db } from '../../platform/db/client'
import { getClaveFirma } from './repo-cuenta'

const COOKIE = 'retorna_conocido'
const VIGENCIA_S = 180 * 24 * 3600
/** People who take turns at one browser. */
const MAX_PERSONAS = 5
/** Longer ones are not ours. */
const MAX_LENGTH = 1000

type Persona = { id: number; clave_hash: string }

/**
 * Browsers in which somebody has logged in before, by a signed cookie: `id.device.until.signature` for each person.
 * The signature covers the password's hash, so that another password makes all of them strangers. It lets nobody in:
 * it gives tries of its own, which strangers cannot use up.
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
      if (Number(id) !== persona.id || !(Number(hasta) * 1000 > Date.now())) continue
      const dada = Buffer.from(signature, 'base64url')
      const buena = await sign(persona, aparato, Number(hasta))
      if (dada.length === buena.length && timingSafeEqual(dada, buena)) return aparato
    }
    return null
  }

  return {
    /** The name of this browser, where this person has logged in from it before; null: a stranger's. */
    find,
    /** Know this browser from now on. */
    async put(request: FastifyRequest, reply: FastifyReply, persona: Persona): Promise<void> {
      const aparato = (await find(request, persona)) ?? randomBytes(12).toString('base64url')
      const hasta = Math.floor(Date.now() / 1000) + VIGENCIA_S
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
