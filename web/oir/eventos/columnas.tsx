import LabelOffIcon from '@mui/icons-material/LabelOffOutlined'
import type { Evento } from '#contract/oir/eventos/eventos'
import { ChipApodo } from '../../dominio/chip-apodo'
import { ChipEstado } from '../../dominio/chip-estado'
import { Momento } from '../../ui/momento'
import type { Columna } from '../../ui/tabla/tipos'
import { LETRA_MONO } from '../../ui/theme/tokens'
import { tono } from '../../ui/theme/tono'
import { BateriaEvento } from './bateria'
import { textoOf } from './fila'
import { Temperatura } from './temperatura'

/** Value that readers send for a container without a label. */
const SIN_ETIQUETA = '-1'

function Etiqueta({ etiqueta }: { etiqueta: string | null }) {
  if (etiqueta !== SIN_ETIQUETA) return <span>{etiqueta || '—'}</span>
  return (
    <span title="Sin etiqueta">
      <LabelOffIcon titleAccess="Sin etiqueta" sx={{ display: 'block', fontSize: 18, color: tono('rojo') }} />
    </span>
  )
}

function Texto({ texto }: { texto: string }) {
  return <span title={texto}>{texto}</span>
}

/** The columns of every event, plus one for each key of Valor seen so far. */
export const columnasEvento = (claves: string[], onSearch: (apodo: string) => void): Columna<Evento>[] => [
  { id: 'Time', titulo: 'Time', fija: true, ancho: 232, celda: (e) => <Momento iso={e.Time} /> },
  { id: 'Estado', titulo: 'Estado', ancho: 152, celda: (e) => <ChipEstado estado={e.Estado} /> },
  { id: 'Bateria', titulo: 'Bateria', ancho: 136, celda: (e) => <BateriaEvento porcentaje={e.Bateria} /> },
  {
    id: 'ApodoDispositivo',
    titulo: 'ApodoDispositivo',
    titular: true,
    ancho: 192,
    celda: (e) => {
      const apodo = e.ApodoDispositivo ?? e.Dispositivo
      return <ChipApodo apodo={apodo} ayuda={`Ver solo ${apodo}`} onClick={() => onSearch(apodo)} ficha />
    },
  },
  { id: 'ApodoLector', titulo: 'ApodoLector', celda: (e) => <Texto texto={e.ApodoLector ?? '—'} /> },
  { id: 'Etiqueta', titulo: 'Etiqueta', celda: (e) => <Etiqueta etiqueta={e.Etiqueta} /> },
  {
    id: 'temperatura',
    titulo: 'temperatura',
    oculta: true,
    numerica: true,
    ancho: 128,
    celda: (e) => <Temperatura grados={e.temperatura} />,
  },
  {
    id: 'Dispositivo',
    titulo: 'Dispositivo',
    oculta: true,
    ancho: 160,
    celda: (e) => <span style={{ fontFamily: LETRA_MONO, fontSize: 12 }}>{e.Dispositivo}</span>,
  },
  ...claves.map(
    (clave): Columna<Evento> => ({
      id: clave,
      titulo: clave,
      oculta: true,
      celda: (e) => <Texto texto={textoOf(e, clave)} />,
    }),
  ),
]
