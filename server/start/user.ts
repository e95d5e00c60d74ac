import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { texto } from '#contract/comunes'
import { handleRoles, readRolesOrder, USO_ROLES } from '../operacion/datos/roles/roles'
import { checkClave, hashClave } from '../personas/acceso/clave'
import { existsUsuario } from '../personas/acceso/service'
import { createUsuario, ensureEmpresa } from '../personas/usuarios/repo'
import { ErrorConfig, readConfig } from '../platform/config/config'
import { nameOfBase, refuseGuess } from '../platform/config/named-base'
import { ErrorStartup } from '../platform/config/startup-errors'
import { type Actor, asActor } from '../platform/db/actor'
import { createDb, createPool, type Db } from '../platform/db/client'
import { startBaseEmbedded } from '../platform/db/embedded/server'
import { ErrorHttp } from '../platform/http/errores'
import { prepareBase } from '../platform/jobs/prepare'

/** Author of changes made on the command line. */
const CONSOLA: Actor = { id: null, username: 'consola', direccion: null }

const USO = `Uso: npm run user -- create --username NOMBRE [--nombre "Nombre y apellidos"] [--empresa N] [--admin]
La contraseña se pregunta, o se lee de la entrada o de RETORNA_CLAVE.
${USO_ROLES}`

const sinClave = () => new ErrorStartup(`Falta la contraseña.\n${USO}`)

/** The password from RETORNA_CLAVE, or from a line of input, which a terminal does not echo. */
async function readClave(): Promise<string> {
  if (process.env.RETORNA_CLAVE) return process.env.RETORNA_CLAVE
  const { isTTY } = process.stdin
  if (isTTY) process.stderr.write('Contraseña: ')
  const mudo = new Writable({ write: (_chunk, _codificacion, done) => done() })
  const rl = createInterface({ input: process.stdin, output: isTTY ? mudo : undefined, terminal: isTTY })
  try {
    return await new Promise((resolve, reject) => {
      rl.once('line', resolve)
      rl.once('SIGINT', () => reject(sinClave()))
      rl.once('close', () => reject(sinClave()))
    })
  } finally {
    rl.close()
    if (isTTY) process.stderr.write('\n')
  }
}

const Order = z.object({
  username: texto(120, USO).min(1, { error: USO }),
  nombre: texto(120).optional(),
  empresa: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, { error: '--empresa debe ser un número entero a partir de 1.' })
    .default('1')
    .transform(Number),
  admin: z.boolean().default(false),
})

function readArgs() {
  return parseArgs({
    allowPositionals: true,
    options: {
      username: { type: 'string' },
      nombre: { type: 'string' },
      empresa: { type: 'string' },
      admin: { type: 'boolean' },
      rol: { type: 'string' },
      conexiones: { type: 'string' },
      minutos: { type: 'string' },
    },
  })
}

/** Creates a user; this is how the first administrator is created. */
async function create(db: Db, order: z.output<typeof Order>, clave: string): Promise<string> {
  const { username, nombre, empresa, admin } = order
  if (await existsUsuario(db, username)) throw new ErrorStartup(`Ya existe el usuario ${username}.`)
  const claveHash = await hashClave(clave)
  await asActor(db, CONSOLA, async (tx) => {
    await ensureEmpresa(tx, empresa, `Empresa ${empresa}`)
    await createUsuario(tx, {
      username,
      nombre: nombre || username,
      claveHash,
      empresa,
      rol: admin ? 'admin' : 'operario',
    })
  })
  return `Usuario ${username} creado (empresa ${empresa}${admin ? ', administrador' : ''}).\n`
}

/** Parses the command line into a function on a database. Throws errors of usage before a database is opened. */
async function readOrder(externa: boolean): Promise<(db: Db) => Promise<string>> {
  const { values, positionals } = readArgs()
  if (positionals[0] === 'bi' && positionals.length === 2) {
    const order = readRolesOrder(positionals[1], values)
    if (!externa)
      throw new ErrorStartup(
        'Los roles de analistas son de un PostgreSQL externo (DATABASE_URL): en la base de datos integrada no entra nadie más.',
      )
    return (db) => handleRoles(db, CONSOLA, order)
  }
  const order = Order.safeParse(values)
  if (positionals.join() !== 'create') throw new ErrorStartup(USO)
  if (!order.success) throw new ErrorStartup(order.error.issues[0]?.message ?? USO)
  const clave = await readClave()
  checkClave(clave)
  return (db) => create(db, order.data, clave)
}

/** Manages users, and roles of analysts, from the command line. */
async function main(): Promise<string> {
  const config = readConfig()
  refuseGuess(config)
  const work = await readOrder(config.DATABASE_URL !== undefined)
  const base = config.DATABASE_URL
    ? { conexion: config.DATABASE_URL, stop: async () => {} }
    : await startBaseEmbedded(config.DATA_DIR, { compartida: true })
  const pool = createPool(base.conexion, { max: 2 })
  try {
    await prepareBase(pool, config.TZ_PLANTA)
    return `${await work(createDb(pool))}En la ${nameOfBase(config)}.\n`
  } finally {
    await pool.end()
    await base.stop()
  }
}

main().then(
  (texto) => process.stdout.write(texto),
  (e) => {
    const conocido = e instanceof ErrorStartup || e instanceof ErrorConfig || e instanceof ErrorHttp
    const deUso = e.code?.startsWith('ERR_PARSE_ARGS')
    process.stderr.write(`${deUso ? USO : conocido ? e.message : e.stack}\n`)
    process.exitCode = 1
  },
)
