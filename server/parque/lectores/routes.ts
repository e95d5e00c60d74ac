import type { FastifyInstance } from 'fastify'
import { createCredencial, listLectores, removeCredencial } from '#contract/parque/lectores/lectores'
import { judgeReloj } from '#contract/parque/lectores/reloj-values'
import { bind } from '../../platform/api/bind'
import { empresaVisible } from '../../platform/auth/auth'
import type { Principal } from '../../platform/auth/principal'
import type { Db } from '../../platform/db/client'
import { noEncontrado } from '../../platform/http/errores'
import { isoPlanta } from '../../platform/time/time'
import { createHeard } from './heard'
import { countOidos, findLector, listLectores as listLectoresOf } from './repo'
import {
  createCredencial as createCredencialOf,
  removeCredencial as removeCredencialOf,
} from './repo-credenciales'

/** Routes for readers and their credentials. */
export function installLectores(app: FastifyInstance, db: Db, zona: string): void {
  const heard = createHeard(
    (empresa) => countOidos(db, empresa),
    (err) => app.log.warn({ err }, 'containers heard by readers not counted'),
  )
  bind(app, listLectores, 'empresa', async ({ principal, query }) => {
    const empresa = empresaVisible(principal, query.empresa)
    const [counts, rows] = await Promise.all([heard(empresa), listLectoresOf(db, empresa)])
    return rows.map((l) => ({
      mac: l.mac,
      Apodo: l.apodo,
      empresa: l.empresa,
      Activado: l.activado,
      Ubicacion: l.ubicacion,
      UltimoRegistro: isoPlanta(l.ultimo_registro, zona),
      desfase_s: l.desfase_s,
      reloj: judgeReloj(l.desfase_s, l.reloj_max_s),
      mensajes_minuto: l.mensajes_minuto,
      oidos: counts.get(l.id) ?? 0,
      credencial:
        l.usuario !== null && l.creada
          ? { usuario: l.usuario, puente: l.puente === true, creada: isoPlanta(l.creada, zona) }
          : null,
      rechazo:
        l.rechazo !== null && l.rechazado
          ? { detalle: l.rechazo, cuando: isoPlanta(l.rechazado, zona) }
          : null,
      causa:
        l.causa_id !== null && l.causa_clase && l.causa_desde
          ? {
              id: l.causa_id,
              clase: l.causa_clase,
              desde: isoPlanta(l.causa_desde, zona),
              bien: isoPlanta(l.causa_bien, zona),
            }
          : null,
    }))
  })

  /** The reader, if the caller may see it; else throws 404. */
  async function find(principal: Principal, mac: string) {
    const lector = await findLector(db, mac)
    const empresa = empresaVisible(principal, undefined)
    return empresa === null || lector?.empresa === empresa ? lector : undefined
  }

  bind(app, createCredencial, 'empresa', async ({ principal, params, body, write }) => {
    const lector = await find(principal, params.mac)
    if (!lector) throw noEncontrado('No hay ningún lector con esa MAC.')
    return write((tx) => createCredencialOf(tx, lector, body.puente))
  })

  bind(app, removeCredencial, 'empresa', async ({ principal, params, write }) => {
    const lector = await find(principal, params.mac)
    if (!lector || !(await write((tx) => removeCredencialOf(tx, lector.id))))
      throw noEncontrado('Ese lector no tiene credencial.')
    return { ok: true as const }
  })
}
