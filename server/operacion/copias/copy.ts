import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { ErrorStartup, errorDeArchivo } from '../../platform/config/startup-errors'
import { listArchivos } from './folders'
import { type Header, mark, VERSION } from './formato'
import { listMigrations, listMonths, listTablas, readContenido, readRows } from './repo'

const CHUNK = 48 * 1024

async function* linesOf(client: pg.ClientBase, dataDir: string): AsyncGenerator<string> {
  const header: Header = {
    retorna: VERSION,
    creada: new Date().toISOString(),
    migraciones: await listMigrations(client),
    meses: await listMonths(client),
  }
  yield `${JSON.stringify(header)}\n`
  const hay = { filas: 0, archivos: 0 }
  for (const { nombre, columnas } of await listTablas(client)) {
    yield mark({ tabla: nombre, columnas })
    for await (const rows of readRows(client, nombre)) {
      hay.filas += rows.length
      yield `${rows.join('\n')}\n`
    }
  }
  for (const archivo of listArchivos(dataDir)) {
    hay.archivos++
    yield mark({ archivo })
    for await (const chunk of createReadStream(join(dataDir, archivo), { highWaterMark: CHUNK }))
      yield `${(chunk as Buffer).toString('base64')}\n`
  }
  yield mark({ fin: hay })
}

/**
 * Writes everything to a file from one snapshot, while Retorna runs. The file appears complete or not at all.
 * @param replace an existing file is replaced once the new one is complete; else ErrorStartup is thrown
 */
export async function copyTodo(
  pool: pg.Pool,
  dataDir: string,
  archivo: string,
  { replace = false } = {},
): Promise<void> {
  if (!replace && existsSync(archivo)) throw new ErrorStartup(`Ya existe ${archivo}.`)
  const parcial = `${archivo}.parcial`
  const client = await pool.connect()
  try {
    if ((await readContenido(client)) === 'nada') throw new ErrorStartup('No hay nada que copiar.')
    await client.query("begin isolation level repeatable read read only; set local timezone = 'UTC'")
    const salida = createWriteStream(parcial, { mode: 0o600, flush: true })
    await pipeline(Readable.from(linesOf(client, dataDir)), createGzip(), salida)
    await client.query('commit')
    renameSync(parcial, archivo)
  } catch (e) {
    rmSync(parcial, { force: true })
    throw errorDeArchivo(archivo, e)
  } finally {
    client.release(true)
  }
}
