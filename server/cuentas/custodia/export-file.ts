import type { z } from 'zod'
import type {
  exportDiferencias,
  exportEnCuenta,
  exportExtracto,
  exportSaldos,
  FilaDiferencia,
  FilaEnCuenta,
  FilaExtracto,
  PruebaDada,
} from '#contract/cuentas/custodia/custodia'
import {
  COLUMNAS_DIFERENCIA,
  COLUMNAS_EN_CUENTA,
  COLUMNAS_EXTRACTO,
  COLUMNAS_SALDO,
  type ColumnaDiferencia,
  type ColumnaEnCuenta,
  type ColumnaExtracto,
  type ColumnaSaldo,
  formatOido,
  NOMBRE_DICHO,
  NOMBRE_MOVIMIENTO,
  PARQUE_PROPIO,
} from '#contract/cuentas/custodia/values'
import { formatDia } from '#contract/values/comunes'
import type { Walk } from '../../platform/db/queries/cursor'
import { pickColumns } from '../../platform/export/columns'
import { addEmpresa } from '../../platform/export/empresa'
import type { Archivo, Peticion } from '../../platform/export/send'
import type { Sobre } from '../../platform/export/sobre'
import { sortPor } from '../../platform/export/sort'
import type { Column } from '../../platform/export/tabla'
import { countDiferencias, walkDiferencias } from './repo-diferencias'
import { type Extracto, type SumasExtracto, walkExtracto } from './repo-extracto'
import { listSaldos, walkEnCuenta } from './repo-saldos'
import { askCuenta, askDonde, askExtracto, findVisible, ofPrincipal } from './service'

const OTRO: Record<FilaExtracto['otro'], string> = {
  propio: PARQUE_PROPIO,
  fuera: 'Fuera del parque',
  tercero: 'Otro tercero',
}

/** `20/11/2026 10:31`. @param iso in the plant's time zone */
const formatMomento = (iso: string) => `${formatDia(iso)} ${iso.slice(11, 16)}`

/** `visto el 20/11/2026 10:31: Muelle, por LEC-1, 92 % de certeza; recuento 7`. */
function formatPrueba({ visto, documento, recuento, ultimo }: PruebaDada): string {
  const partes = [
    visto ? `visto el ${formatMomento(visto.momento)}: ${formatOido(visto)}` : 'anotado a mano',
    documento,
    recuento !== null && `recuento ${recuento}`,
    ultimo && `oído por última vez el ${formatMomento(ultimo.momento)}: ${formatOido(ultimo)}`,
  ]
  return partes.filter(Boolean).join('; ')
}

/** Columns of a line of a statement. */
export const COLUMN: Record<ColumnaExtracto, Column<FilaExtracto>> = {
  momento: { titulo: 'Fecha', valor: (f) => new Date(f.momento), ancho: 20, instante: true },
  contenedor: { titulo: 'Contenedor', valor: (f) => f.contenedor, ancho: 18 },
  familia: { titulo: 'Familia', valor: (f) => f.familia || null, ancho: 12 },
  cantidad: { titulo: 'Cantidad', valor: (f) => f.cantidad, ancho: 10, numerica: true },
  clase: { titulo: 'Movimiento', valor: (f) => NOMBRE_MOVIMIENTO[f.clase], ancho: 18 },
  otro: { titulo: 'Desde o hacia', valor: (f) => f.otro_nombre ?? OTRO[f.otro], ancho: 20 },
  documento: { titulo: 'Documento', valor: (f) => f.documento, ancho: 16 },
  lugar: { titulo: 'Visto en', valor: (f) => f.lugar, ancho: 20 },
  certeza: {
    titulo: 'Certeza',
    valor: (f) => (f.certeza === null ? null : Math.round(f.certeza * 100)),
    ancho: 10,
    numerica: true,
    unidad: '%',
  },
  nota: { titulo: 'Nota', valor: (f) => f.nota, ancho: 32 },
  dicho: {
    titulo: 'Estado',
    valor: (f) => {
      const last = f.dichos.at(-1)
      const prueba = f.dichos.findLast((d) => d.prueba)?.prueba
      return last
        ? `${NOMBRE_DICHO[last.clase]}: ${last.nota}${prueba ? `. Prueba: ${formatPrueba(prueba)}` : ''}`
        : null
    },
    ancho: 32,
  },
}

