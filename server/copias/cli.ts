import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isCanal, tellRetenidas } from '../avisos/service-salidas'
import { ErrorConfig, readConfig } from '../config'
import { createDb, createPool } from '../db/cliente'
import { startBaseIntegrada } from '../db/integrada/servidor'
import { ErrorArranque } from '../errores-arranque'
import { prepareBase } from '../jobs/prepare'
import { copyTodo } from './copy'
import { restoreTodo } from './restore'
import { handleSalidas } from './salidas'

const USO = `Uso: npm run backup -- ARCHIVO
     npm run restore -- ARCHIVO [--sobrescribir]
     npm run salidas [-- soltar | -- descartar [--canal correo|push|webhook]]`

function checkOrden(orden: string | undefined, nombre: string | undefined, canal: string | undefined): void {
  const buena =
    orden === 'salidas'
      ? nombre === undefined || nombre === 'soltar' || nombre === 'descartar'
      : nombre !== undefined && (orden === 'backup' || orden === 'restore')
  const conCanal = canal === undefined || (nombre === 'descartar' && orden === 'salidas' && isCanal(canal))
  if (!buena || !conCanal) throw new ErrorArranque(USO)
}

/** Copy everything to a file, or put such a copy back. */
async function main(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { sobrescribir: { type: 'boolean', default: false }, canal: { type: 'string' } },
  })
  const [orden, nombre, ...mas] = positionals
  checkOrden(orden, nombre, values.canal)
  if (mas.length) throw new ErrorArranque(USO)
  const archivo = resolve(nombre ?? '')
  if (orden === 'restore' && !statSync(archivo, { throwIfNoEntry: false })?.isFile())
    throw new ErrorArranque(`No hay ningún archivo ${archivo}.`)
  const config = readConfig()
  const base = config.DATABASE_URL
    ? { conexion: config.DATABASE_URL, stop: async () => {} }
    : await startBaseIntegrada(config.DATA_DIR, { compartida: orden !== 'restore' })
  const pool = createPool(base.conexion, { max: 4 })
  try {
    await pool.query('select 1').catch((e) => {
      throw new ErrorArranque(`No se puede usar la base de datos: ${e.message || e.code}.`)
    })
    if (orden === 'salidas') {
      await prepareBase(pool, config.TZ_PLANTA)
      const que = nombre === 'soltar' || nombre === 'descartar' ? nombre : 'decir'
      const canal = values.canal && isCanal(values.canal) ? values.canal : null
      return await handleSalidas(createDb(pool), config.TZ_PLANTA, { que, canal })
    }
    if (orden === 'backup') {
      await copyTodo(pool, config.DATA_DIR, archivo)
      return `Copia hecha: ${archivo} (${(statSync(archivo).size / 1e6).toFixed(1)} MB).\n`
    }
    const { filas, archivos } = await restoreTodo(pool, config.DATA_DIR, archivo, values.sobrescribir)
    const retenidas = await tellRetenidas(createDb(pool))
    return `${[`Copia restaurada: ${filas} filas y ${archivos} archivos.`, ...retenidas].join('\n')}\n`
  } finally {
    await pool.end()
    await base.stop()
  }
}

main().then(
  (texto) => process.stdout.write(texto),
  (e) => {
    const conocido = e instanceof ErrorArranque || e instanceof ErrorConfig
    const deUso = e.code?.startsWith('ERR_PARSE_ARGS')
    process.stderr.write(`${deUso ? USO : conocido ? e.message : e.stack}\n`)
    process.exitCode = 1
  },
)
