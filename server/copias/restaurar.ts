import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { migrate } from '../db/migrate'
import { transact } from '../db/transaccion'
import { ErrorArranque } from '../errores-arranque'
import { listArchivos, listCarpetas } from './carpetas'
import { type Cabecera, readCopia } from './formato'
import {
  clearTablas,
  dropTodo,
  isEnMarcha,
  listTablas,
  readContenido,
  resetNumeros,
  type Tabla,
  writeFilas,
} from './repo'

const FILAS_POR_ESCRITURA = 1000
const LETRAS_POR_ESCRITURA = 4 << 20

async function checkSitio(
  pool: pg.Pool,
  dataDir: string,
  carpetas: Set<string>,
  sobrescribir: boolean,
): Promise<void> {
  const cliente = await pool.connect()
  try {
    if (await isEnMarcha(cliente)) throw new ErrorArranque('Pare Retorna antes de restaurar una copia.')
    const contenido = await readContenido(cliente)
    if (contenido === 'ajena')
      throw new ErrorArranque('Esa base de datos tiene tablas que no son de Retorna. Use otra.')
    const ocupada = listCarpetas(dataDir).find(
      (c) => carpetas.has(c) && !listArchivos(dataDir, c).next().done,
    )
    if (sobrescribir || (contenido !== 'datos' && !ocupada)) return
    throw new ErrorArranque(
      contenido === 'datos'
        ? 'La base de datos no está vacía. Para perder lo que tiene, añada --sobrescribir.'
        : `La carpeta ${join(dataDir, ocupada as string)} no está vacía. Para perder lo que tiene, añada --sobrescribir.`,
    )
  } finally {
    cliente.release()
  }
}

/** Write the rows of one table after another, some at a time. */
function createEscritor(cliente: pg.ClientBase) {
  let tabla: Tabla | null = null
  let filas: string[] = []
  let letras = 0
  const flush = async () => {
    if (tabla && filas.length) await writeFilas(cliente, tabla, filas)
    filas = []
    letras = 0
  }
  return {
    async open(nueva: Tabla | null): Promise<void> {
      await flush()
      tabla = nueva
    },
    async add(fila: string): Promise<void> {
      filas.push(fila)
      letras += fila.length
      if (filas.length >= FILAS_POR_ESCRITURA || letras > LETRAS_POR_ESCRITURA) await flush()
    },
  }
}

async function load(cliente: pg.ClientBase, archivo: string, dataDir: string): Promise<void> {
  const tablas = new Map((await listTablas(cliente)).map((t) => [t.nombre, t]))
  const escritor = createEscritor(cliente)
  await readCopia(
    archivo,
    async ({ meses }) => clearTablas(cliente, [...tablas.values()], meses),
    async (marca, linea) => {
      if ('tabla' in marca) {
        if (linea) return escritor.add(linea)
        const aqui = tablas.get(marca.tabla)
        if (!aqui) throw new ErrorArranque(`La copia tiene una tabla que aquí no existe: ${marca.tabla}.`)
        return escritor.open({
          nombre: marca.tabla,
          columnas: marca.columnas.filter((c) => aqui.columnas.includes(c)),
        })
      }
      await escritor.open(null)
      if ('fin' in marca) return
      const ruta = join(dataDir, marca.archivo)
      if (linea) return appendFileSync(ruta, Buffer.from(linea, 'base64'))
      mkdirSync(dirname(ruta), { recursive: true })
      writeFileSync(ruta, '')
    },
  )
  await resetNumeros(cliente)
}

/**
 * Put the copy in the place of what is there. It is read to its end before anything is touched, the schema is made as it
 * was then, and what came later is applied to its rows. Throws ErrorArranque where something is there already and
 * `sobrescribir` does not say so, or while Retorna is at work.
 */
export async function restoreTodo(
  pool: pg.Pool,
  dataDir: string,
  archivo: string,
  sobrescribir: boolean,
): Promise<{ filas: number; archivos: number }> {
  let cabecera: Cabecera | null = null
  const carpetas = new Set<string>()
  const hay = await readCopia(
    archivo,
    async (c) => {
      cabecera = c
    },
    async (marca) => {
      if ('archivo' in marca) carpetas.add(marca.archivo.split('/')[0] as string)
    },
  )
  await checkSitio(pool, dataDir, carpetas, sobrescribir)
  await transact(pool, dropTodo)
  await migrate(pool, new Set((cabecera as unknown as Cabecera).migraciones))
  for (const c of carpetas) rmSync(join(dataDir, c), { recursive: true, force: true })
  await transact(pool, (cliente) => load(cliente, archivo, dataDir))
  await migrate(pool)
  await pool.query('analyze')
  return hay
}
