import type { Db } from '../../../platform/db/client'
import type { NewAtasco } from '../../ciclos/atascos'
import { notify } from '../notify'

/** A container has been in a stage for longer than it may; those of a stage within the hour are reported together. */
export const tellAtasco = (tx: Db, a: NewAtasco): Promise<number | null> =>
  notify(tx, {
    empresa: a.empresa,
    tipo: 'atasco',
    clave: `atasco:${a.visita}`,
    datos: {
      contenedores: [a.contenedor],
      n: 1,
      etapa: a.etapa,
      horas: Math.round(a.horas),
      desde: a.desde.toISOString(),
    },
    enlace: `/ciclo?vista=antiguedad&que=atascados&etapa=${a.etapa_id}`,
    lugares: [a.lugar_id],
    familias: a.familia ? [a.familia] : [],
    grupo: String(a.etapa_id),
  })
