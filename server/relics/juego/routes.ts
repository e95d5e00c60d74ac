import type { FastifyInstance } from 'fastify'
import { createPuntuacion, listPuntuaciones } from '#contract/relics/juego'
import { bind } from '../../platform/api/bind'
import type { Db } from '../../platform/db/client'
import { entradaNoValida } from '../../platform/http/errores'
import { findEdadSesion, listMejores, savePuntuacion } from './repo'

/** Fastest speed of the snake, and the most points of one step: a food and a power-up. */
const PASOS_POR_SEGUNDO = 1000 / 80
const POR_PASO = 30
/** The board has this many cells, and each food takes one. */
const MAXIMUM = 26 * 26 * POR_PASO
/** Clocks of browsers run a little differently. */
const MARGIN_S = 5
const POR_MINUTO = 30

export function installJuego(app: FastifyInstance, db: Db): void {
  bind(app, listPuntuaciones, 'sesion', async ({ query }) => listMejores(db, query.limit))

  bind(
    app,
    createPuntuacion,
    'sesion',
    async ({ principal, body }) => {
      const edad = await findEdadSesion(db, principal.tokenHash)
      const seconds = Math.min(body.seconds ?? edad, edad) + MARGIN_S
      if (body.points > Math.min(MAXIMUM, seconds * PASOS_POR_SEGUNDO * POR_PASO))
        throw entradaNoValida('Ninguna partida de esa duración da tantos puntos.', 'points')
      const id = await savePuntuacion(db, principal.usuarioId, body.points)
      return { id, name: principal.nombre, points: body.points }
    },
    POR_MINUTO,
  )
}
