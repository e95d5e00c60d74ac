import type { FastifyInstance } from 'fastify'
import { listEmpresas } from '#contract/sesion'
import {
  createEmpresa,
  createUsuario,
  listUsuarios,
  MAX_USUARIOS,
  removeEmpresa,
  removeUsuario,
  updateEmpresa,
  updateUsuario,
} from '#contract/usuarios'
import { empresaVisible } from '../acceso/acceso'
import type { Cartas } from '../correo/service'
import type { Db } from '../db/cliente'
import { bind } from '../http/bind'
import { conflicto } from '../http/errores'
import { listEmpresas as listEmpresasDe } from './repo'
import { createEmpresa as createEmpresaDe } from './repo-empresas'
import { listUsuarios as listUsuariosDe } from './repo-usuarios'
import {
  createUsuarioNuevo,
  presentUsuario,
  removeEmpresaVacia,
  removeUsuarioDe,
  updateEmpresa as updateEmpresaDe,
  updateUsuario as updateUsuarioDe,
} from './service-usuarios'

/** What administrators do about people and companies. */
export function installAdministracion(app: FastifyInstance, db: Db, zona: string, cartas: Cartas): void {
  bind(app, listUsuarios, 'empresa', async ({ principal, query }) => {
    const filtro = { search: query.search, empresa: empresaVisible(principal, query.empresa) }
    return (await listUsuariosDe(db, filtro, MAX_USUARIOS)).map((f) => presentUsuario(f, zona))
  })

  bind(app, createUsuario, 'empresa', async ({ principal, body, write }) =>
    presentUsuario(await createUsuarioNuevo(write, body, principal, cartas), zona),
  )

  bind(app, updateUsuario, 'empresa', async ({ principal, params, body, write }) =>
    presentUsuario(await updateUsuarioDe(write, params.id, body, principal, cartas), zona),
  )

  bind(app, removeUsuario, 'empresa', async ({ principal, params, write }) => {
    await write((tx) => removeUsuarioDe(tx, params.id, principal))
    return { ok: true as const }
  })

  bind(app, listEmpresas, 'sesion', async ({ principal }) =>
    listEmpresasDe(db, empresaVisible(principal, undefined)),
  )

  bind(app, createEmpresa, 'admin', async ({ body, write }) => {
    const empresa = await write((tx) => createEmpresaDe(tx, body))
    if (!empresa) throw conflicto(`Ya existe la empresa ${body.id}.`, 'empresa_repetida')
    return empresa
  })

  bind(app, updateEmpresa, 'admin', ({ params, body, write }) =>
    write((tx) => updateEmpresaDe(tx, params.id, body)),
  )

  bind(app, removeEmpresa, 'admin', async ({ params, write }) => {
    await removeEmpresaVacia(write, params.id)
    return { ok: true as const }
  })
}
