import { z } from 'zod'
import { Instante, porId } from '../../comunes'
import { endpoint } from '../../endpoint'

/** A closed count of a partner compared with the book. */
export const FrenteAlLibro = z.object({
  /** Containers without names in the partner's account when the count was closed. */
  sin_nombre: z.number().int(),
  /** When, by whom and in how many entries the difference was entered into the book; null: it was not. */
  anotado: z
    .object({ momento: Instante, persona: z.string().nullable(), movimientos: z.number().int() })
    .nullable(),
})

export const AlLibro = z.object({
  /** Number of entries that were made, or taken back. */
  movimientos: z.number().int(),
})

export const enterRecuento = endpoint('POST /api/recuentos/{id}/libro', 'custodia:escribir', {
  summary:
    'Enter into the book of custody what a closed count of a partner says otherwise, as of when it was closed. 409 `ya_anotado` where that was done, `sin_diferencia` where both say the same.',
  ...porId,
  response: AlLibro,
})

export const undoEnterRecuento = endpoint('DELETE /api/recuentos/{id}/libro', 'custodia:escribir', {
  summary:
    'Take back what a count entered into the book, by further entries. 409 `sin_anotar` where there is nothing.',
  ...porId,
  response: AlLibro,
})
