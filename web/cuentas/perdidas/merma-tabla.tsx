import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import type { Merma } from '#contract/cuentas/perdidas/merma'
import {
  COLUMNAS_MERMA_TABLA,
  MAS_QUE_HABIA_MERMA,
  NOMBRE_PARQUE_MERMA,
  NOMBRE_PARTE_MERMA,
  NOMBRE_POR_MERMA,
  NOMBRE_POR_MIL_MERMA,
  NOMBRE_QUE_MERMA,
  NOTA_BANDA_MERMA,
  NOTA_MERMA,
  POCOS_MERMA,
  PORES_MERMA,
  type PorMerma,
  QUES_MERMA,
  SIN_POR_MERMA,
} from '#contract/cuentas/perdidas/merma-values'
import { formatDia } from '#contract/values/comunes'
import { withColumns } from '../../dominio/list-screen/columns'
import { ListScreen } from '../../dominio/list-screen/list-screen'
import { api } from '../../lib/api/llamadas'
import { entero, formatEuros } from '../../lib/formato'
import { useEmpresa } from '../../lib/session/empresa'
import { FILTROS } from '../../ui/filtros/barra'
import { SelectorFiltro } from '../../ui/filtros/selector'
import type { Columna } from '../../ui/tabla/tipos'
import { tono } from '../../ui/theme/tono'
import { useBusquedaPerdidas } from './busqueda'
import { mermaQuery } from './queries'

type Fila = Merma['filas'][number]
const TOTAL = ' total'
/** In the file the band has columns of its own. */
const CON_BANDA = ['merma', 'bajo', 'alto', 'pocos']
const EN_FICHERO: readonly string[] = COLUMNAS_MERMA_TABLA

const DECIMALES = { maximumFractionDigits: 2 }
const formatMerma = (m: number | null) =>
  m === null ? '—' : `${(m * 100).toLocaleString('es', DECIMALES)} %`

/** Period of the table; an incomplete year is labelled as such. */
function formatPeriodo({ desde, hasta, completo, total }: Merma): string {
  const parque = total.parque === null ? '' : `, con un parque medio de ${entero(Math.round(total.parque))}`
  return completo
    ? `Del año entero${parque}.`
    : `Solo del ${formatDia(desde)} al ${formatDia(hasta)}${parque}: no es un año entero, y la merma no se extrapola.`
}

/** The rate, the band of what chance may make of it, and whether so little exposure says anything. */
function Tasa({ f }: { f: Fila }) {
  if (f.merma === null) return f.perdidos > 0 && f.parque ? MAS_QUE_HABIA_MERMA : '—'
  return (
    <span style={{ color: f.pocos ? tono('muted') : undefined }}>
      {formatMerma(f.merma)} ({formatBanda(f)}){f.pocos && `, ${POCOS_MERMA}`}
    </span>
  )
}

const formatBanda = ({ bajo, alto }: Fila) =>
  `${((bajo ?? 0) * 100).toLocaleString('es', DECIMALES)} a ${formatMerma(alto)}`

/** Stages and partners have arrivals; a family has none. */
const porMilOf = (por: Exclude<PorMerma, 'familia'>): Columna<Fila> => ({
  id: 'por_mil',
  titulo: NOMBRE_POR_MIL_MERMA[por],
  numerica: true,
  ancho: 190,
  celda: (f) =>
    f.por_mil === null ? '—' : `${f.por_mil.toLocaleString('es', DECIMALES)} de ${entero(f.entradas ?? 0)}`,
})

