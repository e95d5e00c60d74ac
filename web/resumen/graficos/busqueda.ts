import { dia, palabra, sinVacios } from '../../lib/api/direccion'

/** Search params of the charts; the default is the last 30 days. */
export type BusquedaGraficos = { desde?: string; hasta?: string; familia?: string; ubicacion?: string }

export function validateBusquedaGraficos(s: Record<string, unknown>): BusquedaGraficos {
  return sinVacios({
    desde: dia(s.desde),
    hasta: dia(s.hasta),
    familia: palabra(s.familia, 64),
    ubicacion: palabra(s.ubicacion, 120),
  })
}
