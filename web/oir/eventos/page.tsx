import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Evento } from '#contract/oir/eventos/eventos'
import { EnlaceBoton } from '../../barra/enlaces'
import { useColumnaEmpresa } from '../../dominio/columna-empresa'
import { ListScreen } from '../../dominio/list-screen/list-screen'
import { VistasGuardadas } from '../../dominio/vistas/vistas-guardadas'
import { paginacionOf, usePaginaPasada } from '../../lib/lista'
import { useEmpresa } from '../../lib/session/empresa'
import { useSesion } from '../../lib/session/sesion'
import { useAviso } from '../../ui/feedback/aviso'
import { ChipsFiltros } from '../../ui/filtros/chips'
import { SIN_FILTROS, TAMANOS, useBusquedaEventos } from './busqueda'
import { columnasEvento } from './columnas'
import { consultaOf, ExportEventos } from './export-eventos'
import { FiltrosEventos } from './filtros-eventos'
import { paginaQuery, reparoOf, textoDeFallo } from './queries'
import { useClaves } from './use-claves'
import { useNuevos } from './use-nuevos'

const idOf = (e: Evento) => e.id
const SIN_FILAS: Evento[] = []

export function EventosPage() {
  const [busqueda, change] = useBusquedaEventos()
  const empresa = useEmpresa()
  const esAdmin = useSesion()?.is_admin === true
  const aviso = useAviso()
  const ancha = useMediaQuery('(min-width: 900px)', { noSsr: true })
  const marco = useRef<HTMLDivElement>(null)
  /** How often the user asked for the new events. */
  const [llamadas, setLlamadas] = useState(0)
  /** Time of the pending request in ms; 0: none. */
  const llamada = useRef(0)
  const { search, apodoLector, timestamp, estado, pagina, filas } = busqueda
  const filtros = useMemo(
    () => ({ search, apodoLector, timestamp, estado, empresa }),
    [search, apodoLector, timestamp, estado, empresa],
  )
  const consulta = useQuery(paginaQuery(filtros, { page: pagina, per_page: filas }))
  const { data, error, isPlaceholderData, dataUpdatedAt } = consulta
  const reparo = reparoOf(error, 'timestamp')
  const claves = useClaves(data?.filas)
  const nuevos = useNuevos(
    filtros,
    data && !isPlaceholderData ? { total: data.total, cuando: dataUpdatedAt } : undefined,
  )

  const pasada = usePaginaPasada(busqueda, change, isPlaceholderData ? undefined : data?.total)

  const columnaEmpresa = useColumnaEmpresa<Evento>(true)
  const columnas = useMemo(
    () => [
      ...columnasEvento(claves, (apodo) => void change({ search: apodo, pagina: undefined })),
      ...columnaEmpresa,
    ],
    [claves, change, columnaEmpresa],
  )

  const reload = async () => {
    const { error: causa } = await consulta.refetch()
    if (causa && data) aviso.error(textoDeFallo(causa))
  }
  const showNuevos = () => {
    llamada.current = Date.now()
    setLlamadas((n) => n + 1)
    void (pagina > 1 ? change({ pagina: undefined }) : reload())
  }
  useEffect(() => {
    if (!llamada.current || isPlaceholderData || dataUpdatedAt < llamada.current) return
    llamada.current = 0
    // The button is gone, and the focus with it: the focus moves to the first new event.
    marco.current?.querySelector<HTMLElement>('[data-indice="0"]')?.focus({ preventScroll: true })
  }, [dataUpdatedAt, isPlaceholderData])

  const remove = (campo: keyof typeof SIN_FILTROS) => () =>
    void change({ [campo]: undefined, pagina: undefined })
  const chips = (
    <ChipsFiltros
      conCampo={!ancha}
      filtros={[
        { nombre: 'Apodo o MAC', valor: search, onRemove: remove('search') },
        { nombre: 'Lector', valor: apodoLector, onRemove: remove('apodoLector') },
        { nombre: 'Fecha', valor: timestamp, onRemove: remove('timestamp') },
        { nombre: 'Estado', valor: estado, onRemove: remove('estado') },
      ]}
    />
  )
  const filtrado = Boolean(search || apodoLector || timestamp || estado)

  return (
    <ListScreen
      ref={marco}
      etiqueta="Eventos"
      clave="eventos"
      titulo="Eventos"
      tras={ancha && chips}
      consulta={consulta}
      falloOf={(e) => (reparo ? undefined : textoDeFallo(e))}
      vistas={(visibles) => <VistasGuardadas pantalla="eventos" consulta={consultaOf(filtros, visibles)} />}
      acciones={(visibles) => (
        <ExportEventos filtros={filtros} columnas={visibles} total={reparo ? 0 : data?.total} />
      )}
      filtros={
        <FiltrosEventos
          busqueda={busqueda}
          change={change}
          onReload={reload}
          reparo={reparo}
          nuevos={nuevos}
          onNuevos={showNuevos}
          chips={!ancha && filtrado && chips}
        />
      }
      columnas={columnas}
      filas={reparo ? SIN_FILAS : pasada ? undefined : data?.filas}
      idOf={idOf}
      vista={`${JSON.stringify(filtros)}${llamadas}`}
      tamanos={TAMANOS}
      paginacion={paginacionOf(busqueda, change, data?.total ?? 0)}
      vacio={{
        texto: reparo ? 'Con esa fecha no se puede buscar' : 'No se encontraron eventos con esos filtros',
        ayuda: reparo
          ? 'Corrígela, elige el día en el calendario, o quita los filtros.'
          : filtrado
            ? 'Prueba con otra parte del apodo, otro día, o quita los filtros.'
            : 'Cuando un lector oiga un contenedor, sus eventos aparecerán aquí.',
        accion:
          !filtrado &&
          (esAdmin ? (
            <EnlaceBoton to="/admin/usuarios" search={{ pestana: 'lectores' }} variant="outlined">
              Ver los lectores
            </EnlaceBoton>
          ) : (
            <EnlaceBoton to="/poc-status" variant="outlined">
              Ver el inventario
            </EnlaceBoton>
          )),
      }}
      onClear={filtrado && (() => void change(SIN_FILTROS))}
    />
  )
}
