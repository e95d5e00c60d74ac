import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import type { Column } from '../../platform/export/tabla'

/** Columns of dispositivos_visibles, as in the table beside the map and in its details. */
export function columnasVisibles(): Column<Dispositivo>[] {
  return [
    { titulo: 'Apodo', valor: (d) => d.Apodo, ancho: 16 },
    { titulo: 'Dispositivo', valor: (d) => d.Dispositivo, ancho: 16 },
    { titulo: 'TipoDispositivo', valor: (d) => d.TipoDispositivo, ancho: 14 },
    {
      titulo: 'UltimoRegistro',
      valor: (d) => (d.UltimoRegistro ? new Date(d.UltimoRegistro) : null),
      ancho: 20,
      instante: true,
    },
    { titulo: 'ApodoLector', valor: (d) => d.ApodoLector ?? 'Sin datos', ancho: 18 },
    { titulo: 'Ubicacion', valor: (d) => d.Lugar, ancho: 18 },
    { titulo: 'PosibleEstado', valor: (d) => d.PosibleEstado, ancho: 16 },
    { titulo: 'Movimiento', valor: (d) => d.Estado, ancho: 14 },
    { titulo: 'Bateria', valor: (d) => d.Bateria, ancho: 9, numerica: true, unidad: '%' },
    { titulo: 'Lat', valor: (d) => d.Lat, ancho: 11, numerica: true },
    { titulo: 'Lon', valor: (d) => d.Lon, ancho: 11, numerica: true },
  ]
}
