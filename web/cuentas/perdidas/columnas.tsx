import type { FilaPerdidaLista } from '#contract/cuentas/perdidas/perdidas'
import { NOMBRE_PELDANO } from '#contract/cuentas/perdidas/values'
import { EnlaceContenedor } from '../../dominio/enlace-contenedor'
import { QuienBusca } from '../../dominio/quien-busca'
import { Vuelve } from '../../dominio/vuelve'
import { formatEuros } from '../../lib/formato'
import { Momento } from '../../ui/momento'
import type { Columna } from '../../ui/tabla/tipos'
import { Salieron } from './salieron'

export const COLUMNAS: Columna<FilaPerdidaLista>[] = [
  {
    id: 'apodo',
    titulo: 'Contenedor',
    titular: true,
    fija: true,
    ordenable: true,
    ancho: 150,
    celda: (f) => <EnlaceContenedor apodo={f.Apodo ?? f.mac} />,
  },
  { id: 'familia', titulo: 'Familia', ancho: 96, celda: (f) => f.Familia ?? '—' },
  { id: 'peldano', titulo: 'Peldaño', ancho: 160, celda: (f) => NOMBRE_PELDANO[f.peldano] },
  {
    id: 'desde',
    titulo: 'Sin ver desde',
    ordenable: true,
    ancho: 168,
    celda: (f) => (f.se_oye ? 'Se oye' : <Momento iso={f.desde} />),
  },
  { id: 'lugar', titulo: 'Último lugar', ancho: 168, celda: (f) => f.Ubicacion ?? '—' },
  {
    id: 'lleva',
    titulo: 'Lo busca',
    ancho: 320,
    celda: (f) => <QuienBusca {...f} apodo={f.Apodo ?? f.mac} lugar={f.Ubicacion} />,
  },
  { id: 'juntos', titulo: 'Salieron con él', ancho: 130, celda: (f) => <Salieron fila={f} /> },
  { id: 'etapa', titulo: 'Etapa', ancho: 130, oculta: true, celda: (f) => f.etapa ?? '—' },
  {
    id: 'euros',
    titulo: 'Precio',
    ordenable: true,
    numerica: true,
    ancho: 110,
    celda: (f) => (f.centimos === null ? 'Sin precio' : formatEuros(f.centimos)),
  },
  {
    id: 'vuelve',
    titulo: 'Probabilidad de volver',
    ordenable: true,
    numerica: true,
    ancho: 178,
    celda: (f) => <Vuelve vuelve={f.vuelve} />,
  },
  {
    id: 'esperada',
    titulo: 'Pérdida esperada',
    ordenable: true,
    numerica: true,
    ancho: 140,
    celda: (f) => (f.esperada === null ? '—' : formatEuros(f.esperada)),
  },
  { id: 'nota', titulo: 'Nota', ancho: 180, celda: (f) => f.asiento?.nota ?? '—' },
  {
    id: 'dicho',
    titulo: 'Anotado',
    ancho: 168,
    oculta: true,
    celda: (f) => <Momento iso={f.asiento?.momento ?? null} />,
  },
]
