import { createHash } from 'node:crypto'
import { imageSize } from 'image-size'
import { FOTO_MAX_LADO } from '#contract/usuarios/perfil'
import type { Db } from '../../platform/db/client'
import { ErrorHttp, entradaNoValida } from '../../platform/http/errores'
import { isFotoOf, removeFotos, saveFoto, saveUser } from './repo-foto'

const RUTA = '/api/fotos/'
const DE_FOTO = /^\/api\/fotos\/([0-9a-f]{32})\.jpg$/

/** Start of a JPEG. */
const JPEG = Buffer.from([0xff, 0xd8, 0xff])

export const urlOf = (id: string) => `${RUTA}${id}.jpg`

/** Refuse what is no JPEG (415) or a picture of no size or too large (400), whatever its name and type say. */
function checkJpeg(bytes: Buffer): void {
  const noEs = () => new ErrorHttp(415, 'tipo_no_admitido', 'La foto debe ser una imagen JPEG.', 'file')
  if (!bytes.subarray(0, JPEG.length).equals(JPEG)) throw noEs()
  let medidas: ReturnType<typeof imageSize>
  try {
    medidas = imageSize(bytes)
  } catch {
    throw noEs()
  }
  if (medidas.type !== 'jpg') throw noEs()
  if (!(medidas.width >= 1 && medidas.height >= 1))
    throw entradaNoValida('La foto está dañada y no se puede leer.', 'file')
  if (medidas.width > FOTO_MAX_LADO || medidas.height > FOTO_MAX_LADO)
    throw entradaNoValida(`La foto debe medir como mucho ${FOTO_MAX_LADO}x${FOTO_MAX_LADO} píxeles.`, 'file')
}

/** Keep an uploaded photo beside the one in use. @returns its address */
export async function uploadFoto(
  tx: Db,
  u: { usuarioId: number; foto_perfil: string | null },
  bytes: Buffer,
): Promise<string> {
  checkJpeg(bytes)
  const id = createHash('sha256').update(`${u.usuarioId}\n`).update(bytes).digest('hex').slice(0, 32)
  const enUso = DE_FOTO.exec(u.foto_perfil ?? '')?.[1]
  await removeFotos(tx, u.usuarioId, [id, ...(enUso ? [enUso] : [])])
  await saveFoto(tx, { id, usuario: u.usuarioId, bytes })
  return urlOf(id)
}

/** Change name and photo; only a photo that the user uploaded counts. @returns the photo's address from now on */
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
