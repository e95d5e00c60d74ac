import type { CategoriaManual, DocManual } from '#contract/personas/manuales/manuales'
import { SUELTOS } from '#contract/personas/manuales/values'
import { llano } from '../../lib/llano'

export type OpcionCarpeta = { id: string; titulo: string; nivel: number }

/** Path of a document: its folders from the root. */
export type Lugar = { doc: DocManual; carpetas: CategoriaManual[] }

export function findDoc(
  categorias: CategoriaManual[],
  id: string,
  encima: CategoriaManual[] = [],
): Lugar | undefined {
  for (const c of categorias) {
    const carpetas = [...encima, c]
    const doc = c.docs.find((d) => d.id === id || d.title === id || `${d.title}.${d.type}` === id)
    const lugar = doc ? { doc, carpetas } : findDoc(c.children, id, carpetas)
    if (lugar) return lugar
  }
  return undefined
}

export function findCarpeta(categorias: CategoriaManual[], id: string): CategoriaManual | undefined {
  for (const c of categorias) {
    const hallada = c.id === id ? c : findCarpeta(c.children, id)
    if (hallada) return hallada
  }
  return undefined
}

/** The folders that can contain things, each child after its parent. */
export function listCarpetas(categorias: CategoriaManual[], nivel = 1): OpcionCarpeta[] {
  return categorias
    .filter((c) => c.id !== SUELTOS)
    .flatMap((c) => [{ id: c.id, titulo: c.title, nivel }, ...listCarpetas(c.children, nivel + 1)])
}

export const idsOf = (categorias: CategoriaManual[]): string[] =>
  categorias.flatMap((c) => [c.id, ...idsOf(c.children)])

/** The tree filtered to documents whose title, or whose folder's title, contains `buscar`. Accents are ignored. */
export function filterArbol(categorias: CategoriaManual[], buscar: string): CategoriaManual[] {
  const texto = llano(buscar.trim())
  if (!texto) return categorias
  return categorias.flatMap((c) => {
    if (llano(c.title).includes(texto)) return [c]
    const docs = c.docs.filter((d) => llano(d.title).includes(texto))
    const children = filterArbol(c.children, buscar)
    return docs.length || children.length ? [{ ...c, docs, children }] : []
  })
}
