import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { TITULOS_CAUSA } from '#contract/avisos/causas/values'
import type { PorQue } from '#contract/oir/contenedores/por-que'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { SEGURO } from '#contract/parque/ubicaciones/lugar-values'
import { Lugar } from '../../dominio/lugar'
import { fechaHora } from '../../lib/formato'
import { useAdministra } from '../../lib/session/sesion'
import { useAhora } from '../../lib/time/ahora'
import { useZona } from '../../lib/time/zona'
import { Fallo } from '../../ui/feedback/fallo'
import { tono } from '../../ui/theme/tono'
import { duracion } from './duracion'
import { porQueQuery } from './queries'

const HIZO: Record<NonNullable<PorQue['persona']>['hizo'], string> = {
  lugar: 'dijo dónde está',
  etiqueta: 'le puso otra etiqueta',
  alta: 'lo dio de alta',
  cambio: 'cambió sus datos',
}

/** What brought the container here and where it goes next, one line each, with links to its events. */
export function Razones({ d, empresa }: { d: Dispositivo; empresa: number | undefined }) {
  const apodo = d.Apodo ?? d.Dispositivo
  const { data, error, isFetching, refetch } = useQuery(porQueQuery(apodo, empresa))
  const zona = useZona()
  const ahora = useAhora()
  const administra = useAdministra()
  if (error && !data) return <Fallo texto={error.message} onRetry={refetch} ocupado={isFetching} />
  if (!data) return <Skeleton variant="rounded" height={120} aria-label="Cargando las razones" />
  const { movimiento, tramo, siguiente, causa, persona } = data
  const cuando = (iso: string) => fechaHora(iso, zona)
  // Search text that selects the events of that plant hour.
  const eventosOf = (iso: string, mas: object = {}) => ({
    search: apodo,
    timestamp: horaOf(cuando(iso)),
    ...mas,
  })
  return (
    <Box component="dl" sx={{ m: 0, mb: 3, display: 'grid', gap: 1.5, fontSize: 13, lineHeight: '20px' }}>
      {d.ApodoLector !== null && d.UltimoRegistro !== null && (
        <Razon nombre="Quién lo oye">
          <Link
            to="/NewData"
            search={eventosOf(d.UltimoRegistro, { apodoLector: d.ApodoLector }) as never}
            style={ENLACE}
          >
            {d.ApodoLector}
          </Link>
          , el {cuando(d.UltimoRegistro)}: <Lugar d={d} falta="sin ubicación" />
          {d.SegundaUbicacion !== null && (d.Certeza ?? 0) < SEGURO && `; si no, ${d.SegundaUbicacion}`}
        </Razon>
      )}
      {causa && (
        <Razon nombre="Avería abierta">
          <Link to="/causas/$id" params={{ id: String(causa.id) }} style={ENLACE}>
            {TITULOS_CAUSA[causa.clase]}
            {causa.lector && `: ${causa.lector}`}
          </Link>{' '}
          desde el {cuando(causa.desde)}
        </Razon>
      )}
      <Razon nombre="Último movimiento">
        {movimiento ? (
          <Link to="/NewData" search={eventosOf(movimiento) as never} style={ENLACE}>
            {cuando(movimiento)}
          </Link>
        ) : (
          'Su etiqueta no ha dicho que se mueva'
        )}
      </Razon>
      {tramo && (
        <Razon nombre="De dónde viene">
          <Link to="/NewData" search={eventosOf(tramo.llego) as never} style={ENLACE}>
            {tramo.de ?? 'Sin ubicación'}
          </Link>
          : salió el {cuando(tramo.salio)} y llegó{' '}
          {Date.parse(tramo.llego) - Date.parse(tramo.salio) < MINUTO_MS
            ? 'en menos de un minuto'
            : `${duracion(tramo.salio, tramo.llego, ahora)} después`}
        </Razon>
      )}
      {siguiente && (
        <Razon nombre="Adónde suele ir">
          <Link to="/NewData" search={{ search: familiaOf(apodo) } as never} style={ENLACE}>
            {siguiente.etapa}
          </Link>
          , {formatDe10(siguiente.p)} (de {siguiente.n.toLocaleString('es')} de su familia en 8 semanas)
        </Razon>
      )}
      {persona && (
        <Razon nombre="Quién lo tuvo en la mano">
          {persona.nombre} {HIZO[persona.hizo]}
          {persona.detalle && `: ${persona.detalle}`}, el{' '}
          {administra ? (
            <Link
              to="/admin/usuarios"
              search={{ pestana: 'auditoria', buscar: apodo } as never}
              style={ENLACE}
            >
              {cuando(persona.momento)}
            </Link>
          ) : (
            <Link to="/NewData" search={eventosOf(persona.momento) as never} style={ENLACE}>
              {cuando(persona.momento)}
            </Link>
          )}
        </Razon>
      )}
    </Box>
  )
}

/** Prefix of the nicknames of its family. */
const familiaOf = (apodo: string) => apodo.replace(/-.*$/, '-')

const MINUTO_MS = 60_000
const ENLACE = { color: tono('brand') } as const

/** `2026-11-22 18` from `22/11/2026 18:31:40`. */
function horaOf(fecha: string | null): string | undefined {
  const [, dia, mes, ano, hora] = /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d)/.exec(fecha ?? '') ?? []
  return dia && `${ano}-${mes}-${dia} ${hora}`
}

/** `7 de cada 10 veces`. */
function formatDe10(p: number): string {
  const n = Math.min(9, Math.max(1, Math.round(p * 10)))
  return `${n} de cada 10 veces`
}

function Razon({ nombre, children }: { nombre: string; children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '0 12px' }}>
      <Box component="dt" sx={{ width: 176, color: tono('muted') }}>
        {nombre}
      </Box>
      <Box component="dd" sx={{ m: 0, flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    </Box>
  )
}
