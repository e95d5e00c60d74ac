import { z } from 'zod'
import {
  Archivo,
  Dia,
  empresaOpcional,
  entero,
  filtro,
  Instante,
  MacSerie,
  NumeroEmpresa,
  opcional,
  texto,
} from '../comunes'
import { endpoint } from '../endpoint'
import { columnasOpcional, Formato, seguimientoOpcional } from '../exportar'
import { RUTAS } from '../rutas'
import {
  CLASES_ASIENTO,
  LARGO_NOTA_PERDIDA,
  MAX_CENTIMOS,
  MAX_PERDIDAS_LOTE,
  ORDENES_PERDIDA,
  PELDANOS,
  PELDANOS_CALLADOS,
} from '../valores/dispositivos/perdidas'

const MAX_ID = 2 ** 53 - 1
const id = z.number().int().min(1).max(MAX_ID)
const Persona = z.object({ id: z.number().int(), nombre: z.string() })

export const getPerdidas = endpoint({
  ...RUTAS.getPerdidas,
  summary:
    'How many containers are on each rung of the loss ladder, and what they are worth at the price of the day on which their silence began.',
  query: z.object({ familia: filtro(64), ...empresaOpcional }),
  response: z.object({
    /** Containers that were never heard are on no rung. */
    nunca_oidos: z.number().int(),
    /** Every rung once, in their order. */
    peldanos: z.array(
      z.object({
        peldano: z.enum(PELDANOS),
        n: z.number().int(),
        /** Of those that have a price; of the ones that are heard nothing is lost. */
        centimos: z.number().int(),
        sin_precio: z.number().int(),
      }),
    ),
    /** Families of containers of the companies that are seen. */
    familias: z.array(z.string()).max(10_000),
  }),
})
export type Perdidas = z.infer<(typeof getPerdidas)['response']>

const FiltrosPerdida = z.object({
  peldano: opcional(z.enum(PELDANOS_CALLADOS, { error: 'Ese peldaño no existe.' })),
  familia: filtro(64),
  /** Part of the nickname or the mac. */
  search: filtro(200),
  ...empresaOpcional,
  orden: z.enum(ORDENES_PERDIDA, { error: 'No se puede ordenar por esa columna.' }).default('desde'),
  sentido: z.enum(['asc', 'desc'], { error: 'El sentido debe ser asc o desc.' }).default('asc'),
})

export const FilaPerdida = z.object({
  mac: z.string(),
  Apodo: z.string().nullable(),
  Familia: z.string().nullable(),
  empresa: z.number().int(),
  peldano: z.enum(PELDANOS),
  /** Since when its silence counts: heard last then, or the end of what kept it from being heard. */
  desde: Instante,
  /** Where it was heard last. */
  Ubicacion: z.string().nullable(),
  /** Null: its family had no price on that day. */
  centimos: z.number().int().nullable(),
  /** What people said last of this silence. */
  asiento: z
    .object({
      id: z.number().int(),
      clase: z.enum(CLASES_ASIENTO),
      momento: Instante,
      /** Null: somebody who is gone. */
      persona: Persona.nullable(),
      /** Who looks for it. */
      lleva: Persona.nullable(),
      nota: z.string().nullable(),
    })
    .nullable(),
})
export type FilaPerdida = z.infer<typeof FilaPerdida>

export const listPerdidas = endpoint({
  ...RUTAS.listPerdidas,
  summary: 'The containers on a rung of the loss ladder, or on all but the first.',
  query: FiltrosPerdida.extend({
    page: entero('page', 1_000_000, 1),
    per_page: entero('per_page', 200, 50),
  }),
  response: z.object({
    data: z.array(FilaPerdida),
    total: z.number().int(),
    /** Of all of them. */
    centimos: z.number().int(),
    sin_precio: z.number().int(),
  }),
})

export const exportPerdidas = endpoint({
  ...RUTAS.exportPerdidas,
  summary: 'The same as perdidas.xlsx or perdidas.pdf.',
  query: FiltrosPerdida.extend({ formato: Formato, ...columnasOpcional, ...seguimientoOpcional }),
  response: Archivo,
})

const Resultados = z.object({
  /** Of what was written, so that it can be taken back. */
  asientos: z.array(z.number().int()),
  resultados: z.array(
    z.object({ mac: z.string(), status: z.enum(['success', 'error']), message: z.string() }),
  ),
})

export const createAsientos = endpoint({
  ...RUTAS.createAsientos,
  summary:
    'Say of containers that they are looked for, proposed as lost, declared lost or written off, which only an administrator of the company may.',
  body: z.object({
    contenedores: z
      .array(MacSerie, { error: 'Faltan los contenedores.' })
      .min(1, { error: 'Faltan los contenedores.' })
      .max(MAX_PERDIDAS_LOTE, { error: `Como mucho ${MAX_PERDIDAS_LOTE} contenedores de una vez.` }),
    clase: z.enum(CLASES_ASIENTO, { error: 'Eso no se puede anotar.' }),
    /** Who looks for them. */
    lleva: id.nullish(),
    nota: texto(LARGO_NOTA_PERDIDA).nullish(),
  }),
  response: Resultados,
})

export const undoAsientos = endpoint({
  ...RUTAS.undoAsientos,
  summary: 'Take back what was said last of containers; it stays written, with who took it back.',
  body: z.object({
    asientos: z
      .array(id, { error: 'Faltan los asientos.' })
      .min(1, { error: 'Faltan los asientos.' })
      .max(MAX_PERDIDAS_LOTE, { error: `Como mucho ${MAX_PERDIDAS_LOTE} de una vez.` }),
  }),
  response: Resultados,
})

export const Precio = z.object({
  id: z.number().int(),
  empresa: z.number().int(),
  /** Blank: of all families without a price of their own. */
  familia: z.string(),
  desde: z.iso.date(),
  centimos: z.number().int(),
  momento: Instante,
  persona: Persona.nullable(),
})
export type Precio = z.infer<typeof Precio>

export const listPrecios = endpoint({
  ...RUTAS.listPrecios,
  summary:
    'What a container of each family costs, from which day on; the newest of the 1,000 last ones first.',
  query: z.object({ ...empresaOpcional }),
  response: z.object({ data: z.array(Precio).max(1000) }),
})

export const createPrecio = endpoint({
  ...RUTAS.createPrecio,
  summary:
    'Add the price of a family (blank: of all without their own) from a day on. Prices are only added: for the same day the last one counts.',
  body: z.object({
    empresa: NumeroEmpresa.optional(),
    familia: texto(64, 'Falta familia.').transform((s) => s.normalize('NFC')),
    desde: Dia,
    centimos: z
      .number({ error: 'El precio debe ser un número mayor que 0.' })
      .int({ error: 'El precio se pone en céntimos enteros.' })
      .min(1, { error: 'El precio debe ser un número mayor que 0.' })
      .max(MAX_CENTIMOS, { error: 'El precio es demasiado grande.' }),
  }),
  response: Precio,
})
