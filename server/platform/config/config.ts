import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { ROLES } from '#contract/usuarios/sesion'
import { type InternalHost, parseInternalHost } from './internal-hosts'
import { installMessages } from './messages'
import { parseSsoGroups, type SsoGroup } from './sso-groups'

installMessages()

/** Folder of the project: the nearest one above this file that holds package.json, built or not. */
export const ROOT = (() => {
  let dir = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(dir, 'package.json')) && dirname(dir) !== dir) dir = dirname(dir)
  return dir
})()

const empty = (v: unknown) => (typeof v === 'string' && v.trim() === '' ? undefined : v)
const cifras = (error: string, max: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, { error })
    .transform(Number)
    .refine((n) => n <= max, { error })
const port = cifras('debe ser un número de puerto, de 0 a 65535', 65535)
const seconds = (max: number) => {
  const error = `debe ser un número de segundos, de 1 a ${max}`
  return cifras(error, max).refine((n) => n > 0, { error })
}
const url = (...protocolos: string[]) =>
  z.preprocess(
    empty,
    z
      .string()
      .refine((s) => URL.canParse(s) && protocolos.some((p) => s.startsWith(`${p}://`)), {
        error: `debe empezar por ${protocolos.map((p) => `${p}://`).join(' o ')}`,
      })
      .optional(),
  )
const siONo = z
  .preprocess(empty, z.enum(['0', '1', 'true', 'false', 'on', 'off']).default('0'))
  .transform((s) => /^(1|true|on)$/.test(s))
/** A name of the time zone database; offsets such as +02:00 know no summer time and mean the opposite to PostgreSQL. */
const zona = z.string().transform((s, ctx) => {
  try {
    if (/^[\w/+-]+$/.test(s) && !/^[+-]/.test(s))
      return new Intl.DateTimeFormat('es', { timeZone: s }).resolvedOptions().timeZone
  } catch {
    // Not a name that anybody knows: said below.
  }
  ctx.addIssue({ code: 'custom', message: 'no es una zona horaria conocida (ejemplo: Europe/Madrid)' })
  return z.NEVER
})
/** A name and an address, or the address alone. */
const remitente = z.string().transform((s, ctx) => {
  const [, nombre = '', inside] = /^(.*?)\s*<([^<>]+)>$/.exec(s.trim()) ?? []
  const address = (inside ?? s).trim()
  if (z.email().safeParse(address).success)
    return { name: nombre.replace(/^"|"$/g, '').trim() || 'Retorna', address }
  ctx.addIssue({
    code: 'custom',
    message: 'debe ser una dirección de correo (ejemplo: Retorna <avisos@retorna.example>)',
  })
  return z.NEVER
})

const hosts = (s: string, ctx: z.RefinementCtx<string>): InternalHost[] =>
  s
    .split(',')
    .filter((h) => h.trim())
    .map((h) => {
      const interno = parseInternalHost(h)
      if (interno) return interno
      ctx.addIssue({
        code: 'custom',
        message: `«${h.trim()}» no es host, host:puerto, empresa@host ni empresa@host:puerto (ejemplo: 2@erp.planta:8443)`,
      })
      return z.NEVER
    })

const ssoGroups = (s: string, ctx: z.RefinementCtx<string>): SsoGroup[] => {
  const rules = parseSsoGroups(s)
  if (Array.isArray(rules)) return rules
  ctx.addIssue({
    code: 'custom',
    message: `«${rules.wrong}» no es grupo=rol@empresa (roles: ${ROLES.join(', ')}; ejemplo: logistica=operario@1; jefes=empresa@1)`,
  })
  return z.NEVER
}

