import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { COLUMNAS_POC } from '#contract/parque/dispositivos/inventario-values'
import { COLUMNA_EMPRESA } from '#contract/values/exportar'
import { EnlaceAlta } from '../../barra/enlaces'
import { useColumnaEmpresa } from '../../dominio/columna-empresa'
import { ListScreen } from '../../dominio/list-screen/list-screen'
import { usePlazos } from '../../dominio/plazos'
import { VistasGuardadas } from '../../dominio/vistas/vistas-guardadas'
import { ErrorLlamada } from '../../lib/api/api'
import { useEncima } from '../../lib/api/direccion'
import { api } from '../../lib/api/llamadas'
import { isCaduco } from '../../lib/formato'
import { corteOf, usePaginaPasada } from '../../lib/lista'
import { useEmpresa } from '../../lib/session/empresa'
import { useAdministra, useCambia } from '../../lib/session/sesion'
import { useAhora } from '../../lib/time/ahora'
import { useAviso } from '../../ui/feedback/aviso'
import { useReload } from '../../ui/filtros/reload'
import { Acciones, ayudaOf, etiquetasOf } from './acciones'
import { BarraFiltros } from './barra-filtros'
import { SIN_FILTROS, TAMANOS, useBusquedaInventario } from './busqueda'
import { ChipsInventario } from './chips-inventario'
import { columnasInventario } from './columnas'
import { DetalleDispositivo } from './detalle-dispositivo'
import { type Dialogo, Dialogos } from './dialogos'
import { CLAVE, paginaQuery } from './queries'
import { useEdiciones } from './use-ediciones'
import { useCambiosVivos, useFilas } from './use-filas'

const idOf = (d: Dispositivo) => d.Dispositivo
const NINGUNO: ReadonlySet<string> = new Set()
const enFichero = (id: string) => id === COLUMNA_EMPRESA || (COLUMNAS_POC as readonly string[]).includes(id)

export function InventarioPage() {
  const [busqueda, change] = useBusquedaInventario()
  const empresa = useEmpresa()
  const plazosOf = usePlazos()
  const aviso = useAviso()
  const cliente = useQueryClient()
  const ahora = useAhora()
  const ancha = useMediaQuery('(min-width: 900px)', { noSsr: true })
  const [dialogo, setDialogo] = useState<Dialogo>()
  const administra = useAdministra()
  const cambia = useCambia()
  const { pagina, filas: porPagina, orden, sentido, filtros: puestos } = busqueda
  const filtros = useMemo(() => ({ ...puestos, empresa }), [puestos, empresa])
  const vista = JSON.stringify(filtros)
  const consulta = useQuery(paginaQuery(filtros, { page: pagina, per_page: porPagina, orden, sentido }))
  const { data, isPlaceholderData } = consulta
  const total = data?.total ?? 0
  const { filas, movidas, show } = useFilas(
    isPlaceholderData ? undefined : data?.data,
    [vista, pagina, porPagina, orden, sentido].join(),
  )
  useCambiosVivos()

  // Rows that leave the screen are deselected.
  const [seleccion, setSeleccion] = useState({ vista, macs: NINGUNO })
  const macs = seleccion.vista === vista ? seleccion.macs : NINGUNO

  const reread = async () => {
    const r = await consulta.refetch()
    if (r.data) show(r.data.data)
    void cliente.invalidateQueries({ queryKey: CLAVE.resumen })
    return r
  }
  const { toggle, renombrar: rename } = useEdiciones(reread)
  const detalle = useEncima(change, 'detalle')
  const onDetalle = useCallback((d: Dispositivo) => detalle.open(d.Dispositivo), [detalle])
  const columnaEmpresa = useColumnaEmpresa<Dispositivo>()
  const columnas = useMemo(
    () =>
      columnasInventario(
        { onDetalle, onToggle: cambia ? toggle : undefined, onRename: cambia ? rename : undefined },
        columnaEmpresa,
      ),
    [onDetalle, toggle, rename, cambia, columnaEmpresa],
  )

  const pasada = usePaginaPasada(busqueda, change, isPlaceholderData ? undefined : data?.total)

  /** The error is in a filter. */
  const rehusada = consulta.error instanceof ErrorLlamada && consulta.error.campo !== undefined

  const reload = useReload(reread)
  const clear = () => {
    void change(SIN_FILTROS)
    aviso.exito('Filtros eliminados correctamente')
  }
  const filtrado = Object.keys(puestos).length > 0
  const consultaOf = (visibles: string[]) => ({
    ...filtros,
    orden,
    sentido,
    columnas: visibles.filter(enFichero).join(),
  })
  const chips = <ChipsInventario filtros={puestos} change={change} />
  const mostradas = filas ?? (isPlaceholderData ? data?.data : undefined)

  return (
    <>
      <ListScreen
        etiqueta="Inventario"
        clave="inventario"
        titulo="Inventario"
        tras={
          <>
            {movidas && (
              <Button size="small" onClick={() => show()} sx={{ flex: 'none' }}>
                Hay cambios: actualizar
              </Button>
            )}
            {ancha && chips}
          </>
        }
        marcadas={{ n: macs.size, onClear: () => setSeleccion({ vista, macs: NINGUNO }) }}
        consulta={consulta}
        sinReintento={rehusada}
        fichero={
          ancha || macs.size === 0
            ? {
                pantalla: 'inventario',
                nombre: 'status_poc',
                path: api.exportPoc.path,
                consultaOf,
                vacio: total === 0,
                mas: total > 0 ? (close) => etiquetasOf(close, () => setDialogo('etiquetas')) : undefined,
              }
            : undefined
        }
        vistas={(visibles) => <VistasGuardadas pantalla="inventario" consulta={consultaOf(visibles)} />}
        acciones={() => (
          <Acciones
            macs={macs}
            ancha={ancha}
            onEtiquetas={() => setDialogo('etiquetas')}
            onResumen={() => setDialogo('resumen')}
            onImport={() => setDialogo('importar')}
            onChanged={() => void reread()}
          />
        )}
        filtros={
          <BarraFiltros
            filtros={puestos}
            change={change}
            onClear={clear}
            onReload={reload}
            chips={!ancha && filtrado && chips}
          />
        }
        columnas={columnas}
        filas={pasada ? undefined : mostradas}
        idOf={idOf}
        vista={vista}
        tamanos={TAMANOS}
        {...corteOf(busqueda, change, total)}
        seleccion={{ ids: macs, onChange: (ids) => setSeleccion({ vista, macs: ids }) }}
        elegida={(d) => d.Dispositivo === busqueda.detalle}
        tonoOf={(d) =>
          isCaduco(d.UltimoRegistro, plazosOf(d.empresa).minutosPerdido, ahora) ? 'rojo' : undefined
        }
        onOpen={onDetalle}
        vacio={{
          texto: 'No se encontraron dispositivos con esos filtros',
          ayuda: ayudaOf(filtrado, administra, cambia),
          accion: !filtrado && <EnlaceAlta />,
        }}
        onClear={filtrado && clear}
      />
      <DetalleDispositivo
        mac={busqueda.detalle}
        conocido={filas?.find((d) => d.Dispositivo === busqueda.detalle)}
        onClose={detalle.close}
      />
      <Dialogos
        abierto={dialogo}
        macs={macs}
        lista={{ ...filtros, orden, sentido }}
        total={total}
        filtrado={filtrado}
        onImported={() => void reread()}
        onFilter={(filtro) => void change({ ...filtro, pagina: undefined })}
        onClose={() => setDialogo(undefined)}
      />
    </>
  )
}
