import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { ErrorStartup } from '../../platform/config/startup-errors'

export const VERSION = 1

/**
 * A backup is a gzip of lines. The first line is a header. Each table follows with its rows, one JSON object a line. If the manuals were
 * not in the database yet, each file follows in base64. The last line has the counts, so that a truncated backup is detected.
 */
export const Header = z.object({
  retorna: z.literal(VERSION),
  creada: z.string(),
  migraciones: z.array(z.string().regex(/^[\w-]+\.sql$/)),
  meses: z.array(z.string().regex(/^\d{4}-\d\d-01$/)),
})
export type Header = z.infer<typeof Header>

const Marca = z.union([
  z.object({ tabla: z.string().regex(/^\w+$/), columnas: z.array(z.string()) }),
  z.object({ archivo: z.string() }),
  z.object({ fin: z.object({ filas: z.number(), archivos: z.number() }) }),
])
export type Marca = z.infer<typeof Marca>

export const mark = (m: Marca) => `#${JSON.stringify(m)}\n`

const rota = (porque: string) => new ErrorStartup(`La copia no se puede leer: ${porque}.`)

function parse<T>(schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw rota('no es una copia de Retorna, o es de una versión posterior')
  }
}

/**
 * The most characters in a line. The longest lines of a backup have a message or an image of some MB; a small malicious file may unpack to
 * any size.
 */
const MAX_LINEA = 1 << 26

/** Lines end with a line feed only: texts may contain other line separators. */
async function* linesOf(llano: AsyncIterable<string>): AsyncGenerator<string> {
  let chunks: string[] = []
  let largo = 0
  for await (const chunk of llano) {
    const [first = '', ...otras] = chunk.split('\n')
    chunks.push(first)
    largo += first.length
    if (largo > MAX_LINEA) throw new Error('tiene una línea demasiado larga')
    const resto = otras.pop()
    if (resto === undefined) continue
    yield chunks.join('')
    yield* otras
    chunks = [resto]
    largo = resto.length
  }
}

async function* unzip(archivo: string): AsyncGenerator<string> {
  const crudo = createReadStream(archivo)
  const llano = createGunzip().setEncoding('utf8')
  crudo.on('error', (e) => llano.destroy(e))
  crudo.pipe(llano)
  const open = linesOf(llano as AsyncIterable<string>)
  try {
    for (;;) {
      const { value, done } = await open.next().catch((e: Error) => {
        throw rota(e.message)
      })
      if (done) return
      yield value
    }
  } finally {
    crudo.destroy()
    llano.destroy()
  }
}

/**
 * Reads a backup line by line: the header first, then each mark with its rows. Throws ErrorStartup for a file that is no backup or is
 * incomplete.
 */
export async function readCopia(
  archivo: string,
  onBegin: (c: Header) => Promise<void>,
  onRead: (m: Marca, linea: string) => Promise<void>,
): Promise<{ filas: number; archivos: number }> {
  let empezada = false
  let marca: Marca | null = null
  const hay = { filas: 0, archivos: 0 }
  for await (const linea of unzip(archivo)) {
    if (!empezada) {
      await onBegin(parse(Header, linea))
      empezada = true
    } else if (linea.startsWith('#')) {
      marca = parse(Marca, linea.slice(1))
      if ('archivo' in marca) hay.archivos++
      await onRead(marca, '')
    } else if (marca) {
      if ('tabla' in marca) hay.filas++
      await onRead(marca, linea)
    }
  }
  if (!marca || !('fin' in marca) || marca.fin.filas !== hay.filas || marca.fin.archivos !== hay.archivos)
    throw rota('está incompleta')
  return hay
}
