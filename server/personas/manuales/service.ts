import { MAX_DOCUMENTOS, type Pasaje } from '#contract/personas/manuales/manuales'
import { MAX_NIVELES } from '#contract/personas/manuales/values'
import type { Db } from '../../platform/db/client'
import { removeArchivo } from '../../platform/files/service'
import { conflicto, entradaNoValida } from '../../platform/http/errores'
import { noteCambio } from '../auditoria/service'
import {
  bajo,
  type Documento,
  findDocumento,
  findFolder,
  idOf,
  nombreOf,
  parentOf,
  readContenido,
} from './arbol'
import { cutFragmento } from './fragmento'
import { searchPages } from './repo'
import * as repo from './repo-arbol'
import type { Subida } from './subida'
import { wordsOf } from './words'

/** Paths that some file system treats as equal are treated as equal. */
async function checkLibre(tx: Db, ruta: string, propia?: string): Promise<void> {
  const { documentos, carpetas } = await readContenido(tx)
  const igual = (r: string) => r.toLocaleLowerCase('es') === ruta.toLocaleLowerCase('es') && r !== propia
  if ([...documentos, ...carpetas].some((x) => igual(x.ruta)))
    throw conflicto('Ya hay algo con ese nombre en esa carpeta.', 'nombre_repetido')
}

/** Puts an uploaded file into the tree. */
export async function createDocumento(tx: Db, folder: string, s: Subida) {
  await repo.lockManuales(tx)
  const { documentos } = await readContenido(tx)
  if (documentos.length >= MAX_DOCUMENTOS)
    throw conflicto(`No caben más de ${MAX_DOCUMENTOS} documentos.`, 'lleno')
  const ruta = bajo((await findFolder(tx, folder)).ruta, `${s.titulo}.${s.tipo}`)
  await checkLibre(tx, ruta)
  await noteCambio(tx, {
    accion: 'crear',
    entidad: 'manual',
    id: idOf(ruta),
    nombre: s.titulo,
    despues: { ruta },
  })
  await repo.addDocumento(tx, ruta, s.archivo)
  return { id: idOf(ruta) }
}

export async function updateDocumento(tx: Db, id: string, cambio: { titulo?: string; carpeta?: string }) {
  await repo.lockManuales(tx)
  const d = await findDocumento(tx, id)
  const padre = cambio.carpeta ? (await findFolder(tx, cambio.carpeta)).ruta : parentOf(d.ruta)
  const ruta = bajo(padre, `${cambio.titulo ?? d.titulo}.${d.tipo}`)
  if (ruta === d.ruta) return { id }
  await checkLibre(tx, ruta, d.ruta)
  await noteCambio(tx, {
    accion: 'cambiar',
    entidad: 'manual',
    id: idOf(ruta),
    nombre: cambio.titulo ?? d.titulo,
    antes: { ruta: d.ruta },
    despues: { ruta },
  })
  await repo.moveDocumento(tx, d.ruta, ruta)
  return { id: idOf(ruta) }
}

export async function deleteDocumento(tx: Db, id: string): Promise<void> {
  await repo.lockManuales(tx)
  const d = await findDocumento(tx, id)
  await noteCambio(tx, {
    accion: 'eliminar',
    entidad: 'manual',
    id,
    nombre: d.titulo,
    antes: { ruta: d.ruta },
  })
  await repo.removeDocumento(tx, d.ruta)
  await removeArchivo(tx, d.archivo)
}

export async function createFolder(tx: Db, title: string, inside: string | undefined) {
  await repo.lockManuales(tx)
  const padre = inside ? await findFolder(tx, inside) : { ruta: '', nivel: 0 }
  if (padre.nivel >= MAX_NIVELES)
    throw entradaNoValida(`Como mucho ${MAX_NIVELES} carpetas, una dentro de otra.`, 'dentro')
  if ((await readContenido(tx)).carpetas.length >= MAX_DOCUMENTOS)
    throw conflicto(`No caben más de ${MAX_DOCUMENTOS} carpetas.`, 'lleno')
  const ruta = bajo(padre.ruta, title)
  await checkLibre(tx, ruta)
  await noteCambio(tx, {
    accion: 'crear',
    entidad: 'carpeta de manuales',
    id: idOf(ruta),
    nombre: title,
    despues: { ruta },
  })
  await repo.addFolder(tx, ruta)
  return { id: idOf(ruta) }
}

export async function updateFolder(tx: Db, id: string, title: string) {
  await repo.lockManuales(tx)
  const c = await findFolder(tx, id)
  const ruta = bajo(parentOf(c.ruta), title)
  if (ruta === c.ruta) return { id }
  await checkLibre(tx, ruta, c.ruta)
  await noteCambio(tx, {
    accion: 'cambiar',
    entidad: 'carpeta de manuales',
    id: idOf(ruta),
    nombre: title,
    antes: { ruta: c.ruta },
    despues: { ruta },
  })
  await repo.moveFolder(tx, c.ruta, ruta)
  return { id: idOf(ruta) }
}

export async function deleteFolder(tx: Db, id: string): Promise<void> {
  await repo.lockManuales(tx)
  const { ruta } = await findFolder(tx, id)
  const { documentos, carpetas } = await readContenido(tx)
  if ([...documentos, ...carpetas].some((x) => parentOf(x.ruta) === ruta))
    throw conflicto('La carpeta no está vacía. Elimine o mueva antes lo que contiene.', 'no_vacia')
  await noteCambio(tx, {
    accion: 'eliminar',
    entidad: 'carpeta de manuales',
    id,
    nombre: nombreOf(ruta),
    antes: { ruta },
  })
  await repo.removeFolder(tx, ruta)
}

/** Passages for a search or a question, best first, from existing documents; only the first of each file. */
export async function searchPasajes(db: Db, texto: string, cuantos: number, largo: number) {
  const porFingerprint = new Map<string, Documento>()
  for (const d of (await readContenido(db)).documentos)
    if (d.legible && !porFingerprint.has(d.huella)) porFingerprint.set(d.huella, d)
  const pages = await searchPages(db, [...porFingerprint.keys()], wordsOf(texto), cuantos)
  return pages.map(({ huella: fingerprint, pagina, texto, marcas }): Pasaje => {
    const d = porFingerprint.get(fingerprint) as Documento
    return { id: d.id, title: d.titulo, pagina, fragmento: cutFragmento(texto, marcas, largo) }
  })
}