type Filters = z.output<NonNullable<typeof exportExtracto.query>>

/** Head of a statement: partner, first and last local day of the plant (both included). */
type Heading = {
  nombre: string
  dias: { desde: string; hasta: string }
}

const formatSuma = (suma: SumasExtracto['suma'] | undefined): Sobre =>
  suma
    ? [
        ['Saldo inicial', suma.inicial.toLocaleString('es')],
        ['Entradas', suma.entradas.toLocaleString('es')],
        ['Salidas', suma.salidas.toLocaleString('es')],
        ['Saldo final', suma.final.toLocaleString('es')],
      ]
    : []

/** Exports the statement of a partner; `sums` answers once its first rows have come. */
export function fileExtracto(
  { db, query }: Pick<Peticion<Partial<Filters> & Pick<Filters, 'formato'>>, 'db' | 'query'>,
  e: Extracto,
  { nombre, dias }: Heading,
): Archivo<FilaExtracto> & Pick<Walk<FilaExtracto, SumasExtracto>, 'sums'> {
  const { filas, sums } = walkExtracto(db, e)
  return {
    sums,
    nombre: 'extracto',
    titulo: `Extracto de ${nombre}`,
    formato: query.formato,
    columnas: pickColumns(COLUMNAS_EXTRACTO, COLUMN, query.columnas),
    filas,
    total: () => sums()?.total ?? null,
    zona: e.zona,
    sobre: () => [
      ['Tercero', nombre],
      ['Periodo', `del ${formatDia(dias.desde)} al ${formatDia(dias.hasta)}`],
      ...formatSuma(sums()?.suma),
    ],
  }
}

/** Exports the statement that a request asks for. Throws 404 for a partner that the caller may not see. */
export async function extractoFile(
  { db, principal, query }: Peticion<Filters>,
  zona: string,
): Promise<Archivo<FilaExtracto>> {
  const { tercero, periodo, e } = await askExtracto(db, principal, query, zona)
  return fileExtracto({ db, query }, e, { nombre: tercero.nombre, dias: periodo.dias })
}

/** A row of the table of balances; `tercero` null: the company's own stock. */
type FilaSaldo = {
  empresa: number
  tercero: string | null
  familia: string | null
  n: number
  centimos: number | null
}

const SALDO: Record<ColumnaSaldo, Column<FilaSaldo> & { orden: (f: FilaSaldo) => string | number | null }> = {
  tercero: {
    titulo: 'Tercero',
    valor: (f) => f.tercero ?? PARQUE_PROPIO,
    orden: (f) => f.tercero,
    ancho: 26,
  },
  familia: { titulo: 'Familia', valor: (f) => f.familia, orden: (f) => f.familia, ancho: 14 },
  contenedores: {
    titulo: 'Contenedores',
    valor: (f) => f.n,
    orden: (f) => f.n,
    ancho: 14,
    numerica: true,
  },
  valor: {
    titulo: 'Valor hoy',
    valor: (f) => f.centimos && f.centimos / 100,
    orden: (f) => f.centimos,
    ancho: 14,
    numerica: true,
    unidad: '€',
  },
}

