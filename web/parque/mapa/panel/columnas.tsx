import InfoOutlined from '@mui/icons-material/InfoOutlined'
import IconButton from '@mui/material/IconButton'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { apodoOf } from '../../../dominio/apodo'
import { ChipApodo } from '../../../dominio/chip-apodo'
import { ChipPosibleEstado, ChipTipo } from '../../../dominio/chip-estado'
import { UltimoRegistro } from '../../../dominio/ultimo-registro'
import type { Columna } from '../../../ui/tabla/tipos'
import { Movimiento } from '../markers/movimiento'

type Acciones = {
  onCenter: (d: Dispositivo) => void
  onDetalle: (d: Dispositivo) => void
  /** Click handler of the nickname. */
  ayuda: string
}

export const columnasDispositivo = (
  { onCenter, onDetalle, ayuda }: Acciones,
  empresa: Columna<Dispositivo>[] = [],
): Columna<Dispositivo>[] => [
  {
    id: 'Apodo',
    titulo: 'Apodo',
    ordenable: true,
    fija: true,
    celda: (d) => (
      <ChipApodo
        apodo={apodoOf(d)}
        ayuda={ayuda}
        onClick={() => onCenter(d)}
        ficha={d.TipoDispositivo !== 'Reader'}
      />
    ),
  },
  {
    id: 'TipoDispositivo',
    titulo: 'TipoDispositivo',
    ordenable: true,
    celda: (d) => <ChipTipo tipo={d.TipoDispositivo} />,
  },
  {
    id: 'UltimoRegistro',
    titulo: 'UltimoRegistro',
    ordenable: true,
    celda: (d) => <UltimoRegistro iso={d.UltimoRegistro} empresa={d.empresa} />,
  },
  {
    id: 'Estado',
    titulo: 'Movimiento',
    oculta: true,
    ancho: 148,
    celda: (d) => <Movimiento estado={d.Estado} />,
  },
  {
    id: 'PosibleEstado',
    titulo: 'Posible Estado',
    oculta: true,
    ancho: 164,
    celda: (d) => <ChipPosibleEstado estado={d.PosibleEstado} />,
  },
  {
    id: 'ApodoLector',
    titulo: 'Visto por',
    oculta: true,
    ancho: 140,
    celda: (d) => d.ApodoLector ?? 'Sin datos',
  },
  ...empresa,
  {
    id: 'detalles',
    titulo: 'Detalles',
    sinTitulo: true,
    fija: true,
    ancho: 56,
    celda: (d) => (
      <IconButton
        size="small"
        aria-label={`Detalles de ${apodoOf(d)}`}
        title="Detalles"
        onClick={() => onDetalle(d)}
        sx={{ '@media (pointer: coarse)': { width: 44, height: 44 } }}
      >
        <InfoOutlined sx={{ fontSize: 18 }} />
      </IconButton>
    ),
  },
]
