import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { formatRetenidas, isCanal } from '../../avisos/avisos/delivery/service-salidas'
import { formatClavesRetenidas } from '../../personas/claves-api/service'
import { ErrorConfig, readConfig } from '../../platform/config/config'
import { nameOfBase, refuseGuess } from '../../platform/config/named-base'
import { ErrorStartup } from '../../platform/config/startup-errors'
import { createDb, createPool } from '../../platform/db/client'
import { startBaseEmbedded } from '../../platform/db/embedded/server'
import { prepareBase } from '../../platform/jobs/prepare'
import { copyTodo } from './copy'
import { restoreTodo } from './restore'
import { handleSalidas } from './salidas'

const USO = `Uso: npm run backup -- ARCHIVO
     npm run restore -- ARCHIVO [--sobrescribir]
     npm run salidas [-- soltar | -- descartar [--canal correo|push|webhook]]`

function checkOrder(order: string | undefined, nombre: string | undefined, canal: string | undefined): void {
  const buena =
    order === 'salidas'
      ? nombre === undefined || nombre === 'soltar' || nombre === 'descartar'
      : nombre !== undefined && (order === 'backup' || order === 'restore')
  const conCanal = canal === undefined || (nombre === 'descartar' && order === 'salidas' && isCanal(canal))
  if (!buena || !conCanal) throw new ErrorStartup(USO)
}

/** Backs everything up to a file, or restores such a file. */
async function main(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { sobrescribir: { type: 'boolean', default: false }, canal: { type: 'string' } },
  })
  const [order, nombre, ...mas] = positionals
  checkOrder(order, nombre, values.canal)
  if (mas.length) throw new ErrorStartup(USO)
  const archivo = resolve(nombre ?? '')
  if (order === 'restore' && !statSync(archivo, { throwIfNoEntry: false })?.isFile())
    throw new ErrorStartup(`No hay ningún archivo ${archivo}.`)
  const config = readConfig()
  refuseGuess(config)
  const base = config.DATABASE_URL
    ? { conexion: config.DATABASE_URL, stop: async () => {} }
    : await startBaseEmbedded(config.DATA_DIR, { compartida: order !== 'restore' })
  const pool = createPool(base.conexion, { max: 4 })
  try {
    await pool.query('select 1').catch((e) => {
      throw new ErrorStartup(`No se puede usar la base de datos: ${e.message || e.code}.`)
    })
    if (order === 'salidas') {
      await prepareBase(pool, config.TZ_PLANTA)
      const que = nombre === 'soltar' || nombre === 'descartar' ? nombre : 'decir'
      const canal = values.canal && isCanal(values.canal) ? values.canal : null
      return await handleSalidas(createDb(pool), config.TZ_PLANTA, { que, canal })
    }
    if (order === 'backup') {
      await copyTodo(pool, config.DATA_DIR, archivo)
      return `Copia hecha de la ${nameOfBase(config)}: ${archivo} (${(statSync(archivo).size / 1e6).toFixed(1)} MB).\n`
    }
    const { filas, archivos } = await restoreTodo(pool, config.DATA_DIR, archivo, values.sobrescribir)
    const db = createDb(pool)
    const retenidas = [...(await formatRetenidas(db)), ...(await formatClavesRetenidas(db))]
    return `${[`Copia restaurada en la ${nameOfBase(config)}: ${filas} filas y ${archivos} archivos.`, ...retenidas].join('\n')}\n`
  } finally {
    await pool.end()
    await base.stop()
  }
}

main().then(
  (text) => process.stdout.write(text),
  (e) => {
    const conocido = e instanceof ErrorStartup || e instanceof ErrorConfig
    const deUso = e.code?.startsWith('ERR_PARSE_ARGS')
    process.stderr.write(`${deUso ? USO : conocido ? e.message : e.stack}\n`)
    process.exitCode = 1
  },
)
