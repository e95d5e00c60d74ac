import type { FilaPila } from '#contract/cuentas/pilas/pilas'
import { diasDesde, formatMotivo, formatVoltios, NOMBRE_CLASE_PILA } from '#contract/cuentas/pilas/values'
import { EnlaceContenedor } from '../../dominio/enlace-contenedor'
import { Momento } from '../../ui/momento'
import type { Columna } from '../../ui/tabla/tipos'

/** The motivo of a battery's class, as text. */
export const motivoOf = (f: FilaPila) => formatMotivo({ ...f, dias: diasDesde(f.desde, Date.now()) })

export const COLUMNAS: Columna<FilaPila>[] = [
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
  { id: 'clase', titulo: 'Cambiar', ordenable: true, ancho: 110, celda: (f) => NOMBRE_CLASE_PILA[f.clase] },
  { id: 'motivo', titulo: 'Por qué', ancho: 420, celda: motivoOf },
  { id: 'lugar', titulo: 'Lugar', ancho: 168, celda: (f) => f.Ubicacion ?? '—' },
  {
    id: 'tension',
    titulo: 'Tensión',
    ordenable: true,
    numerica: true,
    ancho: 100,
    celda: (f) => (f.mv === null ? '—' : formatVoltios(f.mv)),
  },
  {
    id: 'cambiada',
    titulo: 'Pila puesta',
    ancho: 150,
    celda: (f) => <Momento iso={f.desde} />,
  },
  {
    id: 'bateria',
    titulo: 'Batería',
    numerica: true,
    ancho: 96,
    oculta: true,
    celda: (f) => (f.bateria === null ? '—' : `${Math.round(f.bateria)} %`),
  },
  { id: 'modelo', titulo: 'Modelo', ancho: 150, oculta: true, celda: (f) => f.modelo ?? '—' },
  {
    id: 'visto',
    titulo: 'Último registro',
    ancho: 150,
    oculta: true,
    celda: (f) => <Momento iso={f.UltimoRegistro} />,
  },
]
