import { z } from 'zod'
import { porEmpresa, texto } from '../../comunes'
import { endpoint } from '../../endpoint'
import { CLASES, MAX_CICLOS, MAX_ETAPAS, reviewCiclos } from './values'

const MAX_FAMILIAS = 500
const MAX_LUGARES = 500
const id = z
  .number()
  .int()
  .min(1)
  .max(2 ** 53 - 1)

export const Etapa = z.object({
  /** Absent: a new one. */
  id: id.optional(),
  nombre: texto(60, 'Falta el nombre de una etapa.'),
  /** What a container does in the stage. */
  clase: z.enum(CLASES, { error: 'La clase de la etapa no es válida.' }),
  /** Rounds begin and end here; one stage of each loop. */
  ancla: z.boolean(),
  /** Locations of the stage; each belongs to only one stage of the loop. */
  ubicaciones: z.array(id).max(MAX_LUGARES, { error: `Como mucho ${MAX_LUGARES} ubicaciones.` }),
})
export type Etapa = z.infer<typeof Etapa>

export const Ciclo = z.object({
  id: id.optional(),
  nombre: texto(60, 'Falta el nombre de un ciclo.'),
  /** Families of the loop; empty: all families without a loop of their own. */
  familias: z.array(texto(64)).max(MAX_FAMILIAS, { error: `Como mucho ${MAX_FAMILIAS} familias.` }),
  /** In their order. */
  etapas: z.array(Etapa).max(MAX_ETAPAS, { error: `Como mucho ${MAX_ETAPAS} etapas.` }),
})
export type Ciclo = z.infer<typeof Ciclo>

export const Ciclos = z.object({
  /** Changes with each update. */
  version: z.string(),
  /** Locations of the company. */
  ubicaciones: z
    .array(z.object({ id: z.number().int(), nombre: z.string(), planta: z.string(), grupo: z.string() }))
    .max(10_000),
  /** Families of its containers. */
  familias: z.array(z.string()).max(10_000),
  data: z.array(Ciclo).max(MAX_CICLOS),
})
export type Ciclos = z.infer<typeof Ciclos>

export const listCiclos = endpoint('GET /api/empresas/{id}/ciclos', 'ajustes:leer', {
  summary: 'The loops of a company: their families, and their stages with the locations of each.',
  ...porEmpresa,
  response: Ciclos,
})

export const setCiclos = endpoint('PUT /api/empresas/{id}/ciclos', 'ajustes:escribir', {
  summary: 'Set all loops of a company. 409 where they are not the version named any more.',
  ...porEmpresa,
  body: z.object({
    version: texto(64, 'Falta version.'),
    data: z
      .array(Ciclo)
      .max(MAX_CICLOS, { error: `Como mucho ${MAX_CICLOS} ciclos.` })
      .superRefine((c, ctx) => {
        const message = reviewCiclos(c)
        if (message) ctx.addIssue({ code: 'custom', message })
      }),
  }),
  response: Ciclos,
})
