import type { FastifyInstance } from 'fastify'
import { listEmpresas } from '#contract/personas/acceso/sesion'
import {
  createEmpresa,
  createUsuario,
  listUsuarios,
  MAX_USUARIOS,
  removeEmpresa,
  removeUsuario,
  updateEmpresa,
  updateUsuario,
} from '#contract/personas/usuarios/usuarios'
import { bind } from '../../platform/api/bind'
import { empresaVisible } from '../../platform/auth/auth'
import type { Db } from '../../platform/db/client'
import { conflicto } from '../../platform/http/errores'
import type { MailMessages } from '../correo/service'
import { listEmpresas as listEmpresasOf } from './repo'
import { createEmpresa as createEmpresaOf } from './repo-empresas'
import { listUsuarios as listUsuariosOf } from './repo-usuarios'
import {
  createNewUsuario,
  presentUsuario,
  removeEmpresaEmpty,
  removeUsuarioOf,
  updateEmpresa as updateEmpresaOf,
  updateUsuario as updateUsuarioOf,
} from './service-usuarios'

/** Routes for administrators: users and companies. */
export function installAdministracion(
  app: FastifyInstance,
  db: Db,
  zona: string,
  mailMessages: MailMessages,
): void {
  bind(app, listUsuarios, 'empresa', async ({ principal, query }) => {
    const filter = { search: query.search, empresa: empresaVisible(principal, query.empresa) }
    return (await listUsuariosOf(db, filter, MAX_USUARIOS)).map((f) => presentUsuario(f, zona))
  })

  bind(app, createUsuario, 'empresa', async ({ principal, body, write }) =>
    presentUsuario(await createNewUsuario(write, body, principal, mailMessages), zona),
  )

  bind(app, updateUsuario, 'empresa', async ({ principal, params, body, write }) =>
    presentUsuario(await updateUsuarioOf(write, params.id, body, principal, mailMessages), zona),
  )

  bind(app, removeUsuario, 'empresa', async ({ principal, params, write }) => {
    await write((tx) => removeUsuarioOf(tx, params.id, principal))
    return { ok: true as const }
  })

  bind(app, listEmpresas, 'sesion', async ({ principal }) =>
    listEmpresasOf(db, empresaVisible(principal, undefined)),
  )

  bind(app, createEmpresa, 'admin', async ({ body, write }) => {
    const empresa = await write((tx) => createEmpresaOf(tx, body))
    if (!empresa) throw conflicto(`Ya existe la empresa ${body.id}.`, 'empresa_repetida')
    return empresa
  })

  bind(app, updateEmpresa, 'admin', ({ principal, params, body, write }) =>
    write((tx) => updateEmpresaOf(tx, params.id, body, principal)),
  )

  bind(app, removeEmpresa, 'admin', async ({ params, write }) => {
    await removeEmpresaEmpty(write, params.id)
    return { ok: true as const }
  })
}
