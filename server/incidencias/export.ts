import type { Incidencia } from '#contract/incidencias'
import type { Columna } from '../exportar/tabla'

const si = (v: boolean) => (v ? 'Sí' : 'No')

const EJES = ['accelxmax', 'accelxmin', 'accelymax', 'accelymin', 'accelzmax', 'accelzmin'] as const
/** `accelxmax` is headed AccelXMax. */
const titulo = (eje: string) =>
  eje.replace(
    /^accel(.)(m..)$/,
    (_, e: string, m: string) => `Accel${e.toUpperCase()}${m[0]?.toUpperCase()}${m.slice(1)}`,
  )

/** Columns of the file of incidents, as in the table. */
export function columnasIncidencia(aceleraciones: boolean): Columna<Incidencia>[] {
  return [
    { titulo: 'Estado', valor: () => 'Impacto', ancho: 10 },
    { titulo: 'Apodo Dispositivo', valor: (i) => i.ApodoDispositivo ?? i.Dispositivo, ancho: 18 },
    { titulo: 'Apodo Lector', valor: (i) => i.ApodoLector, ancho: 18 },
    { titulo: 'Golpe real', valor: (i) => si(i.hubo_golpe_real), ancho: 11 },
    { titulo: 'Daño en pieza', valor: (i) => si(i.hubo_danio), ancho: 13 },
    { titulo: 'Revisada', valor: (i) => (i.revisado ? 'Cerrada' : 'Abierta'), ancho: 10 },
    { titulo: 'Timestamp', valor: (i) => new Date(i.Time), ancho: 20, instante: true },
    ...(aceleraciones
      ? EJES.map((eje): Columna<Incidencia> => ({ titulo: titulo(eje), valor: (i) => i[eje], ancho: 11 }))
      : []),
    { titulo: 'Pico (g)', valor: (i) => i.pico_g, ancho: 9 },
    { titulo: 'Ubicación', valor: (i) => i.Ubicacion, ancho: 18 },
    { titulo: 'Cerrada por', valor: (i) => i.cerrada_por, ancho: 18 },
    {
      titulo: 'Cerrada',
      valor: (i) => (i.cerrada ? new Date(i.cerrada) : null),
      ancho: 20,
      instante: true,
    },
  ]
}
