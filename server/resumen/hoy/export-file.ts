import type { z } from 'zod'
import type { exportHoy, Hoy } from '#contract/resumen/hoy/hoy'
import { NOMBRES_PAPEL } from '#contract/resumen/hoy/papeles-values'
import { CIFRAS, formatDiferencia, formatExplicacion } from '#contract/resumen/hoy/semana-values'
import { formatAyuda, formatLinea, formatParte } from '#contract/resumen/hoy/values'
import { empresaVisible } from '../../platform/auth/auth'
import type { Archivo, Peticion } from '../../platform/export/send'
import type { Column } from '../../platform/export/tabla'
import { readHoy } from './service'

type Query = z.output<NonNullable<typeof exportHoy.query>>
type Row = { section: string; que: string; n: number; porque: string; momento: Date | null }

const COLUMNS: Column<Row>[] = [
  { titulo: 'Apartado', valor: (f) => f.section, ancho: 14 },
  { titulo: 'Cuántos', valor: (f) => f.n, ancho: 10, numerica: true },
  { titulo: 'Qué', valor: (f) => f.que, ancho: 44 },
  { titulo: 'Por qué', valor: (f) => f.porque, ancho: 60 },
  { titulo: 'Contado', valor: (f) => f.momento, ancho: 20, instante: true },
]

function rowsOf({ lineas, semana }: Hoy): Row[] {
  const pendientes = lineas
    .filter((l) => l.hecha === null)
    .map(
      ({ clave, n, parte, momento, detras }): Row => ({
        section: 'Hoy',
        que: formatLinea(clave, n),
        n,
        porque: [...(parte ? [`${formatParte(clave, parte, n)}.`] : []), formatAyuda(clave, detras)].join(
          ' ',
        ),
        momento: momento === null ? new Date() : new Date(momento),
      }),
    )
  const cifras = (semana?.cifras ?? []).map(
    ({ clave, ahora, antes, explica }): Row => ({
      section: 'Esta semana',
      que: CIFRAS[clave].nombre,
      n: ahora,
      porque: [
        formatDiferencia(ahora, antes),
        ...(explica && antes !== null ? [formatExplicacion(clave, explica, ahora, antes)] : []),
      ].join('. '),
      momento: semana && new Date(semana.ahora.hasta),
    }),
  )
  return [...pendientes, ...cifras]
}

/** Exports Hoy: what is left to do, and the figures of the week. */
export async function ficheroHoy(
  { db, principal, query }: Peticion<Query>,
  zona: string,
): Promise<Archivo<Row>> {
  const hoy = await readHoy(db, principal, query.papel, empresaVisible(principal, query.empresa), zona)
  const filas = rowsOf(hoy)
  return {
    nombre: 'hoy',
    titulo: `Hoy · ${NOMBRES_PAPEL[hoy.papel]}`,
    formato: query.formato,
    columnas: COLUMNS,
    filas,
    total: () => filas.length,
    zona,
  }
}
