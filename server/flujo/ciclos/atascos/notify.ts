import { notify } from '../../../avisos/avisos/notify'
import type { Db } from '../../../platform/db/client'
import type { NewAtasco } from './atascos'

/** A container is over the limit of its stage; containers of one stage within an hour share a notice. */
export const notifyAtasco = (tx: Db, a: NewAtasco): Promise<number | null> =>
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
