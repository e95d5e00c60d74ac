import type { FastifyInstance } from 'fastify'
import { FOTO_MAX_BYTES } from '#contract/personas/usuarios/foto-values'
import { getFoto, getProfileImage, updateUser, uploadProfileImage } from '#contract/personas/usuarios/perfil'
import { bind } from '../../platform/api/bind'
import { empresaVisible } from '../../platform/auth/auth'
import type { Db } from '../../platform/db/client'
import { sendJpeg } from '../../platform/files/jpeg'
import { installConArchivo, takeArchivo } from '../../platform/http/archivo'
import { noEncontrado } from '../../platform/http/errores'
import { findFoto } from './repo-foto'
import { updateUser as updateUserOf, uploadFoto, urlOf } from './service-foto'

/** Routes for a user's own name and photo. */
export function installPerfil(app: FastifyInstance, db: Db): void {
  installFoto(app, db)

  bind(app, updateUser, 'perfil', async ({ principal, body, write }) => {
    const foto_perfil = await write((tx) => updateUserOf(tx, principal, body))
    const { usuarioId: id, username, is_admin, rol } = principal
    return {
      message: 'Usuario actualizado correctamente.',
      user: { id, username, nombre: body.nombre, foto_perfil, is_admin, rol },
    }
  })
}

const DE_FOTO = {
  max: FOTO_MAX_BYTES,
  demasiado: 'El archivo es demasiado grande.',
  campo: 'file',
  falta: 'Falta el archivo de la foto.',
}

function installFoto(app: FastifyInstance, db: Db): void {
  installConArchivo(app, (conArchivo) => {
    bind(conArchivo, uploadProfileImage, 'perfil', async ({ principal, request, write }) => {
      const bytes = await takeArchivo(request, DE_FOTO, (parte) => parte.toBuffer())
      return { url: await write((tx) => uploadFoto(tx, principal, bytes)) }
    })
  })

  bind(app, getProfileImage, 'perfil', async ({ principal }) => ({ url: principal.foto_perfil }))

  bind(app, getFoto, 'perfil', async ({ principal, params, reply }) => {
    const id = params.nombre.slice(0, 32)
    const empresa = empresaVisible(principal, undefined)
    const { usuarioId: usuario, tercero } = principal
    const bytes = await findFoto(db, { id, url: urlOf(id), usuario, empresa, tercero })
    if (!bytes) throw noEncontrado('Foto no encontrada.')
    return sendJpeg(reply, bytes)
  })
}
