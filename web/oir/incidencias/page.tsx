import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import type { Incidencia } from '#contract/oir/incidencias/incidencias'
import { COLUMNAS_INCIDENCIA, MAX_INCIDENCIAS } from '#contract/oir/incidencias/values'
import { COLUMNA_EMPRESA } from '#contract/values/exportar'
import { useColumnaEmpresa } from '../../dominio/columna-empresa'
import { VistasGuardadas } from '../../dominio/vistas/vistas-guardadas'
import { urlOf } from '../../lib/api/api'
import { useEncima } from '../../lib/api/direccion'
import { api } from '../../lib/api/llamadas'
import { useEmpresa } from '../../lib/session/empresa'
import { useCambia } from '../../lib/session/sesion'
import { diasAntes } from '../../lib/time/hoy'
import { BotonExportar } from '../../ui/exportar/boton-exportar'
import { tono } from '../../ui/theme/tono'
import type { BusquedaIncidencias } from './busqueda'
import { ConfirmCierre } from './detail/confirm-cierre'
import { apodoOf } from './detail/controles'
import { DetalleIncidencia } from './detail/detalle-incidencia'
import { useCierre } from './detail/use-cierre'
import { useRevision } from './detail/use-revision'
import { ChipsIncidencias } from './list/chips-incidencias'
import { columnasIncidencia } from './list/columnas'
import { FiltrosIncidencias } from './list/filtros-incidencias'
import { ListaIncidencias } from './list/lista-incidencias'
import { LoteIncidencias } from './list/lote'
import { isRango } from './list/rango'
import { RankingIncidencias } from './list/ranking'
import { useLote } from './list/use-lote'
import { useImpactosVivos, useNuevas } from './list/use-nuevas'
import { filtrosOf, incidenciasQuery } from './queries'
import { useBusquedaIncidencias } from './use-busqueda'

const NINGUNA: ReadonlySet<string> = new Set()
const DIAS_AMPLIADOS = 30
const enFichero = (id: string) =>
  id === COLUMNA_EMPRESA || (COLUMNAS_INCIDENCIA as readonly string[]).includes(id)

