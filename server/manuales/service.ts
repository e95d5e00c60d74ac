import { MAX_DOCUMENTOS, type Pasaje } from '#contract/manuales'
import { MAX_NIVELES } from '#contract/valores/manuales'
import { removeArchivo } from '../archivos/service'
import { noteCambio } from '../auditoria/service'
import type { Db } from '../db/cliente'
import { conflicto, entradaNoValida } from '../http/errores'
import {
  bajo,
  type Documento,
  findCarpeta,
  findDocumento,
  idOf,
  nombreDe,
  padreDe,
  readContenido,
} from './arbol'
import { cutFragmento } from './fragmento'
import { palabrasDe } from './palabras'
import { searchPaginas } from './repo'
import * as repo from './repo-arbol'
import type { Subida } from './subida'

/** Paths that some disk takes for the same are the same here. */
async function checkLibre(tx: Db, ruta: string, propia?: string): Promise<void> {
  const { documentos, carpetas } = await readContenido(tx)
  const igual = (r: string) => r.toLocaleLowerCase('es') === ruta.toLocaleLowerCase('es') && r !== propia
  if ([...documentos, ...carpetas].some((x) => igual(x.ruta)))
    throw conflicto('Ya hay algo con ese nombre en esa carpeta.', 'nombre_repetido')
}

/** Give an uploaded file its place. */
export async function createDocumento(tx: Db, carpeta: string, s: Subida) {
  await repo.lockManuales(tx)
  const { documentos } = await readContenido(tx)
  if (documentos.length >= MAX_DOCUMENTOS)
    throw conflicto(`No caben más de ${MAX_DOCUMENTOS} documentos.`, 'lleno')
  const ruta = bajo((await findCarpeta(tx, carpeta)).ruta, `${s.titulo}.${s.tipo}`)
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
  const padre = cambio.carpeta ? (await findCarpeta(tx, cambio.carpeta)).ruta : padreDe(d.ruta)
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

export async function createCarpeta(tx: Db, titulo: string, dentro: string | undefined) {
  await repo.lockManuales(tx)
  const padre = dentro ? await findCarpeta(tx, dentro) : { ruta: '', nivel: 0 }
  if (padre.nivel >= MAX_NIVELES)
    throw entradaNoValida(`Como mucho ${MAX_NIVELES} carpetas, una dentro de otra.`, 'dentro')
  if ((await readContenido(tx)).carpetas.length >= MAX_DOCUMENTOS)
    throw conflicto(`No caben más de ${MAX_DOCUMENTOS} carpetas.`, 'lleno')
  const ruta = bajo(padre.ruta, titulo)
  await checkLibre(tx, ruta)
  await noteCambio(tx, {
    accion: 'crear',
    entidad: 'carpeta de manuales',
    id: idOf(ruta),
    nombre: titulo,
    despues: { ruta },
  })
  await repo.addCarpeta(tx, ruta)
  return { id: idOf(ruta) }
}

export async function updateCarpeta(tx: Db, id: string, titulo: string) {
  await repo.lockManuales(tx)
  const c = await findCarpeta(tx, id)
  const ruta = bajo(padreDe(c.ruta), titulo)
  if (ruta === c.ruta) return { id }
  await checkLibre(tx, ruta, c.ruta)
  await noteCambio(tx, {
    accion: 'cambiar',
    entidad: 'carpeta de manuales',
    id: idOf(ruta),
    nombre: titulo,
    antes: { ruta: c.ruta },
    despues: { ruta },
  })
  await repo.moveCarpeta(tx, c.ruta, ruta)
  return { id: idOf(ruta) }
}

export async function deleteCarpeta(tx: Db, id: string): Promise<void> {
  await repo.lockManuales(tx)
  const { ruta } = await findCarpeta(tx, id)
  const { documentos, carpetas } = await readContenido(tx)
  if ([...documentos, ...carpetas].some((x) => padreDe(x.ruta) === ruta))
    throw conflicto('La carpeta no está vacía. Elimine o mueva antes lo que contiene.', 'no_vacia')
  await noteCambio(tx, {
    accion: 'eliminar',
    entidad: 'carpeta de manuales',
    id,
    nombre: nombreDe(ruta),
    antes: { ruta },
  })
  await repo.removeCarpeta(tx, ruta)
}

/** Passages for a search or a question, best first, of documents that are there; of the same file twice, the first. */
export async function searchPasajes(db: Db, texto: string, cuantos: number, largo: number) {
  const porHuella = new Map<string, Documento>()
  for (const d of (await readContenido(db)).documentos)
    if (d.legible && !porHuella.has(d.huella)) porHuella.set(d.huella, d)
  const paginas = await searchPaginas(db, [...porHuella.keys()], palabrasDe(texto), cuantos)
  return paginas.map(({ huella, pagina, texto, marcas }): Pasaje => {
    const d = porHuella.get(huella) as Documento
    return { id: d.id, title: d.titulo, pagina, fragmento: cutFragmento(texto, marcas, largo) }
  })
}
