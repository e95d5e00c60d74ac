import { sql } from 'kysely'

/** No place was recorded for incident `i`, because its reader `l` had none. */
export const SIN_ANOTAR = sql`i.ubicacion_id is null and i.lat is null`

/** Joins the reader of incident `i` as `l`. */
export const CON_LECTOR = sql`left join dispositivo l on l.id = i.lector_id`

/** Location of incident `i`: the recorded one, else the one that its reader has now. */
export const ID_LUGAR = sql`case when ${SIN_ANOTAR} then l.ubicacion_id else i.ubicacion_id end`

/** Joins reader and location of incident `i` as `l` and `u`. */
export const CON_LUGAR = sql`${CON_LECTOR} left join ubicacion u on u.id = ${ID_LUGAR}`

/** Coordinates of that place. */
export const COORDENADAS = sql`case when ${SIN_ANOTAR} then l.lat else i.lat end as lat,
  case when ${SIN_ANOTAR} then l.lon else i.lon end as lon`
