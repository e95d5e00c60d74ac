import type { z } from 'zod'
import type { exportPrevisiones, SeriePrevista } from '#contract/flujo/prevision/prevision'
import { wordFamilias } from '#contract/flujo/prevision/values'
import { empresaVisible } from '../../platform/auth/auth'
import { addEmpresa } from '../../platform/export/empresa'
import type { Archivo, Peticion } from '../../platform/export/send'
import type { Sobre } from '../../platform/export/sobre'
import type { Column } from '../../platform/export/tabla'
import { findSeries } from './repo-list'

type Query = z.output<NonNullable<typeof exportPrevisiones.query>>

const ESTADOS: Record<SeriePrevista['estado'], string> = {
  prevista: 'Prevista',
  poco_fiable: 'Sin previsión fiable',
  pocos_datos: 'Pocos datos',
  pendiente: 'Se está haciendo',
}
/** Open hours ahead that the export contains. */
const HORAS = [4, 8, 24] as const

const band = (h: number): Column<SeriePrevista> => ({
  titulo: `En ${h} h: de, a`,
  valor: (s) =>
    s.horas.length ? `${Math.round(s.q10[h - 1] as number)} a ${Math.round(s.q90[h - 1] as number)}` : null,
  ancho: 16,
})

const COLUMNS: Column<SeriePrevista>[] = [
  { titulo: 'Ciclo', valor: (s) => s.ciclo.nombre, ancho: 18 },
  { titulo: 'Etapa', valor: (s) => s.etapa.nombre, ancho: 18 },
  { titulo: 'Familia', valor: (s) => wordFamilias(s.familia) ?? 'todas', ancho: 20 },
  { titulo: 'A las', valor: (s) => new Date(s.momento), ancho: 20, instante: true },
  { titulo: 'Hay', valor: (s) => s.stock, ancho: 10, numerica: true },
  { titulo: 'Mínimo', valor: (s) => s.minimo, ancho: 10, numerica: true },
  { titulo: 'Previsión', valor: (s) => ESTADOS[s.estado], ancho: 20 },
  ...HORAS.map(band),
  {
    titulo: 'Probabilidad de que falten (%)',
    valor: (s) => (s.p_falta === null ? null : Math.round(s.p_falta * 100)),
    ancho: 14,
    numerica: true,
  },
  { titulo: 'Hacia', valor: (s) => s.hora_falta && new Date(s.hora_falta), ancho: 20, instante: true },
]

const sobre = (rotulo: string, valor: string): Sobre[number] => [rotulo, valor]

/** The filter has the id of a loop or stage, the export shows its name. */
function sobreOf({ ciclo, etapa }: Query, [una]: readonly SeriePrevista[]): Sobre {
  return [
    ...(ciclo !== undefined && una ? [sobre('Ciclo', una.ciclo.nombre)] : []),
    ...(etapa !== undefined && una ? [sobre('Etapa', una.etapa.nombre)] : []),
  ]
}

/** Exports the forecasts. */
export async function previsionesFile(
  { db, principal, query }: Peticion<Query>,
  zona: string,
): Promise<Archivo<SeriePrevista>> {
  const filas = await findSeries(db, { ...query, empresa: empresaVisible(principal, query.empresa) }, zona)
  return {
    nombre: 'previsiones',
    titulo: 'Previsión de existencias',
    formato: query.formato,
    columnas: await addEmpresa(
      db,
      undefined,
      (s: SeriePrevista) => s.empresa,
      () => COLUMNS,
    ),
    filas,
    sobre: sobreOf(query, filas),
    total: () => filas.length,
    zona,
  }
}
