import { sql } from 'kysely'

/** Of the place of incident `i` nothing was noted: its reader `l` stood nowhere known. */
const SIN_ANOTAR = sql`i.ubicacion_id is null and i.lat is null`

/** Reader and location of incident `i`, as `l` and `u`: where the reader stood then, else where it was put since. */
export const CON_LUGAR = sql`left join dispositivo l on l.id = i.lector_id
  left join ubicacion u on u.id = case when ${SIN_ANOTAR} then l.ubicacion_id else i.ubicacion_id end`

/** Coordinates of that place. */
export const COORDENADAS = sql`case when ${SIN_ANOTAR} then l.lat else i.lat end as lat,
  case when ${SIN_ANOTAR} then l.lon else i.lon end as lon`