function columnasOf(por: PorMerma, anio: number): Columna<Fila>[] {
  return [
    {
      id: 'nombre',
      titulo: NOMBRE_POR_MERMA[por],
      titular: true,
      fija: true,
      ancho: 200,
      celda: (f) => (f.clave === TOTAL ? <b>Total</b> : (f.nombre ?? SIN_POR_MERMA[por])),
    },
    ...QUES_MERMA.map(
      (que): Columna<Fila> => ({
        id: que,
        titulo: NOMBRE_QUE_MERMA[que],
        numerica: true,
        ancho: 106,
        celda: (f) =>
          f[que] === 0 ? (
            '0'
          ) : (
            <Link
              to="/perdidas"
              search={
                { vista: 'merma', anio, por, que, clave: f.clave === TOTAL ? undefined : f.clave } as never
              }
              aria-label={`${NOMBRE_QUE_MERMA[que]}, ${f.clave === TOTAL ? 'en total' : (f.nombre ?? SIN_POR_MERMA[por])}: ${f[que]}`}
              style={{ color: tono('brand') }}
            >
              {entero(f[que])}
            </Link>
          ),
      }),
    ),
    {
      id: 'euros',
      titulo: 'Valor perdido',
      numerica: true,
      ancho: 116,
      celda: (f) => formatEuros(f.centimos),
    },
    {
      id: 'parque',
      titulo: NOMBRE_PARQUE_MERMA[por],
      numerica: true,
      ancho: 138,
      celda: (f) => (f.parque === null ? '—' : entero(Math.round(f.parque))),
    },
    { id: 'merma', titulo: 'Merma', numerica: true, ancho: 280, celda: (f) => <Tasa f={f} /> },
    ...(por === 'familia' ? [] : [porMilOf(por)]),
    {
      id: 'parte',
      titulo: NOMBRE_PARTE_MERMA,
      numerica: true,
      ancho: 146,
      celda: (f) => formatMerma(f.parte),
    },
  ]
}

/** Losses of the pool in a year; each number links to its containers. */
export function MermaTabla({ cabecera }: { cabecera: ReactNode }) {
  const [{ anio, por = 'familia' }, change] = useBusquedaPerdidas()
  const empresa = useEmpresa()
  const filtros = { anio, por, empresa }
  const consulta = useQuery(mermaQuery(filtros))
  const { data } = consulta
  const columnas = useMemo(() => columnasOf(por, data?.anio ?? 0), [por, data?.anio])
  // Families are many, so their total comes first.
  const filas = useMemo(
    () => data && (data.filas.length ? [{ ...data.total, clave: TOTAL, nombre: null }, ...data.filas] : []),
    [data],
  )
  return (
    <ListScreen
      etiqueta="Merma"
      clave="perdidas-merma"
      titulo="Pérdidas"
      cuenta={data?.contado && `merma de ${data.anio}: ${formatMerma(data.total.merma)}`}
      consulta={consulta}
      fichero={{
        pantalla: 'merma',
        nombre: 'merma',
        path: api.exportMerma.path,
        consultaOf: (visibles) =>
          withColumns(filtros, EN_FICHERO)(visibles.flatMap((c) => (c === 'merma' ? CON_BANDA : c))),
        vacio: !data?.filas.length,
      }}
      filtros={
        <>
          {cabecera}
          <Box role="search" aria-label="Filtros de merma" sx={FILTROS}>
            <SelectorFiltro
              nombre="Este año"
              etiqueta="Año"
              todas="Este año"
              valor={anio === undefined ? undefined : String(anio)}
              opciones={(data?.anios ?? []).map(String)}
              onChange={(v) => void change({ anio: v ? Number(v) : undefined })}
            />
            <SelectorFiltro
              nombre="Por familia"
              etiqueta="Separar por"
              todas="Por familia"
              valor={por === 'familia' ? undefined : por}
              opciones={PORES_MERMA.filter((p) => p !== 'familia')}
              tell={(p) => `Por ${NOMBRE_POR_MERMA[p].toLowerCase()}`}
              onChange={(v) => void change({ por: v })}
            />
          </Box>
          {data && (
            <Typography variant="body2" color="textSecondary" sx={{ px: 4, pb: 2 }}>
              {formatPeriodo(data)} Perdidos son los declarados que no se han vuelto a oír.
              {por !== 'familia' && ` ${NOTA_MERMA[por]}`} {NOTA_BANDA_MERMA}
            </Typography>
          )}
        </>
      }
      columnas={columnas}
      filas={filas}
      idOf={(f) => f.clave}
      tamanos={[200]}
      vista={JSON.stringify(filtros)}
      vacio={{
        texto: data?.contado
          ? 'Nadie ha declarado perdido ningún contenedor en este año'
          : 'La merma se está contando: estará dentro de un minuto',
        ayuda:
          'La merma son los contenedores declarados perdidos y no recuperados, entre los que había de media.',
      }}
    />
  )
}
