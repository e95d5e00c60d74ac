import Box from '@mui/material/Box'
import useMediaQuery from '@mui/material/useMediaQuery'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Map as MapaGl } from 'maplibre-gl'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { useColumnaEmpresa } from '../../dominio/columna-empresa'
import { useEmpresa } from '../../lib/session/empresa'
import { ChipsFiltros } from '../../ui/filtros/chips'
import { type Limites, zoomTo } from '../../ui/mapa/vista'
import { useBusquedaMapa } from './busqueda'
import { MapaFlota } from './markers/mapa-flota'
import { MiembrosPunto } from './markers/miembros-punto'
import { useGrupos } from './markers/use-grupos'
import { useHighlight } from './markers/use-highlight'
import { AvisosMapa } from './news/avisos-mapa'
import { useCambios } from './news/use-cambios'
import { columnasDispositivo } from './panel/columnas'
import { DetalleDispositivo } from './panel/detalle-dispositivo'
import { ExportVisibles } from './panel/export-visibles'
import { FiltrosMapa } from './panel/filtros-mapa'
import { ListaVisibles } from './panel/lista-visibles'
import { PanelDividido } from './panel/panel-dividido'
import { PanelPestanas, type Pestana } from './panel/panel-pestanas'
import { CLAVE, celdasQuery, type Filtros, totalQuery, visiblesQuery } from './queries'
import { useGestures } from './use-gestures'
import { useMirada } from './use-mirada'

/** Markers just beyond the edge are loaded before the user drags them into view. */
const MARGEN = 0.15

export function MapaPage() {
  const [busqueda, change] = useBusquedaMapa()
  const empresa = useEmpresa()
  const cliente = useQueryClient()
  const navigate = useNavigate()
  const ancha = useMediaQuery('(min-width: 900px)', { noSsr: true })
  const [pestana, setPestana] = useState<Pestana>('mapa')
  const [elegido, setElegido] = useState<string>()
  const [punto, setPunto] = useState<Limites | null>(null)
  const [abierto, setAbierto] = useState<Dispositivo>()
  const mapa = useRef<MapaGl>(null)

  const { inicial, destino, limites, zoom, alMirar: onLook } = useMirada(busqueda, change)
  const filtros: Filtros = useMemo(
    () => ({ search: busqueda.buscar, tipo: busqueda.tipo, empresa }),
    [busqueda.buscar, busqueda.tipo, empresa],
  )
  const orden = { orden: busqueda.orden, sentido: busqueda.sentido }
  const visibles = useQuery(
    visiblesQuery(limites, filtros, { page: busqueda.pagina, per_page: busqueda.filas, ...orden }),
  )
  const celdas = useQuery(
    celdasQuery(
      useMemo(() => zoomTo(limites, MARGEN), [limites]),
      Math.round(zoom),
      filtros,
    ),
  )
  const flota = useQuery({ ...totalQuery({ empresa }), placeholderData: keepPreviousData })
  const todos = useQuery({ ...totalQuery(filtros), placeholderData: keepPreviousData })
  const grupos = useGrupos(celdas.data?.celdas, zoom)
  const filas = visibles.data?.data
  const recientes = useCambios({
    limites,
    visibles: visibles.data,
    porFecha: busqueda.orden === 'UltimoRegistro',
  })
  const realce = useHighlight(grupos, elegido, filas)

  const showMapa = useCallback(() => setPestana('mapa'), [])
  const { open, closeDetalle, center, seeTodos, openGrupo } = useGestures(
    { mapa, filtros, change },
    { onChosen: setElegido, onOpen: setAbierto, onPunto: setPunto, onMapa: showMapa },
  )

  const columnaEmpresa = useColumnaEmpresa<Dispositivo>(true)
  const columnas = useMemo(
    () =>
      columnasDispositivo({ onCenter: center, onDetalle: open, ayuda: 'Centrar en el mapa' }, columnaEmpresa),
    [center, open, columnaEmpresa],
  )
  const conocido = filas?.find((d) => d.Dispositivo === busqueda.detalle) ?? abierto

  const chips = (
    <ChipsFiltros
      conCampo={!ancha}
      filtros={[
        {
          nombre: 'Apodo',
          valor: busqueda.buscar,
          onRemove: () => void change({ buscar: undefined, pagina: undefined }),
        },
        {
          nombre: 'Tipo',
          valor: busqueda.tipo,
          onRemove: () => void change({ tipo: undefined, pagina: undefined }),
        },
      ]}
    />
  )

  const panelMapa = (
    <MapaFlota
      empresa={empresa}
      inicial={inicial}
      destino={destino}
      limites={limites}
      zoom={zoom}
      onLook={onLook}
      onReady={(m) => {
        mapa.current = m
      }}
      grupos={grupos}
      encendido={realce.encendido}
      onOpen={openGrupo}
      onHover={realce.toGrupo}
      cargando={celdas.isPending}
      avisos={
        <AvisosMapa
          empresa={empresa}
          onSee={() => void navigate({ to: '/incidencias' })}
          fallo={celdas.isError && !celdas.data ? celdas.error.message : undefined}
          onRetry={() => void celdas.refetch()}
          filtros={!ancha && chips}
        />
      }
    />
  )
  const panelLista = (
    <ListaVisibles
      consulta={visibles}
      busqueda={busqueda}
      change={change}
      columnas={columnas}
      chips={ancha && chips}
      recientes={recientes}
      resaltada={realce.resaltada}
      elegido={elegido}
      onDetalle={open}
      onHover={realce.aFila}
      flota={flota.data}
      onSeeFlota={seeTodos}
      startExport={
        <ExportVisibles
          limites={limites}
          filtros={filtros}
          orden={orden}
          vacio={visibles.data?.total === 0}
        />
      }
      filtros={
        <FiltrosMapa
          buscar={busqueda.buscar}
          tipo={busqueda.tipo}
          change={change}
          onReload={() => cliente.invalidateQueries({ queryKey: CLAVE.todo })}
          visibles={visibles.data?.total}
          total={todos.data}
          onSeeTodos={seeTodos}
        />
      }
    />
  )

  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
      {ancha ? (
        <PanelDividido izquierda={panelMapa} derecha={panelLista} nombres="Reparto entre mapa y lista" />
      ) : (
        <PanelPestanas
          pestana={pestana}
          onPestana={setPestana}
          total={visibles.data?.total}
          mapa={panelMapa}
          lista={panelLista}
        />
      )}
      <MiembrosPunto punto={punto} filtros={filtros} onClose={() => setPunto(null)} onDetalle={open} />
      <DetalleDispositivo
        mac={busqueda.detalle}
        conocido={conocido?.Dispositivo === busqueda.detalle ? conocido : undefined}
        onClose={closeDetalle}
        onSeeInMapa={(d) => {
          setPunto(null)
          void change({ detalle: undefined }, true)
          center(d)
        }}
        onSeeEventos={(apodo) => void navigate({ to: '/NewData', search: { search: apodo } })}
      />
    </Box>
  )
}
