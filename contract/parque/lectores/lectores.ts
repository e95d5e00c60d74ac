import { z } from 'zod'
import { CLASES_CAUSA } from '../../avisos/causas/values'
import { empresaOpcional, Instante, MacSerie } from '../../comunes'
import { endpoint } from '../../endpoint'
import { RELOJES } from './reloj-values'

export const Lector = z.object({
  mac: z.string(),
  Apodo: z.string().nullable(),
  empresa: z.number().int(),
  Activado: z.boolean(),
  Ubicacion: z.string().nullable(),
  UltimoRegistro: Instante.nullable(),
  /** Its clock minus ours, in seconds. */
  desfase_s: z.number().nullable(),
  /** What its clock is worth, by that and the settings of its company; null: it tells no time. */
  reloj: z.enum(RELOJES).nullable(),
  /** Messages in the last minute, to a tenth; 0 where it is silent, null where it was never heard. */
  mensajes_minuto: z.number().nullable(),
  /** Tags heard in the last ten minutes for which it was the last reader; the number may be a minute old where there are over 20,000. */
  oidos: z.number().int(),
  credencial: z.object({ usuario: z.string(), puente: z.boolean(), creada: Instante }).nullable(),
  /** The last refusal, within the last hour and since its credential was issued. */
  rechazo: z.object({ detalle: z.string(), cuando: Instante }).nullable(),
  /** Its cause; one that keeps it from hearing comes before others. `bien`: since when nothing is left of it, before it is over. */
  causa: z
    .object({ id: z.number().int(), clase: z.enum(CLASES_CAUSA), desde: Instante, bien: Instante.nullable() })
    .nullable(),
})
export type Lector = z.infer<typeof Lector>

export const listLectores = endpoint('GET /api/lectores', 'lectores:leer', {
  summary:
    'Readers with their clock and credential, by nickname, at most as many as a company may have (4,000).',
  query: z.object(empresaOpcional),
  response: z.array(Lector),
})

export const getConexion = endpoint('GET /api/lectores/conexion', 'lectores:leer', {
  summary: 'How readers of each vendor are pointed at this installation.',
  response: z.object({
    /** Address of the broker for readers; null: only HTTP. */
    mqtt: z
      .object({
        equipo: z.string(),
        puerto: z.number().int(),
        /**
         * What an outside broker must be told before it lets a reader in, as Mosquitto takes it, with `<usuario>`, `<clave>` and `<topic>`;
         * null: the broker is Retorna's, which knows its readers.
         */
        ajeno: z.object({ clave: z.string(), permiso: z.string() }).nullable(),
      })
      .nullable(),
    /** Base address, to which the format is appended. */
    http: z.string(),
    fabricantes: z.array(
      z.object({
        formato: z.string(),
        nombre: z.string(),
        /** With `<lector>` for the MAC of the reader; null: not available by MQTT. */
        topic: z.string().nullable(),
        ajustes: z.array(z.string()),
      }),
    ),
  }),
})
export type Conexion = z.infer<(typeof getConexion)['response']>

export const createCredencial = endpoint('POST /api/lectores/{mac}/credencial', null, {
  summary: 'Issue (or replace) the credential of a reader; the secret is shown once.',
  params: z.object({ mac: MacSerie }),
  /** The body may be absent. */
  body: z
    .object({ puente: z.boolean().default(false) })
    .nullish()
    .transform((b) => b ?? { puente: false }),
  response: z.object({ usuario: z.string(), clave: z.string() }),
})

export const removeCredencial = endpoint('DELETE /api/lectores/{mac}/credencial', null, {
  summary: 'Revoke the credential of a reader.',
  params: z.object({ mac: MacSerie }),
  response: z.object({ ok: z.literal(true) }),
})
