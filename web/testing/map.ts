import type { Celda, Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { type Answers, pageOf } from './answers'

/** In the middle of the first view. */
export const PLANT = { Lat: 42.8467, Lon: -2.6727 }

/** A marker for some containers at rest, in the middle of the first view. */
export const cell = (n: number): Celda => ({
  ...{ lat: PLANT.Lat, lon: PLANT.Lon, lugar: 'Expedición', n, parado: n, solo: null },
  ...{ impacto: 0, movimiento: 0, extravio: 0, revisar: 0, dudosos: 0, sin_senal: 0, lectores: 0 },
})

/** A server of the map, with these devices in sight. */
export const onMap = (devices: Dispositivo[]): Answers => ({
  devicesInBounds: ({ query }) => {
    const found = devices.filter(
      (d) => d.Apodo?.includes(query.search ?? '') && d.TipoDispositivo === (query.tipo ?? d.TipoDispositivo),
    )
    return pageOf(found, query, 25)
  },
  listCeldas: () => ({ celdas: [cell(5)], total: 5 }),
  devicePocStatus: () => ({ data: [] }),
  listUbicaciones: () => ({ empresa: 1, nombre_empresa: 'Vitoria', version: 'v', data: [], imagen: null }),
  getResumenIncidencias: () => ({ totalIncidencias: 0, contenedoresUnicos: 0 }),
})
