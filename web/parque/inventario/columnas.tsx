import InfoOutlined from '@mui/icons-material/InfoOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { SIN_UBICACION } from '#contract/parque/dispositivos/inventario-values'
import { apodoOf } from '../../dominio/apodo'
import { Bateria } from '../../dominio/bateria'
import { ChipEstado, ChipPosibleEstado, ChipTipo } from '../../dominio/chip-estado'
import { UltimoRegistro } from '../../dominio/ultimo-registro'
import type { Columna } from '../../ui/tabla/tipos'
import { LETRA_MONO } from '../../ui/theme/tokens'
import { tono } from '../../ui/theme/tono'
import { CeldaActivado } from './celda-activado'
import { CeldaApodo } from './celda-apodo'
import { Fecha } from './fecha'

type Acciones = {
  onDetalle: (d: Dispositivo) => void
  /** Undefined for read-only users. */
  onToggle: ((d: Dispositivo) => Promise<void>) | undefined
  onRename: ((d: Dispositivo, apodo: string) => Promise<boolean>) | undefined
}

function Texto({ texto, falta = 'Sin datos' }: { texto: string | null; falta?: string }) {
  return texto ? <span title={texto}>{texto}</span> : <span style={{ color: tono('muted') }}>{falta}</span>
}

/** The place with its certainty, on two lines if needed: if the text were cut off, a doubtful place would look certain. */
const Ubicacion = ({ lugar }: { lugar: string | null }) => (
  <Box
    component="span"
    title={lugar ?? undefined}
    sx={{
      color: lugar ? undefined : tono('muted'),
      display: '-webkit-box',
      lineHeight: 1.2,
      overflow: 'hidden',
      whiteSpace: 'normal',
      WebkitBoxOrient: 'vertical',
      WebkitLineClamp: 2,
    }}
  >
    {lugar ?? SIN_UBICACION}
  </Box>
)

/** Ids and headings are the names in the API, so the export has the columns that are chosen here. */
export const columnasInventario = (
  { onDetalle, ...acciones }: Acciones,
  empresa: Columna<Dispositivo>[],
): Columna<Dispositivo>[] =>
  (
    [
      {
        id: 'Apodo',
        fija: true,
        ancho: 208,
        celda: (d) => <CeldaApodo d={d} onDetalle={onDetalle} onRename={acciones.onRename} />,
      },
      { id: 'TipoDispositivo', ancho: 140, celda: (d) => <ChipTipo tipo={d.TipoDispositivo} /> },
      {
        id: 'Dispositivo',
        oculta: true,
        ancho: 144,
        celda: (d) => <span style={{ fontFamily: LETRA_MONO, fontSize: 12 }}>{d.Dispositivo}</span>,
      },
      { id: 'Activado', ancho: 136, celda: (d) => <CeldaActivado d={d} onToggle={acciones.onToggle} /> },
      {
        id: 'UltimoRegistro',
        ancho: 140,
        celda: (d) => <UltimoRegistro iso={d.UltimoRegistro} empresa={d.empresa} />,
      },
      { id: 'ApodoLector', ancho: 120, celda: (d) => <Texto texto={d.ApodoLector} /> },
      { id: 'Bateria', ancho: 128, celda: (d) => <Bateria porcentaje={d.Bateria} /> },
      { id: 'PosibleEstado', ancho: 160, celda: (d) => <ChipPosibleEstado estado={d.PosibleEstado} /> },
      {
        id: 'Estado',
        ancho: 144,
        celda: (d) => (d.Estado ? <ChipEstado estado={d.Estado} /> : <Texto texto={null} falta="—" />),
      },
      { id: 'FechaRegistro', oculta: true, ancho: 168, celda: (d) => <Fecha iso={d.FechaRegistro} /> },
      { id: 'Etiqueta', oculta: true, ancho: 128, celda: (d) => <Texto texto={d.Etiqueta} falta="—" /> },
      { id: 'Ubicacion', ancho: 140, celda: (d) => <Ubicacion lugar={d.Lugar} /> },
    ] satisfies Omit<Columna<Dispositivo>, 'titulo'>[]
  )
    .map((c): Columna<Dispositivo> => ({ ...c, titulo: c.id, ordenable: true }))
    .concat(empresa, {
      id: 'detalles',
      titulo: 'Detalles',
      sinTitulo: true,
      fija: true,
      ancho: 52,
      celda: (d) => (
        <IconButton
          size="small"
          aria-label={`Abrir detalles de ${apodoOf(d)}`}
          title="Detalles"
          onClick={() => onDetalle(d)}
          sx={{ '@media (pointer: coarse)': { width: 44, height: 44 } }}
        >
          <InfoOutlined sx={{ fontSize: 18 }} />
        </IconButton>
      ),
    })
