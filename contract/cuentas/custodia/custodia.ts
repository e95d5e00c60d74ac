import { z } from 'zod'
import {
  Archivo,
  Dia,
  empresaOpcional,
  entero,
  enteroOpcional,
  filtro,
  Instante,
  MacSerie,
  opcional,
  porId,
  texto,
} from '../../comunes'
import { endpoint } from '../../endpoint'
import { columnasOpcional, Formato, seguimientoOpcional } from '../../exportar'
import { CLASES_DICHO } from '../../values/dichos'
import {
  CLASES_MOVIMIENTO,
  COLUMNAS_SALDO,
  ENTRADAS_MOVIMIENTO,
  LARGO_DOCUMENTO,
  LARGO_NOTA_CUSTODIA,
  LUGARES_DE,
  MAX_CANTIDAD,
  MAX_CONTENEDORES_MOVIMIENTO,
  MAX_DICHOS,
} from './values'

export const MAX_ID = 2 ** 53 - 1
export const IdCustodia = z
  .number({ error: 'El identificador no es válido.' })
  .int({ error: 'El identificador no es válido.' })
  .min(1, { error: 'El identificador no es válido.' })
  .max(MAX_ID, { error: 'El identificador no es válido.' })
export const paginaCustodia = { page: entero('page', 1_000_000, 1), per_page: entero('per_page', 200, 50) }

export const Saldo = z.object({
  empresa: z.number().int(),
  /** Null: the company's own stock. */
  tercero: z.object({ id: z.number().int(), nombre: z.string() }).nullable(),
  n: z.number().int(),
  familias: z
    .array(
      z.object({
        /** Blank: no family. */
        familia: z.string(),
        n: z.number().int(),
        /** Value at today's price; null: the family has no price, or the caller belongs to the partner. */
        centimos: z.number().int().nullable(),
      }),
    )
    .max(10_000),
})
export type Saldo = z.infer<typeof Saldo>

export const listSaldos = endpoint('GET /api/custodia/saldos', 'custodia:leer', {
  summary:
    "How many containers of each family are in the account of each partner, and in the company's own stock. Who is of a partner sees that one.",
  query: z.object({ ...empresaOpcional }),
  response: z.object({
    data: z.array(Saldo).max(10_000),
    /** Containers whose book entries are still being made for the first time, or anew: until then the balances are incomplete. */
    por_anotar: z.number().int(),
  }),
})

export const exportSaldos = endpoint('GET /api/export_saldos', 'custodia:leer', {
  summary: 'The same as saldos.xlsx or saldos.pdf: a row for each account and family.',
  query: z.object({
    /** Only this partner. */
    tercero: enteroOpcional('tercero', MAX_ID),
    orden: z.enum(COLUMNAS_SALDO, { error: 'No se puede ordenar por eso.' }).default('tercero'),
    sentido: z.enum(['asc', 'desc'], { error: 'Debe ser asc o desc.' }).default('asc'),
    ...empresaOpcional,
    formato: Formato,
    ...columnasOpcional,
    ...seguimientoOpcional,
  }),
  response: Archivo,
})

export const Oido = z.object({
  momento: Instante,
  /** Whose place it is: the partner's own, the company's, another partner's; null: the place is unknown. */
  donde: z.enum(LUGARES_DE).nullable(),
  /** Name of the place and of its reader; only of the partner's own places. */
  lugar: z.string().nullable(),
  lector: z.string().nullable(),
  certeza: z.number().nullable(),
})

export const PruebaDada = z.object({
  /** Null: entered by a person. */
  visto: Oido.nullable(),
  /** The delivery note. */
  documento: z.string().nullable(),
  /** Id of the count that the line comes from. */
  recuento: z.number().int().nullable(),
  /** Where the container was heard last when it was said. */
  ultimo: Oido.nullable(),
})
export type PruebaDada = z.infer<typeof PruebaDada>

export const Dicho = z.object({
  clase: z.enum(CLASES_DICHO),
  momento: Instante,
  nota: z.string(),
  autor: z.string(),
  /** The person belongs to the partner. */
  ajeno: z.boolean(),
  /** The proof as it was when the company answered or settled, as far as the partner may see it; null: none was kept. */
  prueba: PruebaDada.nullable(),
})

