import type { Recuento } from '#contract/cuentas/recuentos/recuentos'
import { formatAcuerdo, formatAlcance, formatDuracion } from '#contract/cuentas/recuentos/reglas-values'
import { NOMBRE_ESTADO_RECUENTO } from '#contract/cuentas/recuentos/values'
import { entero } from '../../lib/formato'
import { Momento } from '../../ui/momento'
import type { Columna } from '../../ui/tabla/tipos'
import { EnlaceRecuento } from './enlace'

const cifra = (
  id: 'encontrados' | 'faltantes' | 'sobrantes' | 'desconocidos',
  titulo: string,
): Columna<Recuento> => ({
  id,
  titulo,
  numerica: true,
  ancho: 116,
  celda: (r) => (r.cifras ? entero(r.cifras[id]) : '—'),
})

export const COLUMNAS: Columna<Recuento>[] = [
  {
    id: 'que',
    titulo: 'Recuento de',
    titular: true,
    fija: true,
    ancho: 190,
    celda: (r) => <EnlaceRecuento id={r.id} texto={formatAlcance(r)} />,
  },
  { id: 'estado', titulo: 'Estado', ancho: 120, celda: (r) => NOMBRE_ESTADO_RECUENTO[r.estado] },
  { id: 'abierto', titulo: 'Abierto', ancho: 168, celda: (r) => <Momento iso={r.abierto} /> },
  { id: 'abrio', titulo: 'Lo abrió', ancho: 150, celda: (r) => r.abrio.nombre },
  {
    id: 'duracion',
    titulo: 'Duración',
    ancho: 100,
    celda: (r) => (r.cerrado === null ? '—' : formatDuracion(Date.parse(r.cerrado) - Date.parse(r.abierto))),
  },
  {
    id: 'esperados',
    titulo: 'Esperados',
    numerica: true,
    ancho: 104,
    celda: (r) => entero(r.esperados),
  },
  cifra('encontrados', 'Encontrados'),
  cifra('faltantes', 'Faltantes'),
  cifra('sobrantes', 'Sobrantes'),
  cifra('desconocidos', 'Desconocidos'),
  {
    id: 'acuerdo',
    titulo: 'Acuerdo',
    numerica: true,
    ancho: 96,
    celda: (r) => (r.cifras && formatAcuerdo(r.cifras)) || '—',
  },
  { id: 'cerro', titulo: 'Lo cerró', ancho: 150, oculta: true, celda: (r) => r.cerro?.nombre ?? '—' },
  { id: 'firmo', titulo: 'Lo firmó', ancho: 150, celda: (r) => r.firmo?.nombre ?? '—' },
  { id: 'nota', titulo: 'Nota', ancho: 180, oculta: true, celda: (r) => r.nota ?? '—' },
]
