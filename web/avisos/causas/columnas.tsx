import type { Causa } from '#contract/avisos/causas/causas'
import { TITULOS_CAUSA, VUELVE_CAUSA } from '#contract/avisos/causas/values'
import { useEnlace } from '../../lib/use-enlace'
import celda from '../../ui/celda.module.css'
import { Momento } from '../../ui/momento'
import type { Columna } from '../../ui/tabla/tipos'
import { tono } from '../../ui/theme/tono'
import { sujetoOf } from './textos'

function Enlace({ c }: { c: Causa }) {
  return (
    <a {...useEnlace(`/causas/${c.id}`)} className={celda.enlace} title="Ver la avería">
      {sujetoOf(c)}
    </a>
  )
}

/** Whether the fault is still open, and whether a person works on it. */
export function EstadoCausa({ c }: { c: Pick<Causa, 'clase' | 'hasta' | 'bien'> }) {
  const [texto, token] = c.hasta
    ? (['Acabada', 'muted'] as const)
    : c.bien
      ? ([VUELVE_CAUSA[c.clase], 'verde'] as const)
      : (['Abierta', 'amber'] as const)
  return <span style={{ color: tono(token), fontWeight: 550 }}>{texto}</span>
}

export const COLUMNAS: Columna<Causa>[] = [
  { id: 'sujeto', titulo: 'Dónde', fija: true, titular: true, ancho: 190, celda: (c) => <Enlace c={c} /> },
  { id: 'clase', titulo: 'Qué', ancho: 210, celda: (c) => TITULOS_CAUSA[c.clase] },
  { id: 'estado', titulo: 'Estado', ancho: 176, celda: (c) => <EstadoCausa c={c} /> },
  { id: 'desde', titulo: 'Desde', ancho: 168, celda: (c) => <Momento iso={c.desde} /> },
  { id: 'hasta', titulo: 'Hasta', ancho: 168, celda: (c) => <Momento iso={c.hasta} /> },
  {
    id: 'afectados',
    titulo: 'Sin noticia',
    numerica: true,
    ancho: 112,
    celda: (c) => (c.hasta ? '—' : c.afectados.toLocaleString('es')),
  },
  { id: 'ubicacion', titulo: 'Ubicación', celda: (c) => c.lector?.Ubicacion ?? '—' },
  { id: 'persona', titulo: 'Lo mira', celda: (c) => c.persona?.nombre ?? '—' },
  { id: 'nota', titulo: 'Nota', oculta: true, celda: (c) => c.nota ?? '—' },
]
