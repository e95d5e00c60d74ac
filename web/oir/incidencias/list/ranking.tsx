import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Ranking } from '#contract/oir/incidencias/incidencias'
import { MIN_LLEGADAS } from '#contract/oir/incidencias/values'
import { addCaben } from '../../../lib/caben'
import { entero } from '../../../lib/formato'
import { useEmpresa } from '../../../lib/session/empresa'
import celda from '../../../ui/celda.module.css'
import { EstadoVacio } from '../../../ui/feedback/estado-vacio'
import { Tabla } from '../../../ui/tabla/tabla'
import type { Columna } from '../../../ui/tabla/tipos'
import { tono } from '../../../ui/theme/tono'
import { rankingQuery } from '../queries'
import type { Busqueda, ChangeBusqueda } from '../use-busqueda'
import { Dias } from './dias'
import { isRango } from './rango'
import { VistasIncidencias } from './vistas'

type Fila = Ranking['filas'][number]

const porMil = (v: number | null) =>
  v === null
    ? '—'
    : v.toLocaleString('es', { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: 'always' })
const idOf = (f: Fila) => f.nombre
const TAMANOS = addCaben([20, 50, 100])

const TITULO = { ubicacion: 'Ubicación', lector: 'Lector' } as const

function columnasOf(por: keyof typeof TITULO, dias: { desde: string; hasta: string }): Columna<Fila>[] {
  return [
    {
      id: 'nombre',
      titulo: TITULO[por],
      titular: true,
      fija: true,
      valor: (f) => f.nombre,
      celda: (f) => f.nombre,
    },
    {
      id: 'impactos',
      titulo: 'Impactos',
      numerica: true,
      ancho: 120,
      valor: (f) => f.impactos,
      celda: (f) =>
        f.impactos === 0 ? (
          '0'
        ) : (
          <Link
            to="/incidencias"
            search={{ ...dias, [por]: f.nombre } as never}
            className={celda.enlace}
            aria-label={`Ver los ${entero(f.impactos)} impactos de ${f.nombre}`}
          >
            {entero(f.impactos)}
          </Link>
        ),
    },
    {
      id: 'llegadas',
      titulo: 'Llegadas',
      numerica: true,
      ancho: 120,
      valor: (f) => f.llegadas,
      celda: (f) => entero(f.llegadas),
    },
    {
      id: 'por_mil',
      titulo: 'Por cada 1.000 llegadas',
      numerica: true,
      ancho: 200,
      valor: (f) => f.por_mil,
      celda: (f) => (
        <span style={{ color: f.llegadas < MIN_LLEGADAS ? tono('muted') : undefined }}>
          {porMil(f.por_mil)}
          {f.llegadas < MIN_LLEGADAS && ' (pocas llegadas)'}
        </span>
      ),
    },
  ]
}

function totalOf({ impactos, llegadas }: Ranking, columna: string): string {
  if (columna === 'nombre') return 'Total'
  if (columna === 'impactos') return entero(impactos)
  if (columna === 'llegadas') return entero(llegadas)
  return porMil(llegadas === 0 ? null : (impactos * 1000) / llegadas)
}

/** Where containers are hit most, relative to how often they come there. */
export function RankingIncidencias({ busqueda, change }: { busqueda: Busqueda; change: ChangeBusqueda }) {
  const { desde, hasta, por = 'ubicacion' } = busqueda
  const consulta = useQuery(rankingQuery({ desde, hasta }, por, useEmpresa()))
  const valido = isRango(busqueda)
  const ancha = useMediaQuery('(min-width: 900px)', { noSsr: true })
  const vistas = <VistasIncidencias busqueda={busqueda} />
  const columnas = useMemo(() => columnasOf(por, { desde, hasta }), [por, desde, hasta])
  const { data } = consulta
  return (
    <Tabla
      etiqueta="Ranking de impactos"
      titulo={
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
          <Typography variant="h3" component="h1" noWrap>
            Ranking de impactos
          </Typography>
          {ancha && vistas}
        </Box>
      }
      filtros={
        <Box sx={{ px: 4, pb: 3, display: 'grid', gap: 3, flex: 'none' }}>
          {!ancha && vistas}
          <Box
            role="search"
            aria-label="Filtros del ranking"
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              gap: 2,
              '& .desde, & .hasta': { width: { xs: '100%', sm: 216 } },
            }}
          >
            <Dias busqueda={busqueda} change={change} />
            <ToggleButtonGroup
              exclusive
              size="small"
              aria-label="Qué se compara"
              value={por}
              onChange={(_, v) => v && void change({ por: v === 'lector' ? v : undefined })}
            >
              <ToggleButton value="ubicacion" sx={{ px: 3, textTransform: 'none' }}>
                Ubicaciones
              </ToggleButton>
              <ToggleButton value="lector" sx={{ px: 3, textTransform: 'none' }}>
                Lectores
              </ToggleButton>
            </ToggleButtonGroup>
          </Box>
          <Box component="p" sx={{ m: 0, fontSize: 13, color: tono('muted') }}>
            Impactos por cada 1.000 llegadas de contenedores{' '}
            {por === 'lector' ? 'que cada lector oyó el primero' : 'a cada ubicación'}. Con menos de{' '}
            {MIN_LLEGADAS} llegadas el número dice poco: van al final.
          </Box>
        </Box>
      }
      columnas={columnas}
      filas={valido ? data?.filas : []}
      idOf={idOf}
      tamanos={TAMANOS}
      pie={data && valido ? (columna) => totalOf(data, columna) : undefined}
      actualizando={consulta.isPlaceholderData}
      error={
        valido && consulta.isError && !data
          ? `No se ha podido hacer el ranking. ${consulta.error.message}`
          : undefined
      }
      onRetry={() => void consulta.refetch()}
      vacio={
        <EstadoVacio
          texto={valido ? 'Sin llegadas ni impactos en estas fechas' : 'El rango de fechas no es válido'}
          ayuda="Elige otros días."
        />
      }
    />
  )
}