export function IncidenciasPage() {
  const [busqueda, change] = useBusquedaIncidencias()
  const { hasta, buscar, orden, sentido, ver } = busqueda
  const comoTrabajo = ver === 'abiertas'
  const empresa = useEmpresa()
  const navigate = useNavigate()
  const [porCerrar, setPorCerrar] = useState<number[]>()
  const [marcadas, setMarcadas] = useState(NINGUNA)
  const lote = useLote()
  const cambia = useCambia()
  const { revisar: review, conPendientes } = useRevision()
  const consulta = useQuery(incidenciasQuery(busqueda, empresa))
  useImpactosVivos()

  const valido = comoTrabajo || isRango(busqueda)
  const cargadas = valido ? consulta.data : []
  const { vistas, nuevas, show } = useNuevas(
    consulta.isPlaceholderData ? undefined : consulta.data,
    JSON.stringify([filtrosOf(busqueda), empresa]),
  )
  const filas = useMemo(() => {
    const texto = buscar?.toLocaleLowerCase('es')
    const todas = valido ? (vistas ?? cargadas) : cargadas
    return todas
      ?.filter((i) => !texto || i.ApodoDispositivo?.toLocaleLowerCase('es').includes(texto))
      .map(conPendientes)
  }, [buscar, valido, vistas, cargadas, conPendientes])

  const detalle = useEncima(change, 'incidencia')
  const onDetalle = useCallback((i: Incidencia) => detalle.open(i.id), [detalle])
  const onEventos = useCallback(
    (i: Incidencia) => void navigate({ to: '/NewData', search: { search: apodoOf(i) } }),
    [navigate],
  )
  const conAceleraciones = busqueda.aceleraciones === 'si'
  const columnaEmpresa = useColumnaEmpresa<Incidencia>()
  const columnas = useMemo(
    () =>
      columnasIncidencia(conAceleraciones, comoTrabajo, {
        onDetalle,
        onEventos,
        onReview: cambia ? review : undefined,
        onClose: cambia ? (i) => setPorCerrar([i.id]) : undefined,
      }).toSpliced(-1, 0, ...columnaEmpresa),
    [conAceleraciones, comoTrabajo, onDetalle, onEventos, review, cambia, columnaEmpresa],
  )

  const { elegidas, enCierre, close } = useCierre(
    { filas, marcadas: comoTrabajo ? marcadas : NINGUNA, porCerrar },
    { conPendientes, review, lote },
    { onEnd: () => setPorCerrar(undefined), onClosed: () => setMarcadas(NINGUNA) },
  )

  const cruda = useSearch({ strict: false }) as BusquedaIncidencias
  const consultaOf = (visibles: string[]) => ({
    ...filtrosOf(busqueda),
    search: buscar,
    empresa,
    columnas: visibles.filter(enFichero).join(),
    orden,
    sentido,
  })

  return (
    <Box sx={{ flex: '1 0 0', minHeight: 480, display: 'flex', p: { xs: 0, md: 4 } }}>
      <Box
        sx={{
          flex: 1,
          minWidth: 0,
          minHeight: 0,
          overflow: 'hidden',
          bgcolor: tono('paper'),
          border: { md: `1px solid ${tono('line')}` },
          borderRadius: { md: '8px' },
        }}
      >
        {ver === 'ranking' ? (
          <RankingIncidencias busqueda={busqueda} change={change} />
        ) : (
          <ListaIncidencias
            filas={filas}
            seleccion={comoTrabajo && cambia ? { ids: marcadas, onChange: setMarcadas } : undefined}
            lote={
              elegidas.length > 0 && (
                <LoteIncidencias
                  elegidas={elegidas}
                  ocupado={lote.close.isPending || lote.assign.isPending}
                  onAssign={(usuario) => lote.assign.mutate({ ids: elegidas.map((i) => i.id), usuario })}
                  onClose={() => setPorCerrar(elegidas.map((i) => i.id))}
                  onClear={() => setMarcadas(NINGUNA)}
                />
              )
            }
            columnas={columnas}
            busqueda={busqueda}
            change={change}
            filtros={
              <FiltrosIncidencias
                busqueda={busqueda}
                change={change}
                onReload={async () => valido && show((await consulta.refetch()).data)}
              />
            }
            chips={<ChipsIncidencias busqueda={busqueda} change={change} />}
            vistas={(visibles) => (
              <VistasGuardadas
                pantalla="incidencias"
                consulta={{
                  ...consultaOf(visibles),
                  // Default days move on with the calendar.
                  ...(cruda.desde === undefined && { start_date: undefined }),
                  ...(cruda.hasta === undefined && { end_date: undefined }),
                }}
              />
            )}
            acciones={(visibles) => (
              <BotonExportar
                nombre="incidencias"
                urlOf={(formato) =>
                  urlOf(api.exportIncidencias.path, undefined, { ...consultaOf(visibles), formato })
                }
                vacio={!filas?.length}
              />
            )}
            nuevas={valido ? nuevas : 0}
            onShowNuevas={() => {
              show()
              void change({ pagina: undefined }, true)
            }}
            recortada={cargadas?.length === MAX_INCIDENCIAS}
            actualizando={consulta.isPlaceholderData}
            error={
              valido && consulta.isError && !consulta.data
                ? `No se han podido cargar las incidencias. ${consulta.error.message}`
                : undefined
            }
            onRetry={() => void consulta.refetch()}
            onDetalle={onDetalle}
            onWiden={() =>
              void change({
                desde: diasAntes(hasta, DIAS_AMPLIADOS),
                pagina: undefined,
              })
            }
          />
        )}
      </Box>
      <DetalleIncidencia
        id={busqueda.incidencia}
        conocida={consulta.data?.find((i) => i.id === busqueda.incidencia)}
        conPendientes={conPendientes}
        onReview={cambia ? review : undefined}
        onAskCierre={cambia ? (i) => setPorCerrar([i.id]) : undefined}
        onLeave={detalle.close}
      />
      <ConfirmCierre incidencias={enCierre} onConfirm={close} onCancel={() => setPorCerrar(undefined)} />
    </Box>
  )
}
