import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { TITULOS_CAUSA, VUELVE_CAUSA } from '#contract/avisos/causas/values'
import type { PlantaSalud } from '#contract/operacion/salud/salud'
import type { Lector } from '#contract/parque/lectores/lectores'
import { lectoresQuery } from '../../dominio/administracion/queries'
import { useColumnaEmpresa } from '../../dominio/columna-empresa'
import { RelojLector } from '../../dominio/reloj-lector'
import { UltimoRegistro } from '../../dominio/ultimo-registro'
import { useEmpresa } from '../../lib/session/empresa'
import { useEnlace } from '../../lib/use-enlace'
import celda from '../../ui/celda.module.css'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { Seccion } from '../../ui/seccion'
import { Tabla } from '../../ui/tabla/tabla'
import type { Columna } from '../../ui/tabla/tipos'
import { tono } from '../../ui/theme/tono'
import { ENLACES } from './atencion'
import { Cifras } from './cifras'

const nombreOf = (l: Lector) => l.Apodo ?? l.mac
const idOf = (l: Lector) => l.mac
const TAMANOS = [10, 50, 100]

function EnlaceLector({ l }: { l: Lector }) {
  return (
    <a
      {...useEnlace(`${ENLACES.lectores}&lector=${l.mac}`)}
      className={celda.enlace}
      title="Configurar el lector"
    >
      {nombreOf(l)}
    </a>
  )
}

/** The fault, as a link to its cause. */
function EstadoLector({ l }: { l: Lector }) {
  const { href, onClick } = useEnlace(`/causas/${l.causa?.id}`)
  if (l.causa)
    return (
      <a href={href} onClick={onClick} className={celda.enlace} title="Ver la avería">
        {l.causa.bien ? VUELVE_CAUSA[l.causa.clase] : TITULOS_CAUSA[l.causa.clase]}
      </a>
    )
  if (!l.Activado) return <span style={{ color: tono('muted') }}>Desactivado</span>
  if (l.reloj && l.reloj !== 'bien') return <span style={{ color: tono('amber') }}>Reloj desviado</span>
  return l.UltimoRegistro ? (
    <span style={{ color: tono('verde') }}>Bien</span>
  ) : (
    <span style={{ color: tono('muted') }}>Nunca oído</span>
  )
}

const isMal = ({ causa }: Lector) => causa !== null && causa.bien === null

/** Sort order: faulty readers, then those never heard, then the rest. */
const ordenOf = (l: Lector) => (isMal(l) ? 0 : l.Activado ? (l.UltimoRegistro ? 2 : 1) : 3)

const COLUMNAS: Columna<Lector>[] = [
  {
    id: 'lector',
    titulo: 'Lector',
    fija: true,
    titular: true,
    valor: nombreOf,
    celda: (l) => <EnlaceLector l={l} />,
  },
  { id: 'estado', titulo: 'Estado', ancho: 208, valor: ordenOf, celda: (l) => <EstadoLector l={l} /> },
  {
    id: 'ultimo',
    titulo: 'Último mensaje',
    ancho: 144,
    valor: (l) => (l.UltimoRegistro ? Date.parse(l.UltimoRegistro) : null),
    celda: (l) => <UltimoRegistro iso={l.UltimoRegistro} empresa={l.empresa} />,
  },
  {
    id: 'ritmo',
    titulo: 'Mensajes/min',
    numerica: true,
    ancho: 128,
    valor: (l) => l.mensajes_minuto,
    celda: (l) => l.mensajes_minuto?.toLocaleString('es') ?? '—',
  },
  {
    id: 'desfase',
    titulo: 'Desfase del reloj',
    numerica: true,
    ancho: 144,
    valor: (l) => (l.desfase_s === null ? null : Math.abs(l.desfase_s)),
    celda: (l) => <RelojLector l={l} />,
  },
  {
    id: 'oidos',
    titulo: 'Oye ahora',
    numerica: true,
    ancho: 104,
    valor: (l) => l.oidos,
    celda: (l) => l.oidos.toLocaleString('es'),
  },
]

/** Readers: a count for each fault, and a list. */
export function LectoresSalud({ lectores }: { lectores: PlantaSalud['lectores'] }) {
  const consulta = useQuery(lectoresQuery(useEmpresa()))
  const deEmpresa = useColumnaEmpresa<Lector>()
  const columnas = useMemo(() => [...COLUMNAS, ...deEmpresa], [deEmpresa])
  const filas = useMemo(
    () =>
      consulta.data &&
      [...consulta.data].sort(
        (a, b) => ordenOf(a) - ordenOf(b) || nombreOf(a).localeCompare(nombreOf(b), 'es', { numeric: true }),
      ),
    [consulta.data],
  )
  const mal = (nombre: string, n: number, enlace: string) => ({
    nombre,
    valor: n.toLocaleString('es'),
    enlace,
    ...(n > 0 && { token: 'amber' as const }),
  })
  return (
    <Seccion titulo="Lectores">
      <Cifras
        cifras={[
          { nombre: 'Activados', valor: lectores.total.toLocaleString('es'), enlace: ENLACES.lectores },
          mal('Sin señal', lectores.mudo, ENLACES.averias),
          mal('No oyen nada', lectores.sordo, `${ENLACES.averias}&clase=sordo`),
          mal('Con la hora mal', lectores.reloj, `${ENLACES.averias}&clase=reloj`),
          mal('Rechazados', lectores.clave, `${ENLACES.averias}&clase=clave`),
          mal('Nunca oídos', lectores.nunca, ENLACES.lectores),
        ]}
      />
      <Tabla
        etiqueta="Estado de los lectores"
        columnas={columnas}
        filas={filas}
        idOf={idOf}
        tamanos={TAMANOS}
        tonoOf={(l) => (isMal(l) ? 'amber' : undefined)}
        error={
          consulta.error && !consulta.data
            ? `No se han podido cargar los lectores. ${consulta.error.message}`
            : undefined
        }
        onRetry={() => void consulta.refetch()}
        vacio={<EstadoVacio texto="No hay lectores" ayuda="Se añaden en la pestaña Lectores." />}
      />
    </Seccion>
  )
}
