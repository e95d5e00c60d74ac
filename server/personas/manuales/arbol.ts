import { createHash } from 'node:crypto'
import { type CategoriaManual, MAX_DOCUMENTOS, type TipoManual } from '#contract/personas/manuales/manuales'
import { MAX_NIVELES, SUELTOS } from '#contract/personas/manuales/values'
import type { Db } from '../../platform/db/client'
import { compareWords } from '../../platform/export/sort'
import { noEncontrado } from '../../platform/http/errores'
import { groupBy } from '../../platform/time/groups'
import { type FilaDocumento, listDocumentos, listFolders } from './repo-arbol'

/** `ruta` is separated by `/`. */
export type Documento = FilaDocumento & { id: string; titulo: string; tipo: TipoManual }
export type Folder = { id: string; ruta: string; nivel: number }
export type Contenido = { documentos: Documento[]; carpetas: Folder[] }

/** A hash, because URLs must be short and a path of four folders is long. It is only an identifier, no secret. */
export const idOf = (ruta: string) => createHash('sha256').update(ruta).digest('base64url').slice(0, 22)

export const parentOf = (ruta: string) => ruta.split('/').slice(0, -1).join('/')
export const nombreOf = (ruta: string) => ruta.split('/').at(-1) ?? ruta
export const bajo = (padre: string, nombre: string) => (padre ? `${padre}/${nombre}` : nombre)

/** The type by file extension; undefined: not a manual. */
export const tipoOf = (ruta: string): TipoManual | undefined =>
  /\.(pdf|mp4)$/i.exec(ruta)?.[1]?.toLowerCase() as TipoManual | undefined

/** Whether a path is allowed for a manual: not hidden, not too deep. */
export const isRutaManual = (ruta: string): boolean => {
  const partes = ruta.split('/')
  return (
    tipoOf(ruta) !== undefined &&
    partes.length <= MAX_NIVELES + 1 &&
    partes.every((p) => p !== '' && !p.startsWith('.') && !/[\\\0]/.test(p))
  )
}

export async function readContenido(db: Db): Promise<Contenido> {
  const [rows, rutas] = await Promise.all([
    listDocumentos(db, MAX_DOCUMENTOS),
    listFolders(db, MAX_DOCUMENTOS),
  ])
  return {
    documentos: rows.map((f) => ({
      ...f,
      id: idOf(f.ruta),
      titulo: nombreOf(f.ruta).slice(0, -4),
      tipo: tipoOf(f.ruta) as TipoManual,
    })),
    carpetas: rutas.map((ruta) => ({ id: idOf(ruta), ruta, nivel: ruta.split('/').length })),
  }
}

/** The tree of manuals for display. */
export async function readArbol(db: Db): Promise<CategoriaManual[]> {
  const { documentos, carpetas } = await readContenido(db)
  const enOrden = <T extends { ruta: string }>(list: readonly T[]) =>
    groupBy(
      list.toSorted((a, b) => compareWords(nombreOf(a.ruta), nombreOf(b.ruta))),
      (x) => parentOf(x.ruta),
    )
  const [docs, inside] = [enOrden(documentos), enOrden(carpetas)]
  const present = (ruta: string): CategoriaManual => ({
    id: idOf(ruta),
    title: nombreOf(ruta),
    docs: (docs.get(ruta) ?? []).map((d) => ({
      id: d.id,
      title: d.titulo,
      type: d.tipo,
      ...(d.legible === false && { sin_texto: true as const }),
    })),
    children: (inside.get(ruta) ?? []).map((c) => present(c.ruta)),
  })
  const { docs: sueltos, children } = present('')
  return [
    ...(sueltos.length ? [{ id: SUELTOS, title: 'General', docs: sueltos, children: [] }] : []),
    ...children,
  ]
}

const noHay = () => noEncontrado('No existe ese documento.')

export async function findDocumento(db: Db, id: string): Promise<Documento> {
  const hallado = (await readContenido(db)).documentos.find((d) => d.id === id)
  if (!hallado) throw noHay()
  return hallado
}

/** A document by id, title or file name. */
export async function findPorNombre(db: Db, nombre: string): Promise<Documento> {
  const { documentos } = await readContenido(db)
  const buscado = nombre.normalize('NFC')
  const hallado =
    documentos.find((d) => d.id === nombre) ??
    documentos.find((d) => [d.titulo, `${d.titulo}.${d.tipo}`].some((n) => n.normalize('NFC') === buscado))
  if (!hallado) throw noHay()
  return hallado
}

export async function findFolder(db: Db, id: string): Promise<Folder> {
  const hallada = (await readContenido(db)).carpetas.find((c) => c.id === id)
  if (!hallada) throw noEncontrado('No existe esa carpeta.')
  return hallada
}
