import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { TablaGrafico } from '#contract/resumen/graficos/graficos'
import { TITULOS_GRAFICO } from '#contract/resumen/graficos/values'
import { formatDia } from '#contract/values/comunes'
import { EnlaceContenedor } from '../../dominio/enlace-contenedor'
import { urlOf } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { fechaHora } from '../../lib/formato'
import { useZona } from '../../lib/time/zona'
import { BotonExportar } from '../../ui/exportar/boton-exportar'
import { Fallo } from '../../ui/feedback/fallo'
import { Grafico } from '../../ui/grafico/grafico'
import { type Datos, TablaDatos } from '../../ui/grafico/tabla-datos'
import { tono } from '../../ui/theme/tono'
import type { Definicion } from './definiciones'
import { Espera } from './espera'
import { dropParcial, isParcial } from './parcial'
import { type FiltrosGraficos, graficoQuery } from './queries'

const ALTO_CABECERA = 48

const link = (apodo: string) => <EnlaceContenedor apodo={apodo} />

/** The table formatted for display: plant days and times. */
function legible(t: TablaGrafico, zona: string, enOrden: boolean): Datos {
  const textos: Partial<Record<TablaGrafico['columnas'][number]['tipo'], (v: string) => string>> = {
    dia: formatDia,
    instante: (v) => fechaHora(v, zona) ?? v,
  }
  return {
    columnas: t.columnas.map(({ titulo, tipo }, i) => ({
      titulo,
      texto: textos[tipo],
      enOrden: enOrden && i === 0,
    })),
    filas: t.filas,
  }
}

/** A chart with its sentence, its table and its export. */
export function Tarjeta({ definicion, filtros }: { definicion: Definicion; filtros: FiltrosGraficos }) {
  const { grafico, dibujo, alto, ancho, enteras, enOrden = false } = definicion
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(graficoQuery(grafico, filtros))
  const titulo = data?.titulo ?? TITULOS_GRAFICO[grafico]
  const zona = useZona()
  const dibujada = useMemo(
    () => data && (enteras ? dropParcial(data, zona, new Date()) : data),
    [data, enteras, zona],
  )
  const opcion = useMemo(
    () => (dibujada && dibujo ? dibujo(dibujada, zona) : undefined),
    [dibujada, dibujo, zona],
  )
  const datos = useMemo(() => data && legible(data, zona, enOrden), [data, zona, enOrden])
  return (
    <Box
      component="section"
      aria-label={titulo}
      aria-busy={!data || isPlaceholderData}
      sx={{
        gridColumn: ancho ? '1 / -1' : undefined,
        minWidth: 0,
        p: 4,
        borderRadius: 2,
        border: `1px solid ${tono('line')}`,
        bgcolor: tono('paper'),
        opacity: isPlaceholderData ? 0.6 : 1,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 36 }}>
        <Typography variant="h3" sx={{ flex: 1, minWidth: 0 }}>
          {titulo}
        </Typography>
        {data && (
          <BotonExportar
            nombre={grafico}
            urlOf={(formato) => urlOf(api.exportGrafico.path, undefined, { ...filtros, grafico, formato })}
            vacio={data.filas.length === 0}
          />
        )}
      </Box>
      {data && dibujada && datos ? (
        opcion ? (
          <Grafico
            etiqueta={data.titulo}
            resumen={
              definicion.frase(dibujada) +
              (dibujada.nota ? ` ${dibujada.nota}` : '') +
              (isParcial(dibujada, zona, new Date()) ? ' Lo último, más claro, no ha acabado.' : '')
            }
            opcion={opcion}
            datos={datos}
            alto={alto}
            link={definicion.deContenedores && link}
          />
        ) : (
          <>
            <Box component="p" sx={{ m: 0, mb: 3, fontSize: 13 }}>
              {definicion.frase(data)}
            </Box>
            <TablaDatos etiqueta={data.titulo} datos={datos} />
          </>
        )
      ) : error ? (
        <Fallo
          texto="Error al obtener los datos"
          detalle={error.message}
          onRetry={refetch}
          ocupado={isFetching}
        />
      ) : (
        <Espera alto={(alto || 240) + ALTO_CABECERA} />
      )}
    </Box>
  )
}
