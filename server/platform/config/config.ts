import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { ROLES_PROPIOS } from '#contract/personas/acceso/sesion'
import { type InternalHost, parseInternalHost } from './internal-hosts'
import { installMessages } from './messages'
import { parseSsoGroups, type SsoGroup } from './sso-groups'

installMessages()

/** Folder of the project: the nearest ancestor of this file that holds package.json; works from sources and from a build. */
export const ROOT = (() => {
  let dir = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(dir, 'package.json')) && dirname(dir) !== dir) dir = dirname(dir)
  return dir
})()

/** Port of the web and the API where none is set. */
export const PORT_WEB = 3000

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
/** A name that stands in a topic or a stream. */
const nombre = z
  .string()
  .regex(/^[\w-]{1,60}$/, { error: 'solo letras sin tilde, cifras, guiones y guiones bajos, 60 como mucho' })
const siONo = z
  .preprocess(empty, z.enum(['0', '1', 'true', 'false', 'on', 'off']).default('0'))
  .transform((s) => /^(1|true|on)$/.test(s))
/**
 * A name of the time zone database. Offsets such as +02:00 are refused: they know no summer time and have the opposite sign in PostgreSQL.
 */
const zona = z.string().transform((s, ctx) => {
  try {
    if (/^[\w/+-]+$/.test(s) && !/^[+-]/.test(s))
      return new Intl.DateTimeFormat('es', { timeZone: s }).resolvedOptions().timeZone
  } catch {
    // Unknown name: the error is added below.
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
    message: `«${rules.wrong}» no es grupo=rol@empresa (roles: ${ROLES_PROPIOS.join(', ')}; ejemplo: logistica=operario@1; jefes=empresa@1)`,
  })
  return z.NEVER
}

