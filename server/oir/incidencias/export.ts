import type { Incidencia } from '#contract/oir/incidencias/incidencias'
import { COLUMNAS_ACELERACION, COLUMNAS_INCIDENCIA, SIN_MIRAR } from '#contract/oir/incidencias/values'
import { pickColumns } from '../../platform/export/columns'
import type { Column } from '../../platform/export/tabla'

type Nombre = (typeof COLUMNAS_INCIDENCIA)[number]

const si = (v: boolean) => (v ? 'Sí' : 'No')

const isAcceleration = (n: Nombre) => (COLUMNAS_ACELERACION as readonly string[]).includes(n)

const COLUMN: Record<Nombre, Column<Incidencia>> = {
  Estado: { titulo: 'Estado', valor: () => 'Impacto', ancho: 10 },
  ApodoDispositivo: {
    titulo: 'Apodo Dispositivo',
    valor: (i) => i.ApodoDispositivo ?? i.Dispositivo,
    ancho: 18,
  },
  ApodoLector: { titulo: 'Apodo Lector', valor: (i) => i.ApodoLector, ancho: 18 },
  hubo_golpe_real: {
    titulo: 'Golpe real',
    valor: (i) => (i.mirado ? si(i.hubo_golpe_real) : SIN_MIRAR),
    ancho: 11,
  },
  hubo_danio: { titulo: 'Daño en pieza', valor: (i) => (i.mirado ? si(i.hubo_danio) : SIN_MIRAR), ancho: 13 },
  revisado: { titulo: 'Revisada', valor: (i) => (i.revisado ? 'Cerrada' : 'Abierta'), ancho: 10 },
  Time: { titulo: 'Timestamp', valor: (i) => new Date(i.Time), ancho: 20, instante: true },
  AccelXMax: { titulo: 'AccelXMax', valor: (i) => i.accelxmax, ancho: 11 },
  AccelXMin: { titulo: 'AccelXMin', valor: (i) => i.accelxmin, ancho: 11 },
  AccelYMax: { titulo: 'AccelYMax', valor: (i) => i.accelymax, ancho: 11 },
  AccelYMin: { titulo: 'AccelYMin', valor: (i) => i.accelymin, ancho: 11 },
  AccelZMax: { titulo: 'AccelZMax', valor: (i) => i.accelzmax, ancho: 11 },
  AccelZMin: { titulo: 'AccelZMin', valor: (i) => i.accelzmin, ancho: 11 },
  pico_g: { titulo: 'Pico (g)', valor: (i) => i.pico_g, ancho: 9 },
  Ubicacion: { titulo: 'Ubicación', valor: (i) => i.Ubicacion, ancho: 18 },
  cerrada_por: { titulo: 'Cerrada por', valor: (i) => i.cerrada_por, ancho: 18 },
  cerrada: {
    titulo: 'Cerrada',
    valor: (i) => (i.cerrada ? new Date(i.cerrada) : null),
    ancho: 20,
    instante: true,
  },
  lleva: { titulo: 'La lleva', valor: (i) => i.lleva?.nombre ?? null, ancho: 18 },
  nota: { titulo: 'Nota', valor: (i) => i.nota, ancho: 32 },
}

/** Columns of the file of incidents: the requested ones in their order, else all, as in the table. */
export const incidenciaColumns = (pedidas: string[] | undefined, aceleraciones: boolean) =>
  pickColumns(
    COLUMNAS_INCIDENCIA,
    COLUMN,
    pedidas ?? COLUMNAS_INCIDENCIA.filter((n) => aceleraciones || !isAcceleration(n)),
  )
