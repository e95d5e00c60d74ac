import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import type { DispositivoAntiguo } from '#contract/parque/dispositivos/inventario'
import {
  COLUMNAS_ANTIGUAS,
  COLUMNAS_POC,
  SIN_UBICACION,
} from '#contract/parque/dispositivos/inventario-values'
import { pickColumns } from '../../../platform/export/columns'
import type { Column } from '../../../platform/export/tabla'

const instant = (iso: string | null) => (iso ? new Date(iso) : null)

type Definiciones<T, K extends string> = Record<K, Omit<Column<T>, 'titulo'>>

const POC: Definiciones<Dispositivo, (typeof COLUMNAS_POC)[number]> = {
  Apodo: { valor: (d) => d.Apodo, ancho: 16 },
  TipoDispositivo: { valor: (d) => d.TipoDispositivo, ancho: 15 },
  Dispositivo: { valor: (d) => d.Dispositivo, ancho: 16 },
  Activado: { valor: (d) => d.Activado, ancho: 13 },
  UltimoRegistro: { valor: (d) => instant(d.UltimoRegistro) ?? 'Sin datos', ancho: 20, instante: true },
  ApodoLector: { valor: (d) => d.ApodoLector ?? 'Sin datos', ancho: 18 },
  Bateria: { valor: (d) => d.Bateria ?? 'Sin datos', ancho: 10, numerica: true, unidad: '%' },
  PosibleEstado: { valor: (d) => d.PosibleEstado, ancho: 18 },
  Estado: { valor: (d) => d.Estado, ancho: 14 },
  FechaRegistro: { valor: (d) => instant(d.FechaRegistro), ancho: 20, instante: true },
  Etiqueta: { valor: (d) => d.Etiqueta, ancho: 12 },
  Ubicacion: { valor: (d) => d.Lugar ?? SIN_UBICACION, ancho: 24 },
}

const TIPO = { 54: 'Reader', 55: 'Beacon/Tracker', 64: 'Smart Beacon/Tracker' } as Record<number, string>

const ANTIGUAS: Definiciones<DispositivoAntiguo, (typeof COLUMNAS_ANTIGUAS)[number]> = {
  Name: { valor: (d) => d.Name, ancho: 18 },
  DeviceType: { valor: (d) => TIPO[d.DeviceType] ?? d.DeviceType, ancho: 22 },
  statusKey: { valor: (d) => d.statusKey, ancho: 18 },
  Location: { valor: (d) => d.fields.LOCATION ?? SIN_UBICACION, ancho: 20 },
  Reader: { valor: (d) => d.Reader ?? 'Sin datos', ancho: 18 },
  updated: { valor: (d) => instant(d.updated) ?? 'Sin datos', ancho: 20, instante: true },
  lastActive: { valor: (d) => instant(d.lastActive) ?? 'Sin datos', ancho: 20, instante: true },
  Id: { valor: (d) => d.Id, ancho: 10, numerica: true, codigo: true },
}

/** Each column is headed by its name in the API. */
const conTitulos = <T, N extends string>(de: Record<N, Omit<Column<T>, 'titulo'>>) =>
  Object.fromEntries(
    Object.entries<Omit<Column<T>, 'titulo'>>(de).map(([titulo, c]) => [titulo, { titulo, ...c }]),
  ) as Record<N, Column<T>>

const CON_TITULO = { poc: conTitulos(POC), antiguas: conTitulos(ANTIGUAS) }

export const columnasPoc = (pedidas: string[] | undefined) =>
  pickColumns(COLUMNAS_POC, CON_TITULO.poc, pedidas)
export const columnasAntiguas = (pedidas: string[] | undefined) =>
  pickColumns(COLUMNAS_ANTIGUAS, CON_TITULO.antiguas, pedidas)