/** Every setting by its name; a value of spaces alone counts as unset. */
export const Environment = z.object({
  /** Port of the web and the API; unset: 3000, or the next free one. */
  PORT: z.preprocess(empty, port.optional()),
  /** Address to listen on. */
  HOST: z.preprocess(empty, z.string().default('127.0.0.1')),
  /** Folder of all data of the embedded parts. */
  DATA_DIR: z.preprocess(empty, z.string().default(join(ROOT, 'data'))).transform((d) => resolve(d)),
  /** Number of daily copies that are kept; 0: none is made. The demonstration makes none. */
  COPIAS_DIAS: z.preprocess(empty, cifras('debe ser un número de días, de 0 a 366', 366).prefault('7')),
  /** Folder of the daily copies, better on another disk; unset: `copias` in DATA_DIR. */
  COPIAS_DIR: z.preprocess(empty, z.string().optional()),
  /** External PostgreSQL, 15 or newer; unset: embedded. */
  DATABASE_URL: url('postgres', 'postgresql'),
  /** A streaming replica of it, for reads of files, charts and distant pages. */
  DATABASE_READ_URL: url('postgres', 'postgresql'),
  /** Maximum age of the replica in seconds; an older one is not read from. */
  REPLICA_MAX_S: z.preprocess(empty, seconds(3600).prefault('10')),
  /** Port of the embedded broker; unset: 1883, or the next free one. */
  MQTT_PORT: z.preprocess(empty, port.optional()),
  /** External MQTT broker; set: no embedded broker. */
  MQTT_URL: url('mqtt', 'mqtts', 'ws', 'wss'),
  /** Group name by which the processes of one installation share the messages of an external broker. */
  MQTT_GRUPO: z.preprocess(empty, nombre.default('retorna')),
  /** NATS servers with JetStream, separated by commas: the log between receiving and applying; unset: readings are applied at once. */
  NATS_URL: z.preprocess(
    empty,
    z
      .string()
      .refine((s) => s.split(',').every((u) => /^(nats|tls):\/\//.test(u.trim()) && URL.canParse(u.trim())), {
        error: 'debe ser una o varias direcciones nats:// o tls://, separadas por comas',
      })
      .optional(),
  ),
  /** Number of servers that store each record of the log: 3 in a cluster. */
  NATS_REPLICAS: z.preprocess(
    empty,
    cifras('debe ser el número de copias, de 1 a 5', 5)
      .refine((n) => n > 0, { error: 'debe ser el número de copias, de 1 a 5' })
      .prefault('1'),
  ),
  /** Name of the log's stream: installations that share NATS servers need different names. */
  NATS_STREAM: z.preprocess(empty, nombre.default('RETORNA')),
  /** NATS stream of the gateways' MQTT messages; created if it is missing; unset: messages come by MQTT and HTTP only. */
  NATS_ENTRADA: z.preprocess(empty, nombre.optional()),
  /** Public address of the application, also in the QR labels; with https the cookie is Secure. */
  PUBLIC_URL: url('http', 'https'),
  /** Allows production without https, inside a trusted network. */
  SIN_HTTPS: siONo,
  /** MapLibre style of the base map. `ninguno`: the built-in one. */
  TILE_STYLE_URL: z.preprocess(
    empty,
    z.union([z.literal('ninguno'), z.url()]).default('https://tiles.openfreemap.org/styles/positron'),
  ),
  /** External dashboard, shown at /graphics. */
  DASHBOARD_URL: url('http', 'https'),
  /** External chatbot, shown at /alm_assistant. */
  CHATBOT_URL: url('http', 'https'),
  /** Starts the demo plant with its accounts. */
  DEMO: siONo,
  /** What this process does: all, serve people only, or receive readings only. */
  ROLES: z.preprocess(empty, z.enum(['all', 'api', 'ingest']).default('all')),
  /** Time zone of the plant. */
  TZ_PLANTA: z.preprocess(empty, zona.prefault('Europe/Madrid')),
  /** Events older than this many months are dropped, once a day; unset: all are kept. */
  RETENCION_MESES: z.preprocess(
    empty,
    cifras('debe ser un número de meses, de 1 a 1200', 1200)
      .refine((n) => n > 0, { error: 'debe ser un número de meses, de 1 a 1200' })
      .optional(),
  ),
  /** File that records all messages of readers, to be replayed into another instance; unset: none. */
  GRABAR: z.preprocess(empty, z.string().optional()),
  LOG_LEVEL: z.preprocess(empty, z.enum(['fatal', 'error', 'warn', 'info', 'debug']).default('warn')),
  /** Number of reverse proxies in front that add to X-Forwarded-For; the caller's address is the one that the outermost proxy saw. */
  TRUST_PROXY: z.preprocess(empty, cifras('debe ser el número de proxies, de 0 a 10', 10).prefault('0')),
  /** Seconds until a request must be complete; for an upload, until it must have reached its minimum speed. */
  LLEGADA_MAX_S: z.preprocess(empty, seconds(3600).prefault('60')),
  /** Seconds for which the other side of an upload, a download or a live feed may stall before it is disconnected. */
  PARADA_MAX_S: z.preprocess(empty, seconds(60).prefault('30')),
  /**
   * Secret for /metrics (Authorization: Bearer …); unset: only this machine may read it. /api/docs is open to anybody who reaches the
   * application: it describes the calls and holds no data.
   */
  METRICS_TOKEN: z.preprocess(empty, z.string().min(16).optional()),
  /** Mail server, with its user and password: smtps://user:password@host; unset: no mail is sent. */
  SMTP_URL: url('smtp', 'smtps'),
  /** Sender of mail: `Retorna <avisos@retorna.example>`, or the address alone. */
  SMTP_DE: z.preprocess(empty, remitente.optional()),
  /** OpenID Connect provider for single sign-on; unset: local accounts only. */
  OIDC_ISSUER: url('http', 'https'),
  OIDC_CLIENT_ID: z.preprocess(empty, z.string().max(300).optional()),
  /** Unset: a public client, secured by PKCE only. */
  OIDC_CLIENT_SECRET: z.preprocess(empty, z.string().max(1000).optional()),
  /** Text of the login button: `Entrar con …`. */
  OIDC_NOMBRE: z.preprocess(empty, z.string().max(60).default('la cuenta de la empresa')),
  /** Role and company of each group, separated by semicolons: `group=rol@empresa`. */
  OIDC_GRUPOS: z.preprocess(empty, z.string().default('')).transform(ssoGroups),
  /** Claim with the groups. */
  OIDC_CLAIM: z.preprocess(empty, z.string().max(100).default('groups')),
  /**
   * Internal hosts that webhooks and push may be sent to, separated by commas: `company@host:port`. Without a port: any port. Without a
   * company: for every company.
   */
  AVISOS_HOSTS: z.preprocess(empty, z.string().default('')).transform(hosts),
})

export type Config = z.infer<typeof Environment>

/** One line that names the wrong setting. */
export class ErrorConfig extends Error {}

/** Read the settings from the environment. Throws ErrorConfig that names each wrong setting. */
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

/** Throws ErrorConfig where single sign-on is configured in part, or would use unencrypted connections. */
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

/** Public address of Retorna, without a trailing slash. */
export const baseOf = ({ PUBLIC_URL, HOST, PORT }: Pick<Config, 'PUBLIC_URL' | 'HOST' | 'PORT'>): string =>
  PUBLIC_URL?.replace(/\/+$/, '') ?? `http://${HOST}:${PORT ?? PORT_WEB}`
