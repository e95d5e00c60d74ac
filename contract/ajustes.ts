import { z } from 'zod'
import { porEmpresa } from './comunes'
import { endpoint } from './endpoint'
import { RUTAS } from './rutas'
import { type Ajustes, NOMBRES_DE_AJUSTE, reviewAjustes } from './valores/ajustes'

/** What the web needs to know of the installation before and after login. */
export const getInstalacion = endpoint({
  ...RUTAS.getInstalacion,
  summary: 'Public settings of this installation.',
  response: z.object({
    tileStyleUrl: z.string().nullable(),
    dashboardUrl: z.string().nullable(),
    chatbotUrl: z.string().nullable(),
    zonaHoraria: z.string(),
    demo: z.boolean(),
  }),
})

const numero = z.number({ error: 'Debe ser un número.' })

const EsquemaAjustes = z
  .object(
    Object.fromEntries(NOMBRES_DE_AJUSTE.map((k) => [k, numero])) as Record<keyof Ajustes, typeof numero>,
  )
  .superRefine((a, ctx) => {
    for (const [k, message] of reviewAjustes(a)) ctx.addIssue({ code: 'custom', path: [k], message })
  })

export const getAjustes = endpoint({
  ...RUTAS.getAjustes,
  summary: 'Numbers of the rules of a company.',
  ...porEmpresa,
  response: EsquemaAjustes,
})

export const setAjustes = endpoint({
  ...RUTAS.setAjustes,
  summary: 'Set the numbers of the rules of a company; running processes take them up at once.',
  ...porEmpresa,
  body: EsquemaAjustes,
  response: EsquemaAjustes,
})

export const Plazos = z.object({
  empresa: z.number().int(),
  minutosViejo: z.number().int(),
  minutosPerdido: z.number().int(),
})
export type Plazos = z.infer<typeof Plazos>

export const listPlazos = endpoint({
  ...RUTAS.listPlazos,
  summary:
    'After how many minutes a last record is stale, and a container lost, for each company that the caller sees.',
  response: z.array(Plazos).max(10_000),
})
