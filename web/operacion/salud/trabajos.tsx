import type { InstalacionSalud } from '#contract/operacion/salud/salud'
import { TRABAJOS_DICHOS } from '#contract/operacion/salud/values'
import { UltimoAcceso } from '../../dominio/administracion/ultimo-acceso'
import { Seccion } from '../../ui/seccion'
import { Tabla } from '../../ui/tabla/tabla'
import type { Columna } from '../../ui/tabla/tipos'
import { tono } from '../../ui/theme/tono'
import { formatCuantos, formatMs } from './formato'

type Trabajo = InstalacionSalud['trabajos'][number]

function Fallo({ t }: { t: Trabajo }) {
  if (!t.fallado) return <span style={{ color: tono('muted') }}>Ninguno</span>
  return (
    <span style={t.fallos ? { color: tono('rojo') } : undefined}>
      {t.fallos > 0 && <b>{formatCuantos(t.fallos, 'fallo', 'fallos seguidos')}. </b>}
      <UltimoAcceso iso={t.fallado} />
      {`: ${t.error ?? 'no se sabe por qué'}`}
    </span>
  )
}

const COLUMNAS: Columna<Trabajo>[] = [
  {
    id: 'nombre',
    titulo: 'Trabajo',
    fija: true,
    titular: true,
    entera: true,
    valor: (t) => TRABAJOS_DICHOS[t.nombre],
    celda: (t) => TRABAJOS_DICHOS[t.nombre],
  },
  {
    id: 'esperan',
    titulo: 'Esperan',
    numerica: true,
    ancho: 88,
    valor: (t) => t.esperan,
    celda: (t) => t.esperan.toLocaleString('es'),
  },
  {
    id: 'en_marcha',
    titulo: 'En marcha',
    numerica: true,
    ancho: 96,
    valor: (t) => t.en_marcha,
    celda: (t) => t.en_marcha.toLocaleString('es'),
  },
  {
    id: 'hecho',
    titulo: 'Hecho por última vez',
    ancho: 168,
    valor: (t) => (t.hecho ? Date.parse(t.hecho) : null),
    celda: (t) => (t.hecho ? <UltimoAcceso iso={t.hecho} /> : 'Todavía no'),
  },
  {
    id: 'ms',
    titulo: 'Tardó',
    numerica: true,
    ancho: 88,
    valor: (t) => t.ms,
    celda: (t) => (t.ms === null ? '—' : formatMs(t.ms)),
  },
  {
    id: 'fallo',
    titulo: 'Último fallo',
    entera: true,
    valor: (t) => (t.fallado ? Date.parse(t.fallado) : null),
    celda: (t) => <Fallo t={t} />,
  },
]
const idOf = (t: Trabajo) => t.nombre

/** Background jobs: waiting ones, and the results of the last ones. */
export function TrabajosSalud({ trabajos }: { trabajos: Trabajo[] }) {
  return (
    <Seccion titulo="Trabajos">
      <Tabla
        etiqueta="Estado de los trabajos"
        columnas={COLUMNAS}
        filas={trabajos}
        idOf={idOf}
        tonoOf={(t) => (t.fallos ? 'rojo' : undefined)}
        vacio={null}
      />
    </Seccion>
  )
}
