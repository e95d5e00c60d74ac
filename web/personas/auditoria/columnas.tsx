import InfoOutlined from '@mui/icons-material/InfoOutlined'
import IconButton from '@mui/material/IconButton'
import type { Anotacion } from '#contract/personas/auditoria/auditoria'
import { fechaHora } from '../../lib/formato'
import type { Columna } from '../../ui/tabla/tipos'
import { tono } from '../../ui/theme/tono'
import { ACCION, diferencias, nombreEntidad, type Traductor } from './textos'

const COLOR = { crear: 'verde', cambiar: 'azul', eliminar: 'rojo' } as const

/** On one line: the details show all of it. */
function Resumen({ a, t }: { a: Anotacion; t: Traductor }) {
  const partes = diferencias(a, t)
  const texto =
    a.accion === 'cambiar'
      ? partes.map((d) => `${d.campo}: ${d.antes === '—' ? '' : `${d.antes} → `}${d.despues}`).join(' · ')
      : partes
          .slice(0, 4)
          .map((d) => `${d.campo}: ${a.accion === 'crear' ? d.despues : d.antes}`)
          .join(' · ')
  return (
    <span
      style={{
        display: '-webkit-box',
        WebkitBoxOrient: 'vertical',
        WebkitLineClamp: 1,
        overflow: 'hidden',
        whiteSpace: 'normal',
        wordBreak: 'break-all',
      }}
    >
      {texto || '—'}
    </span>
  )
}

export function columnasAuditoria(t: Traductor, onDetalle: (a: Anotacion) => void): Columna<Anotacion>[] {
  return [
    {
      id: 'momento',
      titulo: 'Momento',
      ancho: 168,
      celda: (a) => <time dateTime={a.momento}>{fechaHora(a.momento, t.zona)}</time>,
    },
    { id: 'username', titulo: 'Usuario', ancho: 136, celda: (a) => a.username },
    {
      id: 'accion',
      titulo: 'Acción',
      ancho: 112,
      celda: (a) => <span style={{ color: tono(COLOR[a.accion]), fontWeight: 550 }}>{ACCION[a.accion]}</span>,
    },
    { id: 'entidad', titulo: 'Qué', ancho: 128, celda: (a) => nombreEntidad(a.entidad) },
    {
      id: 'nombre',
      titulo: 'Nombre',
      fija: true,
      titular: true,
      ancho: 176,
      celda: (a) => a.nombre ?? (a.entidad_id || nombreEntidad(a.entidad)),
    },
    { id: 'cambios', titulo: 'Cambios', celda: (a) => <Resumen a={a} t={t} /> },
    { id: 'direccion', titulo: 'Dirección', oculta: true, ancho: 136, celda: (a) => a.direccion ?? '—' },
    {
      id: 'empresa',
      titulo: 'Empresa',
      oculta: true,
      ancho: 176,
      celda: (a) => (a.empresa === null ? '—' : t.nombreEmpresa(a.empresa)),
    },
    {
      id: 'detalles',
      titulo: 'Detalles',
      sinTitulo: true,
      fija: true,
      ancho: 56,
      celda: (a) => (
        <IconButton
          size="small"
          aria-label={`Detalles de la anotación ${a.id}`}
          title="Detalles"
          onClick={() => onDetalle(a)}
          sx={{ '@media (pointer: coarse)': { width: 44, height: 44 } }}
        >
          <InfoOutlined sx={{ fontSize: 18 }} />
        </IconButton>
      ),
    },
  ]
}