const Environment = z.object({
  /** Port of the web and the API. */
  PORT: z.preprocess(empty, port.prefault('3000')),
  /** Address to listen on. */
  HOST: z.preprocess(empty, z.string().default('127.0.0.1')),
  /** Everything the embedded parts keep. */
  DATA_DIR: z.preprocess(empty, z.string().default(join(ROOT, 'data'))).transform((d) => resolve(d)),
  /** Daily copies that are kept; 0: none is made. The demonstration makes none. */
  COPIAS_DIAS: z.preprocess(empty, cifras('debe ser un número de días, de 0 a 366', 366).prefault('7')),
  /** Folder of the daily copies, better on another disk; unset: `copias` in DATA_DIR. */
  COPIAS_DIR: z.preprocess(empty, z.string().optional()),
  /** Outside PostgreSQL, 15 or newer; unset: embedded. */
  DATABASE_URL: url('postgres', 'postgresql'),
  /** A streaming replica of it, which files, charts and far pages are read from. */
  DATABASE_READ_URL: url('postgres', 'postgresql'),
  /** Seconds that the replica may be old; an older one is not read from. */
  REPLICA_MAX_S: z.preprocess(empty, seconds(3600).prefault('10')),
  /** Port of the embedded broker; unset: 1883, or the next free one. */
  MQTT_PORT: z.preprocess(empty, port.optional()),
  /** Outside MQTT broker; set: no embedded broker. */
  MQTT_URL: url('mqtt', 'mqtts', 'ws', 'wss'),
  /** Processes of one installation on one outside broker divide its messages by this name. */
  MQTT_GRUPO: z.preprocess(
    empty,
    z
      .string()
      .regex(/^[\w-]{1,60}$/, { error: 'solo letras, cifras y guiones' })
      .default('retorna'),
  ),
  /** NATS servers with JetStream, by commas: the log between hearing and applying; unset: what is heard is applied at once. */
  NATS_URL: z.preprocess(
    empty,
    z
      .string()
      .refine((s) => s.split(',').every((u) => /^(nats|tls):\/\//.test(u.trim()) && URL.canParse(u.trim())), {
        error: 'debe ser una o varias direcciones nats:// o tls://, separadas por comas',
      })
      .optional(),
  ),
  /** Servers that keep each record of the log: 3 in a cluster. */
  NATS_REPLICAS: z.preprocess(
    empty,
    cifras('debe ser el número de copias, de 1 a 5', 5)
      .refine((n) => n > 0, { error: 'debe ser el número de copias, de 1 a 5' })
      .prefault('1'),
  ),
  /** Name of the log's stream: installations that share servers have one each. */
  NATS_STREAM: z.preprocess(
    empty,
    z
      .string()
      .regex(/^[\w-]{1,60}$/, { error: 'solo letras, cifras y guiones' })
      .default('RETORNA'),
  ),
  /** Stream of NATS that gateways' MQTT messages come in by; made where it is not there; unset: they come by MQTT and HTTP alone. */
  NATS_ENTRADA: z.preprocess(
    empty,
    z
      .string()
      .regex(/^[\w-]{1,60}$/, { error: 'solo letras, cifras y guiones' })
      .optional(),
  ),
  /** Address under which people open the application, and which QR labels carry; https makes the cookie Secure. */
  PUBLIC_URL: url('http', 'https'),
  /** Lets production run without https, inside a network that is trusted. */
  SIN_HTTPS: siONo,
  /** MapLibre style of the base map. `ninguno` keeps the built-in one. */
  TILE_STYLE_URL: z.preprocess(
    empty,
    z.union([z.literal('ninguno'), z.url()]).default('https://tiles.openfreemap.org/styles/positron'),
  ),
  /** External dashboard of /graphics. */
  DASHBOARD_URL: url('http', 'https'),
  /** External chatbot of /alm_assistant. */
  CHATBOT_URL: url('http', 'https'),
  /** Demo plant with its accounts. */
  DEMO: siONo,
  /** What this process does. */
  ROLES: z.preprocess(empty, z.enum(['all', 'api', 'ingest']).default('all')),
  /** Time zone of the plant. */
  TZ_PLANTA: z.preprocess(empty, zona.prefault('Europe/Madrid')),
  /** Events of older months than these are dropped, once a day; unset: all are kept. */
  RETENCION_MESES: z.preprocess(
    empty,
    cifras('debe ser un número de meses, de 1 a 1200', 1200)
      .refine((n) => n > 0, { error: 'debe ser un número de meses, de 1 a 1200' })
      .optional(),
  ),
  /** File that what arrives from readers is kept in, to be fed to another instance; unset: none. */
  GRABAR: z.preprocess(empty, z.string().optional()),
  LOG_LEVEL: z.preprocess(empty, z.enum(['fatal', 'error', 'warn', 'info', 'debug']).default('warn')),
  /** Reverse proxies before us that add to X-Forwarded-For; the address counts that the outermost of them saw. */
  TRUST_PROXY: z.preprocess(empty, cifras('debe ser el número de proxies, de 0 a 10', 10).prefault('0')),
  /** Seconds in which a call has come in, and an upload gets to the least speed that it must have. */
  LLEGADA_MAX_S: z.preprocess(empty, seconds(3600).prefault('60')),
  /** Seconds for which the other side of an upload, a file or a live feed may stand still before it is let go. */
  PARADA_MAX_S: z.preprocess(empty, seconds(60).prefault('30')),
  /**
   * Secret that /metrics asks for (Authorization: Bearer …); unset: only this machine may read it. /api/docs is open
   * to anybody who reaches the application: it describes the calls and holds no data.
   */
  METRICS_TOKEN: z.preprocess(empty, z.string().min(16).optional()),
  /** Mail server, with its user and password: smtps://user:password@host; unset: no mail is sent. */
  SMTP_URL: url('smtp', 'smtps'),
  /** From whom mail comes: `Retorna <avisos@retorna.example>`, or the address alone. */
  SMTP_DE: z.preprocess(empty, remitente.optional()),
  /** OpenID Connect provider that people may come in by; unset: with local accounts only. */
  OIDC_ISSUER: url('http', 'https'),
  OIDC_CLIENT_ID: z.preprocess(empty, z.string().max(300).optional()),
  /** Unset: a public client, held by PKCE alone. */
  OIDC_CLIENT_SECRET: z.preprocess(empty, z.string().max(1000).optional()),
  /** What the button of the login says: `Entrar con …`. */
  OIDC_NOMBRE: z.preprocess(empty, z.string().max(60).default('la cuenta de la empresa')),
  /** Which groups give which role and company, by semicolons: `group=rol@empresa`. */
  OIDC_GRUPOS: z.preprocess(empty, z.string().default('')).transform(ssoGroups),
  /** Claim that holds the groups. */
  OIDC_CLAIM: z.preprocess(empty, z.string().max(100).default('groups')),
  /**
   * Hosts inside the network that webhooks and push may go to, by commas, with a port where only that is meant:
   * `company@host:port`. Without a company the administrators of every company reach the host.
   */
  AVISOS_HOSTS: z.preprocess(empty, z.string().default('')).transform(hosts),
})

