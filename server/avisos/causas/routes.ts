import type { FastifyInstance } from 'fastify'
import { getCausa, listCausas, takeCausa } from '#contract/avisos/causas/causas'
import { bind } from '../../platform/api/bind'
import { empresaVisible } from '../../platform/auth/auth'
import type { Principal } from '../../platform/auth/principal'
import type { Db } from '../../platform/db/client'
import { noEncontrado } from '../../platform/http/errores'
import { findCausa, findCausas, listAfectados, listOtras, setPersona } from './repo-list'

export function installCausas(app: FastifyInstance, db: Db, zona: string): void {
  async function get(db: Db, id: number, principal: Principal) {
    const causa = await findCausa(db, id, empresaVisible(principal, undefined), zona)
    if (!causa) throw noEncontrado('Causa no encontrada.')
    return causa
  }

  bind(app, listCausas, 'sesion', async ({ principal, query }) => {
    const { empresa, page, per_page, ...filter } = query
    const visible = { ...filter, empresa: empresaVisible(principal, empresa) }
    return findCausas(db, visible, (page - 1) * per_page, per_page, zona)
  })

  bind(app, getCausa, 'sesion', async ({ principal, params }) => {
    const causa = await get(db, params.id, principal)
    return {
      ...causa,
      contenedores: await listAfectados(db, causa.id, zona),
      ...(await listOtras(db, causa.id, zona)),
    }
  })

  bind(app, takeCausa, 'cambio', async ({ principal, params, body, write }) =>
    write(async (tx) => {
      const causa = await get(tx, params.id, principal)
      await setPersona(tx, causa.id, body.mia ? principal.usuarioId : null, body.nota)
      return get(tx, causa.id, principal)
    }),
  )
}
