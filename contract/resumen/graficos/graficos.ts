import { z } from 'zod'
import { Archivo, Dia, empresaOpcional, filtro, opcional } from '../../comunes'
import { endpoint } from '../../endpoint'
import { Formato, seguimientoOpcional } from '../../exportar'
import { GRAFICOS } from './values'

export const NombreGrafico = z.enum(GRAFICOS, { error: 'Ese gráfico no existe.' })

/** Maximum number of days of a chart. */
export const MAX_DIAS_GRAFICO = 400

export const FiltrosGrafico = z.object({
  /** Plant days, both included; absent: the last 30 days. */
  desde: opcional(Dia),
  hasta: opcional(Dia),
  familia: filtro(64),
  /** Name of a location; `Sin ubicación`: no location. */
  ubicacion: filtro(120),
  ...empresaOpcional,
})

export const ColumnaGrafico = z.object({
  titulo: z.string(),
  tipo: z.enum(['texto', 'dia', 'instante', 'numero']),
})

export const getGrafico = endpoint('GET /api/graficos/{grafico}', 'graficos:leer', {
  summary: 'The numbers of one chart, as a table.',
  params: z.object({ grafico: NombreGrafico }),
  query: FiltrosGrafico,
  response: z.object({
    titulo: z.string(),
    /** A note that is needed to read the chart. */
    nota: z.string().optional(),
    columnas: z.array(ColumnaGrafico),
    filas: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
  }),
})
export type TablaGrafico = z.infer<(typeof getGrafico)['response']>

export const exportGrafico = endpoint('GET /api/export_grafico', 'graficos:leer', {
  summary: 'The numbers of one chart as a file named after it.',
  query: FiltrosGrafico.extend({ grafico: NombreGrafico, formato: Formato, ...seguimientoOpcional }),
  response: Archivo,
})

export const listOpcionesGrafico = endpoint('GET /api/graficos', 'graficos:leer', {
  summary: 'Families and locations that charts can be narrowed to.',
  query: z.object(empresaOpcional),
  response: z.object({ familias: z.array(z.string()), ubicaciones: z.array(z.string()) }),
})
