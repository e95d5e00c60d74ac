import { z } from 'zod'
import { empresaOpcional, Instante, porEmpresa, porId, SinContenido, texto } from '../../comunes'
import { endpoint } from '../../endpoint'
import { AMBITOS, MAX_DIAS_CLAVE, POR_MINUTO } from './values'

/** Maximum number of keys of a company. */
export const MAX_CLAVES = 50

const Ambito = z.enum(AMBITOS, { error: 'Ese permiso no existe.' })

export const ClaveApi = z.object({
  id: z.number().int(),
  empresa: z.number().int(),
  nombre: z.string(),
  /** The first characters of the key, which identify it for people. */
  prefijo: z.string(),
  /** User name of its owner, whose rights it has; the key ends with the account. */
  titular: z.string(),
  ambitos: z.array(Ambito),
  /** Calls a minute. */
  por_minuto: z.number().int(),
  creada: Instante,
  caduca: Instante,
  /** Last call, to the minute; null: none yet. */
  usada: Instante.nullable(),
  /** Address that the last call came from. */
  direccion: z.string().nullable(),
  /** Since when it is blocked because a copy was restored; null: not blocked. */
  retenida: Instante.nullable(),
})
export type ClaveApi = z.infer<typeof ClaveApi>

const minutos = `Las llamadas por minuto van de ${POR_MINUTO.min} a ${POR_MINUTO.max}.`
const datos = {
  nombre: texto(80, 'Falta el nombre.').min(1, { error: 'Falta el nombre.' }),
  ambitos: z
    .array(Ambito, { error: 'Faltan los permisos.' })
    .min(1, { error: 'Elija al menos un permiso.' })
    .max(AMBITOS.length, { error: 'Hay permisos repetidos.' }),
  por_minuto: z
    .number({ error: minutos })
    .int({ error: minutos })
    .min(POR_MINUTO.min, { error: minutos })
    .max(POR_MINUTO.max, { error: minutos }),
  /** Lifetime in days from now. */
  dias: z
    .number({ error: 'Indique cuántos días vale.' })
    .int({ error: 'Los días deben ser un número entero.' })
    .min(1, { error: 'La clave debe valer al menos un día.' })
    .max(MAX_DIAS_CLAVE, { error: `Una clave vale como mucho ${MAX_DIAS_CLAVE} días.` }),
}

export const listClavesApi = endpoint('GET /api/claves_api', null, {
  summary: 'API keys of a company; never a secret.',
  query: z.object(empresaOpcional),
  response: z.object({ data: z.array(ClaveApi) }),
})

export const createClaveApi = endpoint('POST /api/empresas/{id}/claves_api', null, {
  summary: "A new API key in the caller's name, shown once.",
  ...porEmpresa,
  body: z.object({ ...datos, por_minuto: datos.por_minuto.default(POR_MINUTO.inicial) }),
  response: z.object({ clave: ClaveApi, secreto: z.string() }),
})

export const updateClaveApi = endpoint('PUT /api/claves_api/{id}', null, {
  summary:
    'Change what an API key may do, its limit, or until when it is good; let one go that is held since a copy was restored.',
  ...porId,
  body: z
    .object({ ...datos, retenida: z.literal(false, { error: 'Una clave se suelta, y no se retiene.' }) })
    .partial(),
  response: ClaveApi,
})

export const removeClaveApi = endpoint('DELETE /api/claves_api/{id}', null, {
  summary: 'Revoke an API key: its next call is refused, by every process.',
  ...porId,
  response: SinContenido,
})