export const FilaExtracto = z.object({
  id: z.number().int(),
  /** When it happened. */
  momento: Instante,
  /** When it was entered. */
  anotado: Instante,
  clase: z.enum(CLASES_MOVIMIENTO),
  /** Change of the partner's balance; negative: less. */
  cantidad: z.number().int(),
  familia: z.string(),
  /** The container, if it is known. */
  contenedor: z.string().nullable(),
  /** The other account: own stock (`propio`), outside of the pool (`fuera`), another partner (`tercero`). */
  otro: z.enum(['propio', 'fuera', 'tercero']),
  /** Name of the other account; only for the company's own people. */
  otro_nombre: z.string().nullable(),
  documento: z.string().nullable(),
  nota: z.string().nullable(),
  /** Place where it was seen; people of a partner see only their own places. */
  lugar: z.string().nullable(),
  certeza: z.number().nullable(),
  /** The entry that this one takes back. */
  anula: z.number().int().nullable(),
  /** The line that this one settles. */
  sobre: z.number().int().nullable(),
  /** Taken back by another entry. */
  anulada: z.boolean(),
  /** What people said of the line, the newest last. */
  dichos: z.array(Dicho).max(MAX_DICHOS),
})
export type FilaExtracto = z.infer<typeof FilaExtracto>

const FiltrosExtracto = z.object({
  /** The partner; not needed if the caller belongs to one. */
  tercero: enteroOpcional('tercero', MAX_ID),
  familia: filtro(64),
  /** Part of a container's apodo or of a document's number. */
  search: filtro(200),
  /** `disputa`: only lines that wait for an answer or a settlement. */
  que: opcional(z.enum(['todo', 'disputa'], { error: 'Debe ser todo o disputa.' })),
  desde: opcional(Dia),
  hasta: opcional(Dia),
  ...empresaOpcional,
})

export const listExtracto = endpoint('GET /api/custodia/extracto', 'custodia:leer', {
  summary:
    'The entries of a partner in a period, the newest first: 90 days where nothing is said, 400 at most; and the balance before and after.',
  query: FiltrosExtracto.extend(paginaCustodia),
  response: z.object({
    data: z.array(FilaExtracto),
    total: z.number().int(),
    tercero: z.object({ id: z.number().int(), nombre: z.string() }),
    desde: z.string(),
    hasta: z.string(),
    /** Balance of the family at the beginning of the period. */
    inicial: z.number().int(),
    /** Containers added in the period. */
    entradas: z.number().int(),
    /** Containers taken in the period. */
    salidas: z.number().int(),
    /** Balance at the end of the period. */
    final: z.number().int(),
  }),
})
export type Extracto = z.infer<(typeof listExtracto)['response']>

export const exportExtracto = endpoint('GET /api/export_extracto', 'custodia:leer', {
  summary: 'The same as extracto.xlsx or extracto.pdf.',
  query: FiltrosExtracto.extend({ formato: Formato, ...columnasOpcional, ...seguimientoOpcional }),
  response: Archivo,
})

export const createMovimiento = endpoint('POST /api/custodia/movimientos', 'custodia:escribir', {
  summary:
    'Enter what a delivery note, a count or an agreement says of a partner: containers by name, or how many of a family. Deliveries of a partner whose places are seen are entered by name only.',
  body: z
    .object({
      tercero: IdCustodia,
      clase: z.enum(ENTRADAS_MOVIMIENTO, { error: 'Eso no se puede anotar.' }),
      /** Plant day on which it happened; absent: now. */
      dia: Dia.nullish(),
      contenedores: z
        .array(MacSerie)
        .max(MAX_CONTENEDORES_MOVIMIENTO, {
          error: `Como mucho ${MAX_CONTENEDORES_MOVIMIENTO} contenedores de una vez.`,
        })
        .default([]),
      familia: texto(64).nullish(),
      cantidad: z
        .number({ error: 'La cantidad debe ser un número entero.' })
        .int({ error: 'La cantidad debe ser un número entero.' })
        .min(-MAX_CANTIDAD, { error: 'La cantidad es demasiado grande.' })
        .max(MAX_CANTIDAD, { error: 'La cantidad es demasiado grande.' })
        .nullish(),
      documento: texto(LARGO_DOCUMENTO).nullish(),
      nota: texto(LARGO_NOTA_CUSTODIA).nullish(),
    })
    .refine((b) => b.contenedores.length > 0 !== (b.cantidad != null), {
      error: 'Di qué contenedores son, o cuántos de una familia.',
      path: ['cantidad'],
    }),
  response: z.object({
    /** Ids of the entries, one for each container or number that was entered. */
    movimientos: z.array(z.number().int()),
    resultados: z.array(
      z.object({ mac: z.string(), status: z.enum(['success', 'error']), message: z.string() }),
    ),
  }),
})

