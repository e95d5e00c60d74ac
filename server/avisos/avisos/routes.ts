import type { FastifyInstance } from 'fastify'
import {
  countAvisos,
  getPreferencias,
  leaveCorreo,
  listAvisos,
  listEntregas,
  readAvisos,
  setPreferencias,
} from '#contract/avisos/avisos/avisos'
import { formatVuelve } from '#contract/avisos/avisos/textos-values'
import { AVISOS, asuntoOf, lineaOf } from '#contract/avisos/avisos/values'
import { readClaveFirma } from '../../personas/acceso/service'
import { bind } from '../../platform/api/bind'
import { empresaVisible } from '../../platform/auth/auth'
import type { Db } from '../../platform/db/client'
import { entradaNoValida } from '../../platform/http/errores'
import { isoPlanta, limiteDePlanta } from '../../platform/time/time'
import { readBaja } from './baja'
import { enPalabras } from './delivery/horario'
import * as repo from './repo-list'
import * as preferencias from './repo-preferencia'
import { leaveCorreo as leaveCorreoOf } from './service'

type LeaveEnvio = (tx: Db, envioVista: number) => Promise<boolean>

/**
 * Routes for notices, preferences and deliveries.
 * @param leaveEnvio ends the mails of a view
 */
export function installAvisos(app: FastifyInstance, db: Db, zona: string, leaveEnvio: LeaveEnvio): void {
  bind(app, listAvisos, 'custodia', async ({ principal, query }) => {
    if (query.desde && query.hasta && query.desde > query.hasta)
      throw entradaNoValida('La fecha de fin es anterior a la de inicio.', 'hasta')
    const [{ filas, total }, sin_leer] = await Promise.all([
      repo.listAvisos(
        db,
        principal.usuarioId,
        {
          ...query,
          empresa: principal.empresa,
          tipo: query.tipo,
          gravedad: query.gravedad,
          leido: query.leido,
          desde: query.desde ? limiteDePlanta(query.desde, 'desde', zona) : null,
          hasta: query.hasta ? limiteDePlanta(query.hasta, 'hasta', zona) : null,
        },
        (query.page - 1) * query.per_page,
        query.per_page,
      ),
      repo.countSinLeer(db, principal.usuarioId, principal.empresa),
    ])
    const m = enPalabras(new Date(), zona)
    return {
      data: filas.map(({ datos: _, vuelve, ...a }, i) => ({
        ...a,
        asunto: asuntoOf(filas[i] as repo.AvisoRow),
        texto:
          lineaOf(filas[i] as repo.AvisoRow, m) + (vuelve ? ` ${formatVuelve(m(vuelve.toISOString()))}` : ''),
        boton: AVISOS[a.tipo].boton,
        tiempo: isoPlanta(a.tiempo, zona),
      })),
      total,
      sin_leer,
    }
  })

  bind(app, countAvisos, 'custodia', async ({ principal }) => ({
    sin_leer: await repo.countSinLeer(db, principal.usuarioId, principal.empresa),
  }))

  bind(app, readAvisos, 'custodia', async ({ principal, body }) => {
    await repo.markLeidos(db, principal.usuarioId, body.ids ?? null, body.leido)
    return { sin_leer: await repo.countSinLeer(db, principal.usuarioId, principal.empresa) }
  })

  bind(app, getPreferencias, 'custodia', ({ principal }) =>
    preferencias.getPreferencias(db, principal.usuarioId, principal.rol),
  )

  bind(app, setPreferencias, 'custodia', ({ principal, body, write }) =>
    write(async (tx) => {
      // The people of a partner do not know the places of the company.
      const p = principal.tercero === null ? body : { ...body, ubicaciones: [] }
      await preferencias.savePreferencias(tx, principal.usuarioId, principal.empresa, p)
      return preferencias.getPreferencias(tx, principal.usuarioId, principal.rol)
    }),
  )

  bind(app, listEntregas, 'empresa', async ({ principal, query }) => {
    const filter = {
      empresa: empresaVisible(principal, query.empresa),
      search: query.search,
      canal: query.canal,
      estado: query.estado,
      desde: query.desde ? limiteDePlanta(query.desde, 'desde', zona) : null,
    }
    const { filas, total } = await repo.listEntregas(
      db,
      filter,
      (query.page - 1) * query.per_page,
      query.per_page,
    )
    return {
      data: filas.map(({ aviso, informe, es_extracto, ...e }) => ({
        ...e,
        asunto: aviso ? asuntoOf(aviso) : informe && (es_extracto ? informe : `Vista «${informe}»`),
        creada: isoPlanta(e.creada, zona),
        siguiente: isoPlanta(e.siguiente, zona),
        terminada: isoPlanta(e.terminada, zona),
      })),
      total,
    }
  })

  installBaja(app, db, leaveEnvio)
}

/** Unsubscribing from mails: mail programs POST a form, people who open the link see the page. */
function installBaja(app: FastifyInstance, db: Db, leaveEnvio: LeaveEnvio): void {
  app.register(async (conForma) => {
    // The content of the form is always the same, and is not needed.
    conForma.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { bodyLimit: 1000, parseAs: 'string' },
      (_r, _c, done) => done(null, undefined),
    )
    bind(
      conForma,
      leaveCorreo,
      'publico',
      async ({ query }) => {
        const baja = readBaja(await readClaveFirma(db), query.t)
        const hecho =
          baja &&
          (await db
            .transaction()
            .execute((tx) =>
              'usuario' in baja ? leaveCorreoOf(tx, baja.usuario) : leaveEnvio(tx, baja.envioVista),
            ))
        if (!hecho) throw entradaNoValida('El enlace no es válido.', 't')
        return { ok: true as const }
      },
      60,
    )
  })
  app.get('/api/avisos/baja', { exposeHeadRoute: false, schema: { hide: true } }, (request, reply) => {
    const { t } = request.query as { t?: string }
    return reply.redirect(`/baja?t=${encodeURIComponent(String(t ?? '').slice(0, 200))}`)
  })
}
