import type { z } from 'zod'
import type { exportDisputas, FilaDisputa } from '#contract/cuentas/custodia/disputas'
import { COLUMNAS_DISPUTA, type ColumnaDisputa } from '#contract/cuentas/custodia/values'
import { pickColumns } from '../../../platform/export/columns'
import type { Archivo, Peticion } from '../../../platform/export/send'
import type { Column } from '../../../platform/export/tabla'
import { COLUMN } from '../export-file'
import { countDisputas, walkDisputas } from '../repo-extracto'
import { askDonde } from '../service'

const DISPUTA: Record<ColumnaDisputa, Column<FilaDisputa>> = {
  tercero: { titulo: 'Tercero', valor: (f) => f.tercero.nombre, ancho: 26 },
  ...COLUMN,
  dijo: {
    titulo: 'Lo último dicho',
    valor: (f) => {
      const last = f.dichos.at(-1)
      return last ? `${last.nota} (${last.autor})` : null
    },
    ancho: 36,
  },
}

/** Exports the lines that wait for an answer or a settlement. Throws 404 for a partner that the caller may not see. */
export async function disputasFile(
  { db, principal, query }: Peticion<z.output<NonNullable<typeof exportDisputas.query>>>,
  zona: string,
): Promise<Archivo<FilaDisputa>> {
  const { tercero, donde } = await askDonde(db, principal, query, zona)
  const total = await countDisputas(db, donde)
  return {
    nombre: 'disputas',
    titulo: 'Líneas en disputa',
    formato: query.formato,
    columnas: pickColumns(COLUMNAS_DISPUTA, DISPUTA, query.columnas),
    filas: walkDisputas(db, donde),
    total: () => total,
    zona,
    sobre: tercero ? [['Tercero', tercero.nombre]] : [],
  }
}
