import InfoOutlined from '@mui/icons-material/InfoOutlined'
import IconButton from '@mui/material/IconButton'
import type { Incidencia } from '#contract/oir/incidencias/incidencias'
import { COLUMNAS_ACELERACION } from '#contract/oir/incidencias/values'
import { enG } from '#contract/values/medidas'
import { ChipApodo } from '../../../dominio/chip-apodo'
import { ChipEstado } from '../../../dominio/chip-estado'
import { Momento } from '../../../ui/momento'
import type { Columna } from '../../../ui/tabla/tipos'
import { NOMBRE_CAMPO } from '../detail/campos'
import { apodoOf, BotonRevisada, Interruptor } from '../detail/controles'
import type { Review } from '../detail/use-revision'

export type Acciones = {
  onEventos: (i: Incidencia) => void
  onDetalle: (i: Incidencia) => void
  /** Undefined for read-only users. */
  onReview: Review | undefined
  onClose: ((i: Incidencia) => void) | undefined
}

const CAMPO_ACELERACION = {
  AccelXMax: 'accelxmax',
  AccelXMin: 'accelxmin',
  AccelYMax: 'accelymax',
  AccelYMin: 'accelymin',
  AccelZMax: 'accelzmax',
  AccelZMin: 'accelzmin',
} as const

const columnasAceleracion = COLUMNAS_ACELERACION.map<Columna<Incidencia>>((id) => ({
  id,
  titulo: id,
  numerica: true,
  ancho: 104,
  valor: (i) => i[CAMPO_ACELERACION[id]],
  celda: (i) => enG(i[CAMPO_ACELERACION[id]]),
}))

/** @param comoTrabajo shows the assigned person and the notes by default */
export function columnasIncidencia(
  conAceleraciones: boolean,
  comoTrabajo: boolean,
  acciones: Acciones,
): Columna<Incidencia>[] {
  const interruptor = (campo: keyof typeof NOMBRE_CAMPO): Columna<Incidencia> => ({
    id: campo,
    titulo: NOMBRE_CAMPO[campo],
    ancho: 128,
    valor: (i) => i[campo],
    celda: (i) => <Interruptor i={i} campo={campo} onReview={acciones.onReview} />,
  })
  return [
    { id: 'Estado', titulo: 'Estado', ancho: 116, celda: () => <ChipEstado estado="Impacto" /> },
    {
      id: 'ApodoDispositivo',
      titulo: 'Apodo Dispositivo',
      fija: true,
      titular: true,
      anclada: true,
      ancho: 160,
      valor: apodoOf,
      celda: (i) => (
        <ChipApodo apodo={apodoOf(i)} ayuda="Ver sus eventos" onClick={() => acciones.onEventos(i)} ficha />
      ),
    },
    {
      id: 'ApodoLector',
      titulo: 'Apodo Lector',
      ancho: 152,
      valor: (i) => i.ApodoLector ?? i.Lector,
      celda: (i) => i.ApodoLector ?? i.Lector ?? '—',
    },
    interruptor('hubo_golpe_real'),
    interruptor('hubo_danio'),
    {
      id: 'revisado',
      titulo: 'Revisada',
      ancho: 132,
      valor: (i) => i.revisado,
      celda: (i) => <BotonRevisada i={i} onClose={acciones.onClose} />,
    },
    {
      id: 'Time',
      titulo: 'Timestamp',
      ancho: 168,
      valor: (i) => Date.parse(i.Time),
      celda: (i) => <Momento iso={i.Time} />,
    },
    ...(conAceleraciones ? columnasAceleracion : []),
    {
      id: 'pico_g',
      titulo: 'Pico (g)',
      oculta: true,
      numerica: true,
      ancho: 96,
      valor: (i) => i.pico_g,
      celda: (i) => enG(i.pico_g),
    },
    {
      id: 'Ubicacion',
      titulo: 'Ubicación',
      oculta: true,
      ancho: 152,
      valor: (i) => i.Ubicacion,
      celda: (i) => i.Ubicacion ?? '—',
    },
    {
      id: 'cerrada_por',
      titulo: 'Cerrada por',
      oculta: true,
      ancho: 140,
      valor: (i) => i.cerrada_por,
      celda: (i) => i.cerrada_por ?? '—',
    },
    {
      id: 'cerrada',
      titulo: 'Cerrada',
      oculta: true,
      ancho: 168,
      valor: (i) => (i.cerrada ? Date.parse(i.cerrada) : null),
      celda: (i) => <Momento iso={i.cerrada} />,
    },
    {
      id: 'lleva',
      titulo: 'La lleva',
      oculta: !comoTrabajo,
      ancho: 140,
      valor: (i) => i.lleva?.nombre,
      celda: (i) => i.lleva?.nombre ?? '—',
    },
    {
      id: 'nota',
      titulo: 'Nota',
      oculta: !comoTrabajo,
      ancho: 152,
      valor: (i) => i.nota,
      celda: (i) => <span title={i.nota ?? undefined}>{i.nota ?? '—'}</span>,
    },
    {
      id: 'detalles',
      titulo: 'Detalles',
      sinTitulo: true,
      fija: true,
      ancho: 56,
      celda: (i) => (
        <IconButton
          size="small"
          aria-label={`Detalles de ${apodoOf(i)}`}
          title="Detalles"
          onClick={() => acciones.onDetalle(i)}
          sx={{ '@media (pointer: coarse)': { width: 44, height: 44 } }}
        >
          <InfoOutlined sx={{ fontSize: 18 }} />
        </IconButton>
      ),
    },
  ]
}
