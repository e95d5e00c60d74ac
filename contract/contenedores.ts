import { z } from 'zod'
import { Dia, empresaOpcional, Instante, MacSerie, opcional, texto } from './comunes'
import { Dispositivo } from './dispositivos'
import { endpoint } from './endpoint'
import { Estancia } from './estancias'
import { RUTAS } from './rutas'
import { MAX_ESTANCIAS } from './valores/estancias'

/** More days than these are not told at once. */
export const MAX_DIAS_CONTENEDOR = 100

export const getContenedor = endpoint({
  ...RUTAS.getContenedor,
  summary:
    'The file of a container, by nickname or mac: its state, stays, curves, impacts and tags. A deleted one has it too, unless another bears its name. An admin names the company where several have one of that nickname (409).',
  params: z.object({ apodo: texto(64).min(1, { error: 'Falta apodo' }) }),
  query: z.object({
    /** Plant days, both included; absent: the last 7 days. */
    desde: opcional(Dia),
    hasta: opcional(Dia),
    ...empresaOpcional,
  }),
  response: z.object({
    dispositivo: Dispositivo,
    /** When it was deleted; its history stays. Null: it is in use. */
    eliminado: Instante.nullable(),
    /** Its tag measures impacts; false: it only sends samples, and hardly ever one of a blow. Null: it has told no acceleration. */
    mide_impactos: z.boolean().nullable(),
    /** Newest first. */
    estancias: z.array(Estancia).max(MAX_ESTANCIAS),
    /** There are more: these are the newest. */
    estancias_cortadas: z.boolean(),
    /** By plant hour, oldest first: mean battery and temperature of its events. */
    curvas: z.array(
      z.object({ t: Instante, bateria: z.number().nullable(), temperatura: z.number().nullable() }),
    ),
    /** Of the period, newest first. */
    impactos: z.array(
      z.object({
        id: z.number().int(),
        Time: Instante,
        Ubicacion: z.string().nullable(),
        pico_g: z.number().nullable(),
        revisado: z.boolean(),
        hubo_danio: z.boolean(),
      }),
    ),
    /** Tags that it carried, newest first. */
    etiquetas: z.array(
      z.object({ momento: Instante, antes: z.string(), despues: z.string(), username: z.string() }),
    ),
  }),
})
export type FichaContenedor = z.infer<(typeof getContenedor)['response']>

export const changeEtiqueta = endpoint({
  ...RUTAS.changeEtiqueta,
  summary: 'Give a container another tag: its history stays with it. Admins only.',
  params: z.object({ apodo: texto(64).min(1, { error: 'Falta apodo' }) }),
  query: z.object(empresaOpcional),
  body: z.object({
    mac_serie: MacSerie,
    /** The person says that it is no MAC but a serial number. */
    es_serie: z.boolean({ error: 'Debe ser verdadero o falso.' }).optional(),
  }),
  response: z.object({ ok: z.literal(true), data: Dispositivo }),
})
