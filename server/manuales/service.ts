import { mkdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_DOCUMENTOS, type Pasaje } from '#contract/manuales'
import { MAX_NIVELES } from '#contract/valores/manuales'
import { noteCambio } from '../auditoria/service'
import type { Db } from '../db/cliente'
import { conflicto, entradaNoValida, noEncontrado } from '../http/errores'
import { type Documento, findCarpeta, findDocumento, idOf, readContenido } from './carpeta'
import { cutFragmento } from './fragmento'
import type { Indice } from './indice'
import { palabrasDe } from './palabras'
import { lockManuales, searchPaginas } from './repo'
import type { Subida } from './subida'

const padreDe = (ruta: string) => ruta.split('/').slice(0, -1).join('/')
const nombreDe = (ruta: string) => ruta.split('/').at(-1) ?? ruta
const bajo = (padre: string, nombre: string) => (padre ? `${padre}/${nombre}` : nombre)

/** Folders and files that a system tells apart only by case would be one on another. */
async function checkLibre(raiz: string, ruta: string, propia?: string): Promise<void> {
  const { documentos, carpetas } = await readContenido(raiz)
  const igual = (r: string) => r.toLocaleLowerCase('es') === ruta.toLocaleLowerCase('es') && r !== propia
  if ([...documentos, ...carpetas].some((x) => igual(x.ruta)) || (await isAjeno(raiz, ruta, propia)))
    throw conflicto('Ya hay algo con ese nombre en esa carpeta.', 'nombre_repetido')
}

/** Something that is not listed stands there: writing would go through it or over it. */
async function isAjeno(raiz: string, ruta: string, propia?: string): Promise<boolean> {
  const hay = await stat(join(raiz, ruta)).catch(() => null)
  return hay !== null && ruta.toLocaleLowerCase('es') !== propia?.toLocaleLowerCase('es')
}

/** Give an uploaded file its place. Each change here leaves its note first: where the disk refuses, neither stays. */
export async function createDocumento(tx: Db, raiz: string, carpeta: string, s: Subida) {
  await lockManuales(tx)
  const { documentos } = await readContenido(raiz)
  if (documentos.length >= MAX_DOCUMENTOS)
    throw conflicto(`No caben más de ${MAX_DOCUMENTOS} documentos.`, 'lleno')
  const ruta = bajo((await findCarpeta(raiz, carpeta)).ruta, `${s.titulo}.${s.tipo}`)
  await checkLibre(raiz, ruta)
  await noteCambio(tx, {
    accion: 'crear',
    entidad: 'manual',
    id: idOf(ruta),
    nombre: s.titulo,
    despues: { ruta },
  })
  await rename(s.temporal, join(raiz, ruta))
  return { id: idOf(ruta) }
}

export async function updateDocumento(
  tx: Db,
  raiz: string,
  id: string,
  cambio: { titulo?: string; carpeta?: string },
) {
  await lockManuales(tx)
  const d = await findDocumento(raiz, id)
  const padre = cambio.carpeta ? (await findCarpeta(raiz, cambio.carpeta)).ruta : padreDe(d.ruta)
  const ruta = bajo(padre, `${cambio.titulo ?? d.titulo}.${d.tipo}`)
  if (ruta === d.ruta) return { id }
  await checkLibre(raiz, ruta, d.ruta)
  await noteCambio(tx, {
    accion: 'cambiar',
    entidad: 'manual',
    id: idOf(ruta),
    nombre: cambio.titulo ?? d.titulo,
    antes: { ruta: d.ruta },
    despues: { ruta },
  })
  await rename(join(raiz, d.ruta), join(raiz, ruta))
  return { id: idOf(ruta) }
}

export async function deleteDocumento(tx: Db, raiz: string, id: string): Promise<void> {
  await lockManuales(tx)
  const d = await findDocumento(raiz, id)
  await noteCambio(tx, {
    accion: 'eliminar',
    entidad: 'manual',
    id,
    nombre: d.titulo,
    antes: { ruta: d.ruta },
  })
  await rm(join(raiz, d.ruta))
}

export async function createCarpeta(tx: Db, raiz: string, titulo: string, dentro: string | undefined) {
  await lockManuales(tx)
  const padre = dentro ? await findCarpeta(raiz, dentro) : { ruta: '', nivel: 0 }
  if (padre.nivel >= MAX_NIVELES)
    throw entradaNoValida(`Como mucho ${MAX_NIVELES} carpetas, una dentro de otra.`, 'dentro')
  const ruta = bajo(padre.ruta, titulo)
  await checkLibre(raiz, ruta)
  await noteCambio(tx, {
    accion: 'crear',
    entidad: 'carpeta de manuales',
    id: idOf(ruta),
    nombre: titulo,
    despues: { ruta },
  })
  await mkdir(join(raiz, ruta))
  return { id: idOf(ruta) }
}

export async function updateCarpeta(tx: Db, raiz: string, id: string, titulo: string) {
  await lockManuales(tx)
  const c = await findCarpeta(raiz, id)
  const ruta = bajo(padreDe(c.ruta), titulo)
  if (ruta === c.ruta) return { id }
  await checkLibre(raiz, ruta, c.ruta)
  await noteCambio(tx, {
    accion: 'cambiar',
    entidad: 'carpeta de manuales',
    id: idOf(ruta),
    nombre: titulo,
    antes: { ruta: c.ruta },
    despues: { ruta },
  })
  await rename(join(raiz, c.ruta), join(raiz, ruta))
  return { id: idOf(ruta) }
}

export async function deleteCarpeta(tx: Db, raiz: string, id: string): Promise<void> {
  await lockManuales(tx)
  const { ruta } = await findCarpeta(raiz, id)
  await noteCambio(tx, {
    accion: 'eliminar',
    entidad: 'carpeta de manuales',
    id,
    nombre: nombreDe(ruta),
    antes: { ruta },
  })
  await rmdir(join(raiz, ruta)).catch((e: NodeJS.ErrnoException) => {
    if (e.code === 'ENOENT') throw noEncontrado('No existe esa carpeta.')
    if (e.code === 'ENOTEMPTY' || e.code === 'EEXIST')
      throw conflicto('La carpeta no está vacía. Elimine o mueva antes lo que contiene.', 'no_vacia')
    throw e
  })
}

/** Passages for a search or a question, best first, of documents that are there; of the same file twice, the first. */
export async function searchPasajes(
  db: Db,
  indice: Indice,
  raiz: string,
  texto: string,
  cuantos: number,
  largo: number,
) {
  const { documentos } = await readContenido(raiz)
  const porHuella = new Map<string, Documento>()
  for (const d of documentos) {
    const huella = indice.find(d)?.huella
    if (huella && !porHuella.has(huella)) porHuella.set(huella, d)
  }
  const paginas = await searchPaginas(db, [...porHuella.keys()], palabrasDe(texto), cuantos)
  return paginas.map(({ huella, pagina, texto, marcas }): Pasaje => {
    const d = porHuella.get(huella) as Documento
    return { id: d.id, title: d.titulo, pagina, fragmento: cutFragmento(texto, marcas, largo) }
  })
}
