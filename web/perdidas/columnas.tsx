import type { FilaPerdida } from '#contract/dispositivos/perdidas'
import { NOMBRE_PELDANO } from '#contract/valores/dispositivos/perdidas'
import { EnlaceContenedor } from '../dominio/enlace-contenedor'
import { Momento } from '../ui/momento'
import type { Columna } from '../ui/tabla/tipos'
import { tellEuros } from './textos'

export const COLUMNAS: Columna<FilaPerdida>[] = [
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
    celda: (f) => <Momento iso={f.desde} />,
  },
  { id: 'lugar', titulo: 'Último lugar', ancho: 168, celda: (f) => f.Ubicacion ?? '—' },
  {
    id: 'euros',
    titulo: 'Precio',
    ordenable: true,
    numerica: true,
    ancho: 110,
    celda: (f) => (f.centimos === null ? 'Sin precio' : tellEuros(f.centimos)),
  },
  { id: 'lleva', titulo: 'Lo busca', ancho: 150, celda: (f) => f.asiento?.lleva?.nombre ?? '—' },
  { id: 'nota', titulo: 'Nota', ancho: 180, celda: (f) => f.asiento?.nota ?? '—' },
  {
    id: 'dicho',
    titulo: 'Anotado',
    ancho: 168,
    oculta: true,
    celda: (f) => <Momento iso={f.asiento?.momento ?? null} />,
  },
]
