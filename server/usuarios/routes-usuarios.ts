import type { FastifyInstance } from 'fastify'
import { listEmpresas } from '#contract/sesion'
import {
  createEmpresa,
  createUsuario,
  getSeguridad,
  issueRestablecimiento,
  listUsuarios,
  MAX_USUARIOS,
  removeEmpresa,
  removeUsuario,
  setSeguridad,
  updateEmpresa,
  updateUsuario,
} from '#contract/usuarios'
import { empresaVisible } from '../acceso/acceso'
import { getExigir, setExigir } from '../acceso/repo-factor'
import type { Db } from '../db/cliente'
import { bind } from '../http/bind'
import { conflicto } from '../http/errores'
import { isoPlanta } from '../tiempo'
import { listEmpresas as listEmpresasDe } from './repo'
import { createEmpresa as createEmpresaDe } from './repo-empresas'
import { listUsuarios as listUsuariosDe } from './repo-usuarios'
import {
  createUsuarioNuevo,
  issueRestablecimiento as issueRestablecimientoDe,
  presentUsuario,
  removeEmpresaVacia,
  removeUsuarioDe,
  updateEmpresa as updateEmpresaDe,
  updateUsuario as updateUsuarioDe,
} from './service-usuarios'

/** What administrators do about people, companies and the rules of access. */
export function installAdministracion(app: FastifyInstance, db: Db, zona: string): void {
  bind(app, listUsuarios, 'admin', async ({ sesion, query }) => {
    const filtro = { search: query.search, empresa: empresaVisible(sesion, query.empresa) }
    return (await listUsuariosDe(db, filtro, MAX_USUARIOS)).map((f) => presentUsuario(f, zona))
  })

  bind(app, createUsuario, 'admin', async ({ body, escribir }) =>
    presentUsuario(await createUsuarioNuevo(escribir, body), zona),
  )

  bind(app, updateUsuario, 'admin', async ({ sesion, params, body, escribir }) =>
    presentUsuario(await updateUsuarioDe(escribir, params.id, body, sesion.usuarioId), zona),
  )

  bind(app, removeUsuario, 'admin', async ({ sesion, params, escribir }) => {
    await escribir((tx) => removeUsuarioDe(tx, params.id, sesion.usuarioId))
    return { ok: true as const }
  })

  bind(app, issueRestablecimiento, 'admin', async ({ params, escribir }) => {
    const { codigo, caduca } = await escribir((tx) => issueRestablecimientoDe(tx, params.id))
    return { codigo, caduca: isoPlanta(caduca, zona) }
  })

  bind(app, listEmpresas, 'sesion', async ({ sesion }) =>
    listEmpresasDe(db, empresaVisible(sesion, undefined)),
  )

  bind(app, createEmpresa, 'admin', async ({ body, escribir }) => {
    const empresa = await escribir((tx) => createEmpresaDe(tx, body))
    if (!empresa) throw conflicto(`Ya existe la empresa ${body.id}.`, 'empresa_repetida')
    return empresa
  })

  bind(app, updateEmpresa, 'admin', ({ params, body, escribir }) =>
    escribir((tx) => updateEmpresaDe(tx, params.id, body)),
  )

  bind(app, removeEmpresa, 'admin', async ({ params, escribir }) => {
    await removeEmpresaVacia(escribir, params.id)
    return { ok: true as const }
  })

  bind(app, getSeguridad, 'admin', async () => ({ exigir_segundo_factor: await getExigir(db) }))

  bind(app, setSeguridad, 'admin', async ({ sesion, body, escribir }) => {
    if (!sesion.segundo_factor)
      throw conflicto('Activa antes tu propio segundo factor, en tu perfil.', 'segundo_factor_propio')
    await escribir((tx) => setExigir(tx, body.exigir_segundo_factor))
    return body
  })
}
