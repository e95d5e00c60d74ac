import type { z } from 'zod'
import type { exportRecuentos, Recuento } from '#contract/cuentas/recuentos/recuentos'
import {
  formatAcuerdo,
  formatAlcance,
  formatDuracion,
  type LineaRecuento,
} from '#contract/cuentas/recuentos/reglas-values'
import {
  COLUMNAS_RECUENTO,
  type ColumnaRecuento,
  NOMBRE_ESTADO_RECUENTO,
  NOMBRE_RESULTADO,
} from '#contract/cuentas/recuentos/values'
import type { Formato } from '#contract/exportar'
import type { Db } from '../../platform/db/client'
import { pickColumns } from '../../platform/export/columns'
import { addEmpresa } from '../../platform/export/empresa'
import type { Archivo, Peticion } from '../../platform/export/send'
import type { Column } from '../../platform/export/tabla'
import { formatInstant } from '../../platform/time/time'
import { filtrosOf } from './filtros'
import { countList, type Row, walkList } from './repo'
import { readFoto } from './repo-fotos'
import { findLineas } from './service'

const cifra = (titulo: string, valor: (r: Recuento) => number | null): Column<Recuento> => ({
  titulo,
  valor,
  ancho: 13,
  numerica: true,
})

const COLUMN: Record<ColumnaRecuento, Column<Recuento>> = {
  que: { titulo: 'Recuento de', valor: formatAlcance, ancho: 24 },
  estado: { titulo: 'Estado', valor: (r) => NOMBRE_ESTADO_RECUENTO[r.estado], ancho: 14 },
  abierto: { titulo: 'Abierto', valor: (r) => new Date(r.abierto), ancho: 20, instante: true },
  abrio: { titulo: 'Lo abrió', valor: (r) => r.abrio.nombre, ancho: 20 },
  duracion: {
    titulo: 'Duración',
    valor: (r) => (r.cerrado === null ? null : formatDuracion(Date.parse(r.cerrado) - Date.parse(r.abierto))),
    ancho: 12,
  },
  esperados: cifra('Esperados', (r) => r.esperados),
  encontrados: cifra('Encontrados', (r) => r.cifras?.encontrados ?? null),
  faltantes: cifra('Faltantes', (r) => r.cifras?.faltantes ?? null),
  sobrantes: cifra('Sobrantes', (r) => r.cifras?.sobrantes ?? null),
  desconocidos: cifra('Desconocidos', (r) => r.cifras?.desconocidos ?? null),
  acuerdo: { titulo: 'Acuerdo', valor: (r) => r.cifras && formatAcuerdo(r.cifras), ancho: 11 },
  cerro: { titulo: 'Lo cerró', valor: (r) => r.cerro?.nombre ?? null, ancho: 20 },
  firmo: { titulo: 'Lo firmó', valor: (r) => r.firmo?.nombre ?? null, ancho: 20 },
  nota: { titulo: 'Nota', valor: (r) => r.nota, ancho: 32 },
}

/** Exports the counts. */
export async function recuentosFile(
  { db, principal, query }: Peticion<z.output<NonNullable<typeof exportRecuentos.query>>>,
  zona: string,
): Promise<Archivo<Recuento>> {
  const filtros = filtrosOf(principal, query)
  const columnas = await addEmpresa(
    db,
    query.columnas,
    (r: Recuento) => r.empresa,
    (pedidas) => pickColumns(COLUMNAS_RECUENTO, COLUMN, pedidas),
  )
  const total = await countList(db, filtros)
  return {
    nombre: 'recuentos',
    titulo: 'Recuentos',
    formato: query.formato,
    columnas,
    filas: walkList(db, filtros, zona),
    total: () => total,
    zona,
  }
}

const siNo = (b: boolean | null) => (b === null ? null : b ? 'sí' : 'no')

const columnsOf = (db: Db, recuento: number): Column<LineaRecuento>[] => [
  { titulo: 'Contenedor', valor: (l) => l.apodo ?? l.mac ?? l.codigo, ancho: 18 },
  { titulo: 'Resultado', valor: (l) => NOMBRE_RESULTADO[l.resultado], ancho: 16 },
  { titulo: 'Esperado en', valor: (l) => l.lugar, ancho: 20 },
  { titulo: 'Visto en', valor: (l) => l.donde, ancho: 20 },
  { titulo: 'Escaneos', valor: (l) => l.veces, ancho: 10, numerica: true },
  {
    titulo: 'Primero',
    valor: (l) => (l.primero === null ? null : new Date(l.primero)),
    ancho: 20,
    instante: true,
  },
  { titulo: 'Quién', valor: (l) => l.personas.join(', '), ancho: 26 },
  { titulo: 'Los lectores dicen lo mismo', valor: (l) => siNo(l.acuerda), ancho: 16 },
  { titulo: 'MAC', valor: (l) => l.mac, ancho: 16 },
  {
    titulo: 'Foto',
    valor: (l) => (l.resultado === 'desconocido' ? siNo(l.foto !== null) : null),
    ancho: 24,
    imagen: async (l) => (l.foto === null ? undefined : readFoto(db, recuento, l.foto)),
  },
]

const MAX_LINEAS = 200_000

/** A count as a document: users, times, duration, figures, and every row. */
export async function fileRecuento(
  db: Db,
  r: Row,
  formato: Formato,
  zona: string,
): Promise<Archivo<LineaRecuento>> {
  const { lineas } = await findLineas(db, r, { lista: null, desde: 0, cuantas: MAX_LINEAS })
  const at = (momento: Date, quien: string | null) => `${formatInstant(momento, zona)}, ${quien ?? ''}`
  const { cifras } = r
  const acuerdo = cifras && formatAcuerdo(cifras)
  return {
    nombre: `recuento-${r.id}`,
    titulo: `Recuento ${r.id}: ${formatAlcance(r)}`,
    formato,
    columnas: columnsOf(db, r.id),
    filas: lineas,
    total: () => lineas.length,
    zona,
    sobre: [
      ['Estado', NOMBRE_ESTADO_RECUENTO[r.estado]],
      ['Abierto', at(r.abierto, r.abrio)],
      ...(r.cerrado
        ? ([
            ['Cerrado', at(r.cerrado, r.cerro)],
            ['Duración', formatDuracion(r.cerrado.getTime() - r.abierto.getTime())],
          ] as [string, string][])
        : []),
      ...(r.firmado ? [['Firmado', at(r.firmado, r.firmo)] as [string, string]] : []),
      ...(cifras
        ? ([
            ['Esperados', String(cifras.esperados)],
            ['Encontrados', String(cifras.encontrados)],
            ['Faltantes', String(cifras.faltantes)],
            ['Sobrantes', String(cifras.sobrantes)],
            ['Desconocidos', String(cifras.desconocidos)],
            ['Escaneados más de una vez', String(cifras.repetidos)],
            ...(acuerdo
              ? [['Acuerdo con los lectores', `${acuerdo} (${cifras.acuerdan} de ${cifras.comparados})`]]
              : []),
          ] as [string, string][])
        : []),
      ...(r.nota ? [['Nota', r.nota] as [string, string]] : []),
    ],
  }
}
