import { sql } from 'kysely'

/** Of the place of incident `i` nothing was noted: its reader `l` stood nowhere known. */
export const SIN_ANOTAR = sql`i.ubicacion_id is null and i.lat is null`

/** Reader of incident `i`, as `l`. */
export const CON_LECTOR = sql`left join dispositivo l on l.id = i.lector_id`

/** Id of the location of incident `i`: where its reader `l` stood then, else where it was put since. */
export const ID_LUGAR = sql`case when ${SIN_ANOTAR} then l.ubicacion_id else i.ubicacion_id end`

/** Reader and location of incident `i`, as `l` and `u`. */
export const CON_LUGAR = sql`${CON_LECTOR} left join ubicacion u on u.id = ${ID_LUGAR}`

/** Coordinates of that place. */
export const COORDENADAS = sql`case when ${SIN_ANOTAR} then l.lat else i.lat end as lat,
  case when ${SIN_ANOTAR} then l.lon else i.lon end as lon`
