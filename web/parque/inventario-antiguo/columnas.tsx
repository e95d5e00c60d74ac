import type { DispositivoAntiguo } from '#contract/parque/dispositivos/inventario'
import { SIN_UBICACION } from '#contract/parque/dispositivos/inventario-values'
import { DEVICE_TYPES } from '#contract/parque/dispositivos/values'
import { EnlaceContenedor } from '../../dominio/enlace-contenedor'
import { UltimoRegistro } from '../../dominio/ultimo-registro'
import type { Columna } from '../../ui/tabla/tipos'
import { LETRA_MONO } from '../../ui/theme/tokens'
import { tono } from '../../ui/theme/tono'

const TIPO: Record<number, string> = { 54: 'Reader', 55: 'Beacon/Tracker', 64: 'Smart Beacon/Tracker' }
const MONO = { fontFamily: LETRA_MONO, fontSize: 12 }

function Texto({ texto, falta }: { texto: string | null; falta: string }) {
  return texto ? <span title={texto}>{texto}</span> : <span style={{ color: tono('muted') }}>{falta}</span>
}

/** Ids and headings are the names in the API, so the export has the columns that are chosen here. */
export const COLUMNAS: Columna<DispositivoAntiguo>[] = (
  [
    {
      id: 'Name',
      fija: true,
      celda: (d) => (
        <span style={MONO}>
          {d.DeviceType === DEVICE_TYPES.Reader ? d.Name : <EnlaceContenedor apodo={d.Name} />}
        </span>
      ),
    },
    { id: 'DeviceType', ancho: 184, celda: (d) => TIPO[d.DeviceType] ?? d.DeviceType },
    { id: 'statusKey', ancho: 160, celda: (d) => <span style={MONO}>{d.statusKey}</span> },
    { id: 'Location', celda: (d) => <Texto texto={d.fields.LOCATION} falta={SIN_UBICACION} /> },
    { id: 'Reader', celda: (d) => <Texto texto={d.Reader} falta="Sin datos" /> },
    { id: 'updated', ancho: 152, celda: (d) => <UltimoRegistro iso={d.updated} empresa={d.empresa} /> },
    {
      id: 'lastActive',
      oculta: true,
      ancho: 152,
      celda: (d) => <UltimoRegistro iso={d.lastActive} empresa={d.empresa} />,
    },
    { id: 'Id', oculta: true, numerica: true, ancho: 96, celda: (d) => d.Id },
  ] satisfies Omit<Columna<DispositivoAntiguo>, 'titulo'>[]
).map((c) => ({ ...c, titulo: c.id, ordenable: true }))
