import type { FilaCiclo } from '#contract/flujo/ciclos/cuadro'
import { EnlaceContenedor } from '../../dominio/enlace-contenedor'
import { useEnlace } from '../../lib/use-enlace'
import celda from '../../ui/celda.module.css'
import { Momento } from '../../ui/momento'
import type { Columna } from '../../ui/tabla/tipos'
import { tono } from '../../ui/theme/tono'
import { decimal, entera, formatEstado, formatHoras, formatLimite } from './textos'

function Motivo({ f }: { f: FilaCiclo }) {
  const averia = useEnlace(`/causas/${f.causa}`)
  const incidencia = useEnlace(`/incidencias?incidencia=${f.retenido}`)
  const texto = formatEstado(f)
  if (f.motivo === 'averia' && f.causa !== null)
    return (
      <a {...averia} className={celda.enlace} title="Ver la avería">
        {texto}
      </a>
    )
  if (f.motivo === null && f.retenido !== null)
    return (
      <a {...incidencia} className={celda.enlace} title="Ver la incidencia">
        {texto}
      </a>
    )
  return (
    <span style={f.motivo === null && f.exceso_h !== null ? { color: tono('rojo') } : undefined}>
      {texto}
    </span>
  )
}

const CONTENEDOR: Columna<FilaCiclo> = {
  id: 'apodo',
  titulo: 'Contenedor',
  titular: true,
  fija: true,
  ordenable: true,
  ancho: 150,
  celda: (f) => <EnlaceContenedor apodo={f.Apodo ?? f.mac} />,
}
const FAMILIA: Columna<FilaCiclo> = {
  id: 'familia',
  titulo: 'Familia',
  ancho: 96,
  celda: (f) => f.Familia || '—',
}
const LUGAR: Columna<FilaCiclo> = {
  id: 'lugar',
  titulo: 'Ubicación',
  ancho: 160,
  celda: (f) => f.Lugar ?? '—',
}
const desde = (titulo: string): Columna<FilaCiclo> => ({
  id: 'desde',
  titulo,
  ordenable: true,
  ancho: 168,
  celda: (f) => <Momento iso={f.desde} />,
})
const HASTA: Columna<FilaCiclo> = {
  id: 'hasta',
  titulo: 'Hasta',
  ancho: 168,
  celda: (f) => <Momento iso={f.hasta} />,
}
const ETAPA: Columna<FilaCiclo> = {
  id: 'etapa',
  titulo: 'Etapa',
  ancho: 150,
  celda: (f) => (f.de ? `${f.de.nombre} → ${f.etapa.nombre}` : f.etapa.nombre),
}
const horas = (titulo: string, enDias: boolean): Columna<FilaCiclo> => ({
  id: 'horas',
  titulo,
  ordenable: true,
  numerica: true,
  ancho: 120,
  celda: (f) => formatHoras(f.horas, enDias),
})

/** For containers that are there: their time against the limit, its cost, and the assigned person. */
export const COLUMNAS_VIVAS: Columna<FilaCiclo>[] = [
  CONTENEDOR,
  FAMILIA,
  ETAPA,
  LUGAR,
  { ...desde('Está desde') },
  horas('Horas abiertas', false),
  {
    id: 'limite',
    titulo: 'Límite',
    numerica: true,
    ancho: 96,
    celda: (f) => <span title={formatLimite(f.limite_de)}>{formatHoras(f.limite_h)}</span>,
  },
  {
    id: 'exceso',
    titulo: 'De más',
    numerica: true,
    ancho: 96,
    celda: (f) => formatHoras(f.exceso_h),
  },
  {
    id: 'euros',
    titulo: 'Coste',
    numerica: true,
    ancho: 96,
    celda: (f) => (f.euros === null ? '—' : `${f.euros < 100 ? decimal(f.euros) : entera(f.euros)} €`),
  },
  { id: 'motivo', titulo: 'Estado', ancho: 140, celda: (f) => <Motivo f={f} /> },
  { id: 'lleva', titulo: 'Lo lleva', ancho: 150, celda: (f) => f.lleva?.nombre ?? '—' },
  { id: 'nota', titulo: 'Nota', ancho: 200, celda: (f) => f.nota ?? '—' },
  {
    id: 'callado',
    titulo: 'Sin contar hasta',
    ancho: 168,
    oculta: true,
    celda: (f) => <Momento iso={f.callado_hasta} />,
  },
]

export const COLUMNAS_CALLAN: Columna<FilaCiclo>[] = [
  CONTENEDOR,
  FAMILIA,
  ETAPA,
  LUGAR,
  desde('Llegó'),
  { ...HASTA, titulo: 'Oído por última vez' },
]

export const COLUMNAS_ESTANCIAS: Columna<FilaCiclo>[] = [
  CONTENEDOR,
  FAMILIA,
  ETAPA,
  LUGAR,
  desde('Desde'),
  HASTA,
  horas('Horas abiertas', false),
]

/** For legs and rounds: in calendar hours. */
export const COLUMNAS_CAMINOS: Columna<FilaCiclo>[] = [
  CONTENEDOR,
  FAMILIA,
  ETAPA,
  desde('Desde'),
  HASTA,
  horas('Duración', true),
]
