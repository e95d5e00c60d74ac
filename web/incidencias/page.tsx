import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import type { Incidencia } from '#contract/incidencias'
import { COLUMNAS_INCIDENCIA, MAX_INCIDENCIAS } from '#contract/valores/incidencias'
import { urlOf } from '../lib/api'
import { useEmpresa } from '../lib/empresa'
import { diasAntes } from '../lib/hoy'
import { api } from '../lib/llamadas'
import { Confirm } from '../ui/confirm'
import { BotonExportar } from '../ui/exportar/boton-exportar'
import { tono } from '../ui/tono'
import { ChipsIncidencias } from './chips-incidencias'
import { columnasIncidencia } from './columnas'
import { apodoDe } from './controles'
import { DetalleIncidencia } from './detalle-incidencia'
import { FiltrosIncidencias } from './filtros-incidencias'
import { ListaIncidencias } from './lista-incidencias'
import { incidenciasQuery } from './queries'
import { horasDe, isRango } from './rango'
import { useBusquedaIncidencias } from './use-busqueda'
import { useImpactosVivos, useNuevas } from './use-nuevas'
import { useRevision } from './use-revision'

const DIAS_AMPLIADOS = 30
const enFichero = (id: string) => (COLUMNAS_INCIDENCIA as readonly string[]).includes(id)

export function IncidenciasPage() {
  const [busqueda, change] = useBusquedaIncidencias()
  const { desde, hasta, buscar, orden, sentido } = busqueda
  const empresa = useEmpresa()
  const navigate = useNavigate()
  const [porCerrar, setPorCerrar] = useState<Incidencia>()
  const { revisar: review, conPendientes } = useRevision()
  const consulta = useQuery(incidenciasQuery({ desde, hasta }, empresa))
  useImpactosVivos()

  const valido = isRango(busqueda)
  const cargadas = valido ? consulta.data : []
  const { vistas, nuevas, show } = useNuevas(
    consulta.isPlaceholderData ? undefined : consulta.data,
    [desde, hasta, empresa].join(),
  )
  const filas = useMemo(() => {
    const texto = buscar?.toLocaleLowerCase('es')
    const todas = valido ? (vistas ?? cargadas) : cargadas
    return todas
      ?.filter((i) => !texto || i.ApodoDispositivo?.toLocaleLowerCase('es').includes(texto))
      .map(conPendientes)
  }, [buscar, valido, vistas, cargadas, conPendientes])

  const onDetalle = useCallback((i: Incidencia) => void change({ incidencia: i.id }), [change])
  const onEventos = useCallback(
    (i: Incidencia) => void navigate({ to: '/NewData', search: { search: apodoDe(i) } }),
    [navigate],
  )
  const conAceleraciones = busqueda.aceleraciones === 'si'
  const columnas = useMemo(
    () =>
      columnasIncidencia(conAceleraciones, {
        onDetalle,
        onEventos,
        onReview: review,
        onClose: setPorCerrar,
      }),
    [conAceleraciones, onDetalle, onEventos, review],
  )

  const close = () => {
    if (!porCerrar) return
    setPorCerrar(undefined)
    review(porCerrar, { revisado: true })
    // The button that had the focus is disabled now.
    requestAnimationFrame(() => {
      document.querySelector<HTMLElement>(`tr[data-id="${porCerrar.id}"]`)?.focus()
    })
  }

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
        <ListaIncidencias
          filas={filas}
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
          acciones={(visibles) => (
            <BotonExportar
              nombre="incidencias"
              urlDe={(formato) =>
                urlOf(api.exportIncidencias.path, undefined, {
                  ...horasDe({ desde, hasta }),
                  search: buscar,
                  empresa,
                  columnas: visibles.filter(enFichero).join(),
                  orden,
                  sentido,
                  formato,
                })
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
      </Box>
      <DetalleIncidencia
        id={busqueda.incidencia}
        conocida={consulta.data?.find((i) => i.id === busqueda.incidencia)}
        conPendientes={conPendientes}
        onReview={review}
        onAskCierre={setPorCerrar}
        onLeave={() => void change({ incidencia: undefined })}
      />
      <Confirm
        abierto={porCerrar !== undefined}
        titulo="Confirmar cierre"
        texto="¿Estás seguro de que quieres cerrar esta incidencia? No se podrá modificar después."
        onConfirm={close}
        onCancel={() => setPorCerrar(undefined)}
      />
    </Box>
  )
}
