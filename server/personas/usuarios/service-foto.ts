import { createHash } from 'node:crypto'
import { FOTO_MAX_LADO } from '#contract/personas/usuarios/foto-values'
import type { Db } from '../../platform/db/client'
import { cleanJpeg } from '../../platform/files/jpeg'
import { entradaNoValida } from '../../platform/http/errores'
import { isFotoOf, removeFotos, saveFoto, saveUser } from './repo-foto'

const RUTA = '/api/fotos/'
const DE_FOTO = /^\/api\/fotos\/([0-9a-f]{32})\.jpg$/

export const urlOf = (id: string) => `${RUTA}${id}.jpg`

/** Saves an uploaded photo beside the one in use. @returns its URL */
export async function uploadFoto(
  tx: Db,
  u: { usuarioId: number; foto_perfil: string | null },
  bytes: Buffer,
): Promise<string> {
  const foto = cleanJpeg(bytes, FOTO_MAX_LADO, 'file')
  const id = createHash('sha256').update(`${u.usuarioId}\n`).update(foto).digest('hex').slice(0, 32)
  const enUso = DE_FOTO.exec(u.foto_perfil ?? '')?.[1]
  await removeFotos(tx, u.usuarioId, [id, ...(enUso ? [enUso] : [])])
  await saveFoto(tx, { id, usuario: u.usuarioId, bytes: foto })
  return urlOf(id)
}

/** Changes name and photo; only a photo that the user uploaded is accepted. @returns the photo's new URL */
export async function updateUser(
  tx: Db,
  u: { usuarioId: number; foto_perfil: string | null },
  c: { nombre: string; foto_perfil?: string | null },
): Promise<string | null> {
  if (c.foto_perfil === undefined) {
    await saveUser(tx, u.usuarioId, { nombre: c.nombre })
    return u.foto_perfil
  }
  const foto_perfil = c.foto_perfil || null
  const id = foto_perfil === null ? undefined : DE_FOTO.exec(foto_perfil)?.[1]
  if (foto_perfil !== null && !(id && (await isFotoOf(tx, id, u.usuarioId))))
    throw entradaNoValida('Esa foto no está entre las tuyas: súbela otra vez.', 'foto_perfil')
  await saveUser(tx, u.usuarioId, { nombre: c.nombre, foto_perfil })
  await removeFotos(tx, u.usuarioId, id ? [id] : [])
  return foto_perfil
}
