import { z } from 'zod'
import { CONJUNTOS, DIAS_CURSOR } from '#contract/operacion/datos/values'
import { ErrorHttp, entradaNoValida } from '../../platform/http/errores'

/** A PostgreSQL snapshot: which transactions had ended. */
const Snapshot = z.string().regex(/^\d{1,19}:\d{1,19}:[\d,]{0,8000}$/)

/** Position of a client in a set. It needs no signature: changing it only changes which data of the caller's own company are read. */
const Cursor = z.strictObject({
  conjunto: z.enum(CONJUNTOS),
  empresa: z.number().int().nullable(),
  /** Identity of the database: another one has other transaction ids (`readBase`). */
  base: z.string().max(40),
  /** When the snapshot `visto` was taken, Unix ms. */
  momento: z.number().int(),
  desde: z.iso.datetime({ offset: true }).nullable(),
  /** Snapshot of what the client has, apart from the part that is still to come. */
  visto: Snapshot,
  /** During the first reading: key of the last row sent; null: the first reading is complete. */
  clave: z
    .array(z.string().regex(/^[\d :.+-]{1,40}$/))
    .max(2)
    .nullable(),
  /** While reading changes: the snapshot that they end at, and the last change sent. */
  hasta: Snapshot.nullable(),
  /** When `hasta` was taken, Unix ms. */
  hastaMomento: z.number().int().nullable(),
  cambio: z.string().regex(/^\d{1,19}$/),
})
export type Cursor = z.infer<typeof Cursor>

export const writeCursor = (c: Cursor): string => Buffer.from(JSON.stringify(c)).toString('base64url')

/** Throws 400 for text that is no cursor of this set and company, 410 for a cursor that is too old. */
export function readCursor(text: string, conjunto: Cursor['conjunto'], empresa: number | null): Cursor {
  const parse = () => {
    try {
      return Cursor.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data
    } catch {
      return undefined
    }
  }
  const c = parse()
  if (c?.conjunto !== conjunto || c.empresa !== empresa) throw badCursor()
  if (Date.now() - c.momento > (DIAS_CURSOR - 1) * 86_400_000) throw cursorCaducado()
  return c
}

export const badCursor = () =>
  entradaNoValida('El cursor no es de este conjunto de datos y esta empresa.', 'cursor')

export const cursorCaducado = () =>
  new ErrorHttp(
    410,
    'cursor_caducado',
    'El cursor ya no vale: lea el conjunto de nuevo desde el principio.',
    'cursor',
  )
