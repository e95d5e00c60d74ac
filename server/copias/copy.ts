import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { ErrorArranque, errorDeArchivo } from '../errores-arranque'
import { listArchivos } from './carpetas'
import { type Cabecera, mark, VERSION } from './formato'
import { listMeses, listMigraciones, listTablas, readContenido, readFilas } from './repo'

const TROZO = 48 * 1024

async function* linesOf(cliente: pg.ClientBase, dataDir: string): AsyncGenerator<string> {
  const cabecera: Cabecera = {
    retorna: VERSION,
    creada: new Date().toISOString(),
    migraciones: await listMigraciones(cliente),
    meses: await listMeses(cliente),
  }
  yield `${JSON.stringify(cabecera)}\n`
  const hay = { filas: 0, archivos: 0 }
  for (const { nombre, columnas } of await listTablas(cliente)) {
    yield mark({ tabla: nombre, columnas })
    for await (const filas of readFilas(cliente, nombre)) {
      hay.filas += filas.length
      yield `${filas.join('\n')}\n`
    }
  }
  for (const archivo of listArchivos(dataDir)) {
    hay.archivos++
    yield mark({ archivo })
    for await (const trozo of createReadStream(join(dataDir, archivo), { highWaterMark: TROZO }))
      yield `${(trozo as Buffer).toString('base64')}\n`
  }
  yield mark({ fin: hay })
}

/**
 * Write everything as it stands at one moment to a file, while Retorna goes on: one transaction reads it all. The file is
 * there whole or not at all. Throws ErrorArranque where it exists already.
 */
export async function copyTodo(pool: pg.Pool, dataDir: string, archivo: string): Promise<void> {
  if (existsSync(archivo)) throw new ErrorArranque(`Ya existe ${archivo}.`)
  const parcial = `${archivo}.parcial`
  const cliente = await pool.connect()
  try {
    if ((await readContenido(cliente)) === 'nada') throw new ErrorArranque('No hay nada que copiar.')
    await cliente.query("begin isolation level repeatable read read only; set local timezone = 'UTC'")
    const salida = createWriteStream(parcial, { mode: 0o600, flush: true })
    await pipeline(Readable.from(linesOf(cliente, dataDir)), createGzip(), salida)
    await cliente.query('commit')
    renameSync(parcial, archivo)
  } catch (e) {
    rmSync(parcial, { force: true })
    throw errorDeArchivo(archivo, e)
  } finally {
    cliente.release(true)
  }
}
