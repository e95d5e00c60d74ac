import { z } from 'zod'
import { Dia, empresaOpcional, filtro, Instante, MacSerie, opcional, texto } from '../../comunes'
import { endpoint } from '../../endpoint'
import { Dispositivo, TipoDispositivo } from '../../parque/dispositivos/dispositivos'
import { DESTINOS_ETIQUETA } from '../../parque/dispositivos/etiqueta-values'
import { Estancia } from '../../parque/estancias/estancias'
import { MAX_ESTANCIAS } from '../../parque/estancias/values'

/** Maximum number of days in one call. */
export const MAX_DIAS_CONTENEDOR = 100

export const getContenedor = endpoint('GET /api/contenedores/{apodo}', 'inventario:leer', {
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
    /** Its tag measures impacts. False: it only sends samples, which hardly ever catch an impact. Null: no acceleration reported yet. */
    mide_impactos: z.boolean().nullable(),
    /** All known impacts of the container. */
    impactos_total: z.number().int(),
    /** Of all its impacts, those that nobody has closed; and how many of these did damage. */
    abiertas: z.object({ n: z.number().int(), con_danio: z.number().int() }),
    /** What else waits for somebody: a battery to change, and the stage where people were told that it is stuck; null: neither. */
    espera: z.object({ pila: z.enum(['ya', 'este_mes']).nullable(), atascado: z.string().nullable() }),
    /** Newest first. */
    estancias: z.array(Estancia).max(MAX_ESTANCIAS),
    /** There are older stays that are not listed. */
    estancias_cortadas: z.boolean(),
    /** Mean battery and temperature of its events by plant hour, oldest first. */
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
    /** Seconds for which the caller can still take back the change of tag that they made; 0: there is none. */
    deshacer_s: z.number().nonnegative(),
    /** Tags that it carried, newest first. */
    etiquetas: z.array(
      z.object({ momento: Instante, antes: z.string(), despues: z.string(), username: z.string() }),
    ),
  }),
})
export type FichaContenedor = z.infer<(typeof getContenedor)['response']>

const porApodo = {
  params: z.object({ apodo: texto(64).min(1, { error: 'Falta apodo' }) }),
  query: z.object(empresaOpcional),
}

export const changeEtiqueta = endpoint('POST /api/contenedores/{apodo}/etiqueta', 'inventario:escribir', {
  summary: 'Give a container another tag: its history stays with it, and for a minute it can be undone.',
  ...porApodo,
  body: z.object({
    mac_serie: MacSerie,
    /** Confirms that it is no MAC but a serial number. */
    es_serie: z.boolean({ error: 'Debe ser verdadero o falso.' }).optional(),
    /** Confirms that a tag that was marked as broken works again; without it the answer is 409. */
    usar_rota: z.boolean({ error: 'Debe ser verdadero o falso.' }).optional(),
    /** What happens to the previous tag: free for another container, or broken. */
    anterior: z.enum(DESTINOS_ETIQUETA, { error: 'Debe ser libre o rota.' }).default('libre'),
  }),
  response: z.object({
    ok: z.literal(true),
    data: Dispositivo,
    /** The previous tag. */
    anterior: z.string(),
    /** Time of the change. */
    momento: Instante,
    deshacer_s: z.number().nonnegative(),
  }),
})

export const undoEtiqueta = endpoint(
  'POST /api/contenedores/{apodo}/etiqueta/deshacer',
  'inventario:escribir',
  {
    summary: 'Give a container back the tag that the caller took off it less than a minute ago; 409 later.',
    ...porApodo,
    response: z.object({ ok: z.literal(true), data: Dispositivo }),
  },
)

const nombre = filtro(64)

export const findCodigo = endpoint('GET /api/codigo', 'inventario:leer', {
  summary:
    'What bears the mac or the nickname that a scanned code says: devices in use, else deleted containers; and who carried that tag before.',
  query: z
    .object({ mac: nombre, apodo: nombre, ...empresaOpcional })
    .refine((q) => q.mac !== undefined || q.apodo !== undefined, { error: 'Falta mac o apodo' }),
  response: z.object({
    data: z
      .array(
        z.object({
          Dispositivo: z.string(),
          Apodo: z.string().nullable(),
          TipoDispositivo,
          empresa: z.number().int(),
          nombre_empresa: z.string(),
          eliminado: z.boolean(),
        }),
      )
      .max(20),
    /** Containers that carried a tag of that MAC before, newest first. */
    previos: z
      .array(z.object({ Dispositivo: z.string(), Apodo: z.string().nullable(), hasta: Instante }))
      .max(5),
    /** The tag of that MAC is marked as broken. */
    rota: z.boolean(),
  }),
})
export type Hallazgo = z.infer<(typeof findCodigo)['response']>
