import { z } from 'zod'
import { Archivo, empresaOpcional, enteroOpcional, porId, texto } from '../../comunes'
import { endpoint } from '../../endpoint'
import { columnasOpcional, Formato, seguimientoOpcional } from '../../exportar'
import { FilaExtracto, IdCustodia, MAX_ID, paginaCustodia } from './custodia'
import { LARGO_NOTA_CUSTODIA, MAX_CANTIDAD } from './values'

const DE_LINEA = {
  nota: texto(LARGO_NOTA_CUSTODIA, 'Falta la nota.').min(1, { error: 'Falta la nota.' }),
  /** The partner whose statement it is, if the line is in two statements; absent: the partner with the higher liability by it. */
  tercero: IdCustodia.nullish(),
}

export const disputeMovimiento = endpoint(
  'POST /api/custodia/movimientos/{id}/disputa',
  'custodia:escribir',
  {
    summary: 'Say that a line of a statement is not right, and why. The people of the partner may, too.',
    ...porId,
    body: z.object(DE_LINEA),
    response: FilaExtracto,
  },
)

export const answerMovimiento = endpoint(
  'POST /api/custodia/movimientos/{id}/respuesta',
  'custodia:escribir',
  {
    summary: 'Answer a disputed line.',
    ...porId,
    body: z.object(DE_LINEA),
    response: FilaExtracto,
  },
)

export const settleMovimiento = endpoint('POST /api/custodia/movimientos/{id}/acuerdo', 'custodia:escribir', {
  summary:
    'Settle a disputed line: it stands, or a further entry takes so many of it back. The line itself is not changed.',
  ...porId,
  body: z.object({
    ...DE_LINEA,
    /** Containers that the partner is not liable for; 0: the line stands. */
    descuenta: z
      .number({ error: 'La cantidad debe ser un número entero.' })
      .int({ error: 'La cantidad debe ser un número entero.' })
      .min(0, { error: 'La cantidad debe ser 0 o más.' })
      .max(MAX_CANTIDAD, { error: 'La cantidad es demasiado grande.' }),
  }),
  response: FilaExtracto,
})

export const FilaDisputa = FilaExtracto.extend({
  empresa: z.number().int(),
  /** The partner whose statement has the line. */
  tercero: z.object({ id: z.number().int(), nombre: z.string() }),
})
export type FilaDisputa = z.infer<typeof FilaDisputa>

/** The partner; absent: all. */
const deDisputas = { tercero: enteroOpcional('tercero', MAX_ID), ...empresaOpcional }

export const listDisputas = endpoint('GET /api/custodia/disputas', 'custodia:leer', {
  summary: 'Lines of all statements that wait for an answer or a settlement, the newest first.',
  query: z.object({ ...deDisputas, ...paginaCustodia }),
  response: z.object({ data: z.array(FilaDisputa), total: z.number().int() }),
})

export const exportDisputas = endpoint('GET /api/export_disputas', 'custodia:leer', {
  summary: 'The same as disputas.xlsx or disputas.pdf.',
  query: z.object({ ...deDisputas, formato: Formato, ...columnasOpcional, ...seguimientoOpcional }),
  response: Archivo,
})