export type Config = z.infer<typeof Environment>

/** One line that says which setting is wrong. */
export class ErrorConfig extends Error {}

/** Read the settings from the environment. Throws ErrorConfig naming each wrong one. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = Environment.safeParse(env)
  if (!parsed.success)
    throw new ErrorConfig(
      parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`).join('; ') || 'ajustes no válidos',
    )
  if (parsed.data.ROLES !== 'all' && !parsed.data.DATABASE_URL)
    throw new ErrorConfig(
      `ROLES=${parsed.data.ROLES} necesita DATABASE_URL (la base de datos integrada es de un solo proceso)`,
    )
  if (parsed.data.ROLES === 'ingest' && !parsed.data.MQTT_URL && !parsed.data.NATS_URL)
    throw new ErrorConfig('ROLES=ingest necesita MQTT_URL o NATS_URL')
  if (parsed.data.NATS_URL && !parsed.data.DATABASE_URL)
    throw new ErrorConfig('NATS_URL necesita DATABASE_URL (la base de datos integrada es de un solo proceso)')
  if (parsed.data.DATABASE_READ_URL && !parsed.data.DATABASE_URL)
    throw new ErrorConfig(
      'DATABASE_READ_URL necesita DATABASE_URL (la base de datos integrada no tiene réplicas)',
    )
  if (parsed.data.NATS_ENTRADA && !parsed.data.NATS_URL)
    throw new ErrorConfig('NATS_ENTRADA necesita NATS_URL')
  if (parsed.data.SMTP_URL && !parsed.data.SMTP_DE) throw new ErrorConfig('SMTP_URL necesita SMTP_DE')
  checkSso(parsed.data)
  return parsed.data
}

/** Throws ErrorConfig where single sign-on is set in part, or would be spoken of without encryption. */
function checkSso(c: Config): void {
  if (!c.OIDC_ISSUER) return
  if (!c.OIDC_CLIENT_ID) throw new ErrorConfig('OIDC_ISSUER necesita OIDC_CLIENT_ID')
  if (!c.PUBLIC_URL)
    throw new ErrorConfig(
      'OIDC_ISSUER necesita PUBLIC_URL (el proveedor devuelve el navegador a esa dirección)',
    )
  if (!c.OIDC_GRUPOS.length)
    throw new ErrorConfig(
      'OIDC_ISSUER necesita OIDC_GRUPOS (sin grupos no entra nadie; ejemplo: jefes=empresa@1)',
    )
  const { protocol, hostname } = new URL(c.OIDC_ISSUER)
  if (protocol === 'http:' && !['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
    throw new ErrorConfig('OIDC_ISSUER debe empezar por https:// (http solo en esta misma máquina)')
}