/** Exports the balances of the accounts that the caller may see. Throws 404 for a partner that the caller may not see. */
export async function saldosFile(
  { db, principal, query }: Peticion<z.output<NonNullable<typeof exportSaldos.query>>>,
  zona: string,
): Promise<Archivo<FilaSaldo>> {
  const { empresa, tercero: suyo } = ofPrincipal(principal, query.empresa)
  const tercero =
    query.tercero === undefined ? null : await findVisible(db, principal, query.tercero, query.empresa)
  const saldos = await listSaldos(db, { empresa, tercero: suyo, zona })
  const filas = saldos
    .filter((s) => !tercero || s.tercero?.id === tercero.id)
    .flatMap((s) =>
      s.familias.map((f) => ({
        ...f,
        empresa: s.empresa,
        tercero: s.tercero?.nombre ?? null,
        familia: f.familia || null,
      })),
    )
  const columnas = await addEmpresa(
    db,
    query.columnas,
    (f: FilaSaldo) => f.empresa,
    (pedidas) => pickColumns(COLUMNAS_SALDO, SALDO, pedidas),
  )
  return {
    nombre: 'saldos',
    titulo: 'Saldos de custodia',
    formato: query.formato,
    columnas,
    filas: sortPor(filas, SALDO[query.orden].orden, query.sentido),
    total: () => filas.length,
    zona,
    sobre: tercero ? [['Tercero', tercero.nombre]] : [],
  }
}

const EN_CUENTA: Record<ColumnaEnCuenta, Column<FilaEnCuenta>> = {
  apodo: { titulo: 'Contenedor', valor: (f) => f.apodo ?? f.mac, ancho: 18 },
  familia: { titulo: 'Familia', valor: (f) => f.familia || null, ancho: 12 },
  desde: { titulo: 'En la cuenta desde', valor: (f) => new Date(f.desde), ancho: 20, instante: true },
}

/** Exports the containers of an account by name. Throws 404 for a partner that the caller may not see. */
export async function enCuentaFile(
  { db, principal, query }: Peticion<z.output<NonNullable<typeof exportEnCuenta.query>>>,
  zona: string,
): Promise<Archivo<FilaEnCuenta>> {
  const { tercero, cuenta } = await askCuenta(db, principal, query, zona)
  const { filas, sums } = walkEnCuenta(db, cuenta)
  return {
    nombre: 'contenedores_cuenta',
    titulo: 'Contenedores de la cuenta',
    formato: query.formato,
    columnas: pickColumns(COLUMNAS_EN_CUENTA, EN_CUENTA, query.columnas),
    filas,
    total: () => sums()?.total ?? null,
    zona,
    sobre: () => [
      ['Tercero', tercero?.nombre ?? PARQUE_PROPIO],
      ['Sin nombre en la cuenta', (sums()?.sin_nombre ?? 0).toLocaleString('es')],
    ],
  }
}

const DIFERENCIA: Record<ColumnaDiferencia, Column<FilaDiferencia>> = {
  apodo: { titulo: 'Contenedor', valor: (f) => f.apodo ?? f.mac, ancho: 18 },
  familia: { titulo: 'Familia', valor: (f) => f.familia || null, ancho: 12 },
  libro: {
    titulo: 'Según el libro',
    valor: (f) => (f.libro_fuera ? NOMBRE_MOVIMIENTO.perdida : (f.libro ?? PARQUE_PROPIO)),
    ancho: 26,
  },
  visto: { titulo: 'Visto en casa de', valor: (f) => f.visto ?? PARQUE_PROPIO, ancho: 26 },
  lugar: { titulo: 'Último lugar', valor: (f) => f.lugar, ancho: 20 },
  desde: { titulo: 'Oído por última vez', valor: (f) => new Date(f.desde), ancho: 20, instante: true },
}

/** Exports the differences between book and places. Throws 404 for a partner that the caller may not see. */
export async function diferenciasFile(
  { db, principal, query }: Peticion<z.output<NonNullable<typeof exportDiferencias.query>>>,
  zona: string,
): Promise<Archivo<FilaDiferencia>> {
  const { tercero, donde } = await askDonde(db, principal, query, zona)
  const total = await countDiferencias(db, donde)
  return {
    nombre: 'diferencias',
    titulo: 'Diferencias entre libro y lugar',
    formato: query.formato,
    columnas: pickColumns(COLUMNAS_DIFERENCIA, DIFERENCIA, query.columnas),
    filas: walkDiferencias(db, donde),
    total: () => total,
    zona,
    sobre: tercero ? [['Tercero', tercero.nombre]] : [],
  }
}
