import type { FastifyInstance } from 'fastify'
import { createCredencial, listLectores, removeCredencial } from '#contract/lectores'
import { empresaVisible } from '../acceso/acceso'
import type { Db } from '../db/cliente'
import { bind } from '../http/bind'
import { noEncontrado } from '../http/errores'
import { isoPlanta } from '../tiempo'
import { findLector, listLectores as listLectoresDe } from './repo'
import {
  createCredencial as createCredencialDe,
  removeCredencial as removeCredencialDe,
} from './repo-credenciales'

/** Readers as administrators look after them, and their credentials. */
export function installLectores(app: FastifyInstance, db: Db, zona: string): void {
  bind(app, listLectores, 'admin', async ({ principal, query }) => {
    const filas = await listLectoresDe(db, empresaVisible(principal, query.empresa))
    return filas.map((l) => ({
      mac: l.mac,
      Apodo: l.apodo,
      empresa: l.empresa,
      Activado: l.activado,
      Ubicacion: l.ubicacion,
      UltimoRegistro: isoPlanta(l.ultimo_registro, zona),
      desfase_s: l.desfase_s,
      mensajes_minuto: l.mensajes_minuto,
      oidos: l.oidos,
      credencial:
        l.usuario !== null && l.creada
          ? { usuario: l.usuario, puente: l.puente === true, creada: isoPlanta(l.creada, zona) }
          : null,
      rechazo:
        l.rechazo !== null && l.rechazado
          ? { detalle: l.rechazo, cuando: isoPlanta(l.rechazado, zona) }
          : null,
    }))
  })

  bind(app, createCredencial, 'admin', async ({ params, body, write }) => {
    const lector = await findLector(db, params.mac)
    if (!lector) throw noEncontrado('No hay ningún lector con esa MAC.')
    return write((tx) => createCredencialDe(tx, lector, body.puente))
  })

  bind(app, removeCredencial, 'admin', async ({ params, write }) => {
    const lector = await findLector(db, params.mac)
    if (!lector || !(await write((tx) => removeCredencialDe(tx, lector.id))))
      throw noEncontrado('Ese lector no tiene credencial.')
    return { ok: true as const }
  })
}
