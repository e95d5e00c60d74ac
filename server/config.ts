import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** Folder of the project: the nearest one above this file that holds package.json, built or not. */
export const RAIZ = (() => {
  let dir = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(dir, 'package.json')) && dirname(dir) !== dir) dir = dirname(dir)
  return dir
})()

const puerto = z.coerce.number().int().min(0).max(65535)
const vacio = (v: unknown) => (v === '' ? undefined : v)
const url = (...protocolos: string[]) =>
  z.preprocess(
    vacio,
    z
      .url()
      .refine((s) => protocolos.some((p) => s.startsWith(`${p}:`)), {
        error: `debe empezar por ${protocolos.map((p) => `${p}://`).join(' o ')}`,
      })
      .optional(),
  )
const zona = z.string().refine(
  (s) => {
    try {
      return new Intl.DateTimeFormat('es', { timeZone: s }) !== null
    } catch {
      return false
    }
  },
  { error: 'no es una zona horaria conocida' },
)

const Entorno = z.object({
  /** Port of the web and the API. */
  PORT: z.preprocess(vacio, puerto.default(3000)),
  /** Address to listen on. */
  HOST: z.preprocess(vacio, z.string().default('127.0.0.1')),
  /** Everything the embedded parts keep. */
  DATA_DIR: z.preprocess(vacio, z.string().default(join(RAIZ, 'data'))).transform((d) => resolve(d)),
  /** Outside PostgreSQL, 15 or newer; unset: embedded. */
  DATABASE_URL: url('postgres', 'postgresql'),
  /** Port of the embedded broker; unset: 1883, or the next free one. */
  MQTT_PORT: z.preprocess(vacio, puerto.optional()),
  /** Outside MQTT broker; set: no embedded broker. */
  MQTT_URL: url('mqtt', 'mqtts', 'ws', 'wss'),
  /** Processes of one installation on one outside broker divide its messages by this name. */
  MQTT_GRUPO: z.preprocess(
    vacio,
    z
      .string()
      .regex(/^[\w-]{1,60}$/, { error: 'solo letras, cifras y guiones' })
      .default('retorna'),
  ),
  /** Address under which people open the application; https makes the cookie Secure. */
  PUBLIC_URL: url('http', 'https'),
  /** MapLibre style of the base map. `ninguno` keeps the built-in one. */
  TILE_STYLE_URL: z.preprocess(
    vacio,
    z.union([z.literal('ninguno'), z.url()]).default('https://tiles.openfreemap.org/styles/positron'),
  ),
  /** External dashboard of /graphics. */
  DASHBOARD_URL: url('http', 'https'),
  /** External chatbot of /alm_assistant. */
  CHATBOT_URL: url('http', 'https'),
  /** Demo plant with its accounts. */
  DEMO: z
    .preprocess(vacio, z.enum(['0', '1', 'true', 'false', 'on', 'off']).default('0'))
    .transform((s) => /^(1|true|on)$/.test(s)),
  /** What this process does. */
  ROLES: z.preprocess(vacio, z.enum(['all', 'api', 'ingest']).default('all')),
  /** Time zone of the plant. */
  TZ_PLANTA: z.preprocess(vacio, zona.default('Europe/Madrid')),
  LOG_LEVEL: z.preprocess(vacio, z.enum(['fatal', 'error', 'warn', 'info', 'debug']).default('warn')),
  /** True behind a reverse proxy that sets X-Forwarded-For. */
  TRUST_PROXY: z.preprocess(vacio, z.enum(['0', '1']).default('0')).transform((s) => s === '1'),
})

export type Config = z.infer<typeof Entorno>

/** One line that says which setting is wrong. */
export class ErrorConfig extends Error {}

/** Read the settings from the environment. Throws ErrorConfig naming each wrong one. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const leido = Entorno.safeParse(env)
  if (!leido.success)
    throw new ErrorConfig(
      leido.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`).join('; ') || 'ajustes no válidos',
    )
  if (leido.data.ROLES !== 'all' && !leido.data.DATABASE_URL)
    throw new ErrorConfig(
      `ROLES=${leido.data.ROLES} necesita DATABASE_URL (la base de datos integrada es de un solo proceso)`,
    )
  if (leido.data.ROLES === 'ingest' && !leido.data.MQTT_URL)
    throw new ErrorConfig('ROLES=ingest necesita MQTT_URL')
  return leido.data
}