export const undoMovimiento = endpoint('POST /api/custodia/movimientos/{id}/deshacer', 'custodia:escribir', {
  summary:
    'Take back what the caller entered in one go, within a minute: a further entry reverses each. The number of any of its lines names all of it; a file of delivery notes is taken back whole.',
  ...porId,
  response: z.object({
    /** How many entries were reversed. */
    movimientos: z.number().int(),
  }),
})

export const getPrueba = endpoint('GET /api/custodia/movimientos/{id}/prueba', 'custodia:leer', {
  summary:
    'What shows that a line is right: where it was seen, by which reader and how sure; and where the container was heard last.',
  ...porId,
  response: z.object({
    contenedor: z.string().nullable(),
    /** Null: entered by a person. */
    visto: z
      .object({
        momento: Instante,
        lugar: z.string().nullable(),
        lector: z.string().nullable(),
        certeza: z.number().nullable(),
      })
      .nullable(),
    /** The person who entered it. */
    persona: z.string().nullable(),
    /** Seconds in which the caller may still undo what was entered with this line, and how many entries that is; null: not, or no longer. */
    deshacer: z.object({ segundos: z.number().nonnegative(), movimientos: z.number().int() }).nullable(),
    /** The delivery note. */
    documento: z.string().nullable(),
    /** Id of the count that it comes from. */
    recuento: z.number().int().nullable(),
    /** Null: the container is no longer registered, or was never heard. */
    ultimo: z
      .object({
        momento: Instante,
        lugar: z.string().nullable(),
        lector: z.string().nullable(),
        certeza: z.number().nullable(),
      })
      .nullable(),
  }),
})
export type Prueba = z.infer<(typeof getPrueba)['response']>

export const FilaDiferencia = z.object({
  mac: z.string(),
  apodo: z.string().nullable(),
  empresa: z.number().int(),
  familia: z.string(),
  /** Partner in whose account the book has it; null: own stock. */
  libro: z.string().nullable(),
  /** The book has it in no account: its loss was accepted. */
  libro_fuera: z.boolean(),
  /** Partner in whose place it was heard last; null: own stock. */
  visto: z.string().nullable(),
  lugar: z.string().nullable(),
  desde: Instante,
})
export type FilaDiferencia = z.infer<typeof FilaDiferencia>

/** The partner; absent: all. */
const deDiferencias = { tercero: enteroOpcional('tercero', MAX_ID), ...empresaOpcional }

export const listDiferencias = endpoint('GET /api/custodia/diferencias', 'custodia:leer', {
  summary:
    'Containers that the book has in one account and that were heard last in a place of another, the newest first.',
  query: z.object({ ...deDiferencias, ...paginaCustodia }),
  response: z.object({ data: z.array(FilaDiferencia), total: z.number().int() }),
})

export const exportDiferencias = endpoint('GET /api/export_diferencias', 'custodia:leer', {
  summary: 'The same as diferencias.xlsx or diferencias.pdf.',
  query: z.object({ ...deDiferencias, formato: Formato, ...columnasOpcional, ...seguimientoOpcional }),
  response: Archivo,
})

export const FilaEnCuenta = z.object({
  mac: z.string(),
  apodo: z.string().nullable(),
  familia: z.string(),
  /** Time from which it is in this account. */
  desde: Instante,
})
export type FilaEnCuenta = z.infer<typeof FilaEnCuenta>

const deCuenta = {
  /** The partner; absent: the company's own stock, or the caller's partner. */
  tercero: enteroOpcional('tercero', MAX_ID),
  familia: filtro(64),
  ...empresaOpcional,
}

export const listEnCuenta = endpoint('GET /api/custodia/contenedores', 'custodia:leer', {
  summary:
    'The containers of an account by name, the longest first; what was entered without names is only counted.',
  query: z.object({ ...deCuenta, ...paginaCustodia }),
  response: z.object({
    data: z.array(FilaEnCuenta),
    total: z.number().int(),
    /** Containers of the balance that were entered without names. */
    sin_nombre: z.number().int(),
  }),
})

export const exportEnCuenta = endpoint('GET /api/export_cuenta', 'custodia:leer', {
  summary: 'The same as contenedores_cuenta.xlsx or contenedores_cuenta.pdf.',
  query: z.object({ ...deCuenta, formato: Formato, ...columnasOpcional, ...seguimientoOpcional }),
  response: Archivo,
})
