import { z } from 'zod'
import { decimal, entero } from '../comunes'
import { endpoint } from '../endpoint'

export const Puntuacion = z.object({ id: z.number().int(), name: z.string(), points: z.number().int() })
export type Puntuacion = z.infer<typeof Puntuacion>

export const listPuntuaciones = endpoint('GET /api/snake/highscores', null, {
  summary: 'Best games of the snake, best first.',
  query: z.object({
    scope: z.literal('global', { error: 'El ámbito debe ser global.' }).default('global'),
    limit: entero('limit', 50, 50),
  }),
  response: z.array(Puntuacion).max(50),
})

export const createPuntuacion = endpoint('POST /api/snake/highscores', null, {
  summary: 'Keep the points of a game, at most what one of its length can yield.',
  body: z.object({
    points: z
      .number({ error: 'Los puntos deben ser un número.' })
      .int({ error: 'Los puntos deben ser un número entero.' })
      .min(1, { error: 'Solo se guardan puntuaciones mayores que 0.' })
      .multipleOf(10, { error: 'Los puntos no son los de una partida.' }),
    /** Duration of the game; absent: the age of the session. */
    seconds: decimal('La duración no es válida.', 0, 7 * 86_400).optional(),
  }),
  response: Puntuacion,
})
