import { createHash, randomUUID } from 'node:crypto'
import { cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { type CategoriaManual, MAX_DOCUMENTOS, type TipoManual } from '#contract/manuales'
import { MAX_NIVELES, SUELTOS } from '#contract/valores/manuales'
import { noEncontrado } from '../http/errores'

/** `ruta` is relative to the folder of the manuals, with `/` between its parts. */
export type Documento = { id: string; ruta: string; titulo: string; tipo: TipoManual }
export type Carpeta = { id: string; ruta: string; nivel: number }
export type Contenido = {
  documentos: Documento[]
  carpetas: Carpeta[]
  categorias: CategoriaManual[]
}

/** Where uploads wait until they are whole and checked; names with a dot are never listed. */
export const SUBIDAS = '.subidas'
const OLVIDADA_MS = 24 * 3_600_000

const porNombre = new Intl.Collator('es', { numeric: true, sensitivity: 'base' }).compare

/** A hash, because addresses are short and a path of four folders is not. It names what is there, and nothing else. */
export const idOf = (ruta: string) => createHash('sha256').update(ruta).digest('base64url').slice(0, 22)

const dentroDe = (padre: string, nombre: string) => (padre ? `${padre}/${nombre}` : nombre)

/** Make the folder of the manuals: where there is none yet, with the ones that the product brings. */
export async function prepareCarpeta(raiz: string, deSerie: string): Promise<void> {
  if (!(await stat(raiz).catch(() => null))) {
    // Made aside and then named: a start that is cut short leaves no half folder, and of two starts one wins.
    const aparte = `${raiz}.${randomUUID()}`
    await mkdir(aparte, { recursive: true })
    await cp(deSerie, aparte, { recursive: true }).catch((e) => {
      if (e.code !== 'ENOENT') throw e
    })
    await rename(aparte, raiz).catch(() => rm(aparte, { recursive: true, force: true }))
  }
  const subidas = join(raiz, SUBIDAS)
  await mkdir(subidas, { recursive: true })
  for (const nombre of await readdir(subidas)) {
    const archivo = join(subidas, nombre)
    const { mtimeMs } = await stat(archivo)
    if (Date.now() - mtimeMs > OLVIDADA_MS) await rm(archivo, { force: true })
  }
}

const tipoDe = (nombre: string): TipoManual | undefined =>
  ({ '.pdf': 'pdf', '.mp4': 'mp4' })[extname(nombre).toLowerCase()] as TipoManual | undefined

/**
 * What is in the folder now. Links and what is neither PDF nor MP4 do not count.
 * @param isSinTexto whether it is known that a document cannot be searched
 */
export async function readContenido(
  raiz: string,
  isSinTexto: (d: Documento) => boolean = () => false,
): Promise<Contenido> {
  const todo: Contenido = { documentos: [], carpetas: [], categorias: [] }

  async function walk(ruta: string, nivel: number): Promise<CategoriaManual> {
    const entradas = await readdir(join(raiz, ruta), { withFileTypes: true }).catch(() => [])
    entradas.sort((a, b) => porNombre(a.name, b.name))
    const categoria: CategoriaManual = {
      id: idOf(ruta),
      title: ruta.split('/').at(-1) ?? '',
      docs: [],
      children: [],
    }
    for (const e of entradas) {
      if (e.name.startsWith('.')) continue
      const suya = dentroDe(ruta, e.name)
      const tipo = tipoDe(e.name)
      if (e.isFile() && tipo && todo.documentos.length < MAX_DOCUMENTOS) {
        const titulo = e.name.slice(0, -extname(e.name).length)
        const d = { id: idOf(suya), ruta: suya, titulo, tipo }
        todo.documentos.push(d)
        categoria.docs.push({
          id: d.id,
          title: titulo,
          type: tipo,
          ...(isSinTexto(d) && { sin_texto: true as const }),
        })
      } else if (e.isDirectory() && nivel < MAX_NIVELES && todo.carpetas.length < MAX_DOCUMENTOS) {
        todo.carpetas.push({ id: idOf(suya), ruta: suya, nivel: nivel + 1 })
        categoria.children.push(await walk(suya, nivel + 1))
      }
    }
    return categoria
  }

  const { docs, children } = await walk('', 0)
  const sueltos = docs.length ? [{ id: SUELTOS, title: 'General', docs, children: [] }] : []
  todo.categorias = [...sueltos, ...children]
  return todo
}

export async function findDocumento(raiz: string, id: string): Promise<Documento> {
  const { documentos } = await readContenido(raiz)
  const hallado = documentos.find((d) => d.id === id)
  if (!hallado) throw noEncontrado('No existe ese documento.')
  return hallado
}

/** By id, by title or by the name of the file. */
export async function findPorNombre(raiz: string, nombre: string): Promise<Documento> {
  const { documentos } = await readContenido(raiz)
  const buscado = nombre.normalize('NFC')
  const hallado =
    documentos.find((d) => d.id === nombre) ??
    documentos.find((d) => [d.titulo, `${d.titulo}.${d.tipo}`].some((n) => n.normalize('NFC') === buscado))
  if (!hallado) throw noEncontrado('No existe ese documento.')
  return hallado
}

export async function findCarpeta(raiz: string, id: string): Promise<Carpeta> {
  const { carpetas } = await readContenido(raiz)
  const hallada = carpetas.find((c) => c.id === id)
  if (!hallada) throw noEncontrado('No existe esa carpeta.')
  return hallada
}
