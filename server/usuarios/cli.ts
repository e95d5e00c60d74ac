import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { ErrorConfig, readConfig } from '../config'
import { createDb, createPool } from '../db/cliente'
import { startBaseIntegrada } from '../db/integrada/servidor'
import { migrate } from '../db/migrate'
import { ErrorArranque } from '../errores-arranque'
import { ErrorHttp } from '../http/errores'
import { checkClave, hashClave } from './clave'
import { createUsuario, ensureEmpresa, findUsuario } from './repo'

const USO = `Uso: npm run user -- create --username NOMBRE [--nombre "Nombre y apellidos"] [--empresa N] [--admin]
La contraseña se pregunta, o se lee de la entrada o de RETORNA_CLAVE.`

async function readClave(): Promise<string> {
  if (process.env.RETORNA_CLAVE) return process.env.RETORNA_CLAVE
  const rl = createInterface({
    input: process.stdin,
    output: process.stdin.isTTY ? process.stderr : undefined,
  })
  const clave = await rl.question('Contraseña: ')
  rl.close()
  return clave
}

/** Make a user from the command line: the way to the first administrator. */
async function main(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      username: { type: 'string' },
      nombre: { type: 'string' },
      empresa: { type: 'string', default: '1' },
      admin: { type: 'boolean', default: false },
    },
  })
  const username = values.username?.trim()
  const empresa = Number(values.empresa)
  if (positionals[0] !== 'create' || !username) throw new ErrorArranque(USO)
  if (!Number.isInteger(empresa) || empresa < 1 || empresa > 1_000_000)
    throw new ErrorArranque('--empresa debe ser un número entero a partir de 1.')
  const config = readConfig()
  const clave = await readClave()
  checkClave(clave)
  const base = config.DATABASE_URL
    ? { conexion: config.DATABASE_URL, stop: async () => {} }
    : await startBaseIntegrada(config.DATA_DIR)
  const pool = createPool(base.conexion, 2)
  try {
    await migrate(pool)
    const db = createDb(pool)
    if (await findUsuario(db, username)) throw new ErrorArranque(`Ya existe el usuario ${username}.`)
    await ensureEmpresa(db, empresa, `Empresa ${empresa}`)
    await createUsuario(db, {
      username,
      nombre: values.nombre ?? username,
      claveHash: await hashClave(clave),
      empresa,
      is_admin: values.admin ?? false,
    })
  } finally {
    await pool.end()
    await base.stop()
  }
  return `Usuario ${username} creado (empresa ${empresa}${values.admin ? ', administrador' : ''}).\n`
}

main().then(
  (texto) => process.stdout.write(texto),
  (e) => {
    const conocido = e instanceof ErrorArranque || e instanceof ErrorConfig || e instanceof ErrorHttp
    process.stderr.write(`${conocido || e.code?.startsWith('ERR_PARSE_ARGS') ? e.message : e.stack}\n`)
    process.exitCode = 1
  },
)
