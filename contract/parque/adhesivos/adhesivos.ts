import { z } from 'zod'
import { Archivo, entero, MacSerie } from '../../comunes'
import { endpoint } from '../../endpoint'
import { seguimientoOpcional } from '../../exportar'
import { FiltrosPoc, fechasEnOrden, ordenPoc } from '../dispositivos/inventario'
import { HOJAS, MAX_ADHESIVOS, MAX_COPIAS, NOMBRES_HOJA, porHoja } from './values'

export const printAdhesivos = endpoint('POST /api/adhesivos', 'inventario:leer', {
  summary:
    'QR labels as etiquetas_qr.pdf: of the devices of the filters, or of those of `macs` alone; at most 2,000 labels.',
  body: FiltrosPoc.extend({
    ...ordenPoc,
    macs: z
      .array(MacSerie)
      .min(1, { error: 'Selecciona al menos un dispositivo.' })
      .max(MAX_ADHESIVOS, { error: `Como mucho ${MAX_ADHESIVOS} dispositivos.` })
      .optional(),
    hoja: z.enum(NOMBRES_HOJA, { error: 'Ese tamaño de etiqueta no existe.' }),
    /** Position of the first label on the first sheet, from 1; labels before it are used up. */
    desde: entero('desde', 1000, 1),
    copias: entero('copias', MAX_COPIAS, 1),
    ...seguimientoOpcional,
  })
    .refine(...fechasEnOrden)
    .refine((b) => b.desde <= porHoja(HOJAS[b.hoja]), {
      error: 'La hoja no tiene tantas etiquetas.',
      path: ['desde'],
    }),
  response: Archivo,
})
