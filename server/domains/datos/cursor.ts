import { z } from 'zod'
import { CONJUNTOS, DIAS_CURSOR } from '#contract/valores/datos'
import { ErrorHttp, entradaNoValida } from '../../platform/http/errores'

/** A snapshot of PostgreSQL: which transactions had ended. */
const Snapshot = z.string().regex(/^\d{1,19}:\d{1,19}:[\d,]{0,8000}$/)

/** Where a reader stands. It is its own and holds no secret: who changes it changes what they read of their own company. */
const Cursor = z.strictObject({
  conjunto: z.enum(CONJUNTOS),
  empresa: z.number().int().nullable(),
  /** Identity of the database: another one numbers its transactions anew. */
  base: z.string().max(40),
  /** Milliseconds since 1970 at which the snapshot was taken. */
  momento: z.number().int(),
  desde: z.iso.datetime({ offset: true }).nullable(),
  /** What they have seen, but for what is still to come of it. */
  visto: Snapshot,
  /** Of the first reading: the key of the last row that they have; null: they have all of it. */
  clave: z
    .array(z.string().regex(/^[\d :.+-]{1,40}$/))
    .max(2)
    .nullable(),
  /** Of changes: until which snapshot, and the last one that they have. */
  hasta: Snapshot.nullable(),
  cambio: z.string().regex(/^\d{1,19}$/),
})
export type Cursor = z.infer<typeof Cursor>

export const writeCursor = (c: Cursor): string => Buffer.from(JSON.stringify(c)).toString('base64url')

/** Throws 400 for what is no cursor of this set and company, 410 for one that is too old. */
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
