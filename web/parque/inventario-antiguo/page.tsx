import RestoreIcon from '@mui/icons-material/RestoreFromTrashOutlined'
import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { DispositivoAntiguo } from '#contract/parque/dispositivos/inventario'
import { MAX_LOTE } from '#contract/parque/dispositivos/inventario-values'
import { EnlaceAlta } from '../../barra/enlaces'
import { ListScreen } from '../../dominio/list-screen/list-screen'
import { usePlazos } from '../../dominio/plazos'
import { api } from '../../lib/api/llamadas'
import { isCaduco } from '../../lib/formato'
import { corteOf, usePaginaPasada } from '../../lib/lista'
import { useEmpresa } from '../../lib/session/empresa'
import { useAdministra, useCambia } from '../../lib/session/sesion'
import { useAhora } from '../../lib/time/ahora'
import { ChipsFiltros } from '../../ui/filtros/chips'
import { useReload } from '../../ui/filtros/reload'
import { BarraFiltros } from './barra-filtros'
import { SIN_FILTROS, TAMANOS, useBusquedaAntigua } from './busqueda'
import { COLUMNAS } from './columnas'
import { Eliminados } from './eliminados'
import { CLAVE, paginaQuery } from './queries'
import { Remove } from './remove'

const idOf = (d: DispositivoAntiguo) => String(d.id)
const NINGUNO: ReadonlySet<string> = new Set()

export function InventarioAntiguoPage() {
  const [busqueda, change] = useBusquedaAntigua()
  const plazosOf = usePlazos()
  const empresa = useEmpresa()
  const administra = useAdministra()
  const cambia = useCambia()
  const cliente = useQueryClient()
  const ahora = useAhora()
  const ancha = useMediaQuery('(min-width: 900px)', { noSsr: true })
  const [papelera, setPapelera] = useState(false)
  const { pagina, filas, orden, sentido, filtros: puestos } = busqueda
  const filtros = useMemo(() => ({ ...puestos, empresa }), [puestos, empresa])
  const vista = JSON.stringify(filtros)
  const consulta = useQuery(paginaQuery(filtros, { page: pagina, per_page: filas, orden, sentido }))
  const { data, isPlaceholderData } = consulta
  const total = data?.total ?? 0

  // Rows that leave the screen are deselected.
  const [seleccion, setSeleccion] = useState({ vista, ids: NINGUNO })
  const ids = seleccion.vista === vista ? seleccion.ids : NINGUNO

  const pasada = usePaginaPasada(busqueda, change, isPlaceholderData ? undefined : data?.total)

  const reread = () => cliente.invalidateQueries({ queryKey: CLAVE.todo })
  const reload = useReload(consulta.refetch)
  const consultaOf = (visibles: string[]) => ({ ...filtros, orden, sentido, columnas: visibles.join() })
  const filtrado = Object.keys(puestos).length > 0
  const remove = (campo: keyof typeof SIN_FILTROS) => () =>
    void change({ [campo]: undefined, pagina: undefined })
  const elegidos = ids.size > 0 && ids.size <= MAX_LOTE ? [...ids].join() : undefined

  return (
    <>
      <ListScreen
        etiqueta="Inventario antiguo"
        clave="inventario-antiguo"
        titulo="Inventario antiguo"
        tras={
          ancha && (
            <ChipsFiltros
              conCampo
              filtros={[
                { nombre: 'Nombre', valor: puestos.name, onRemove: remove('name') },
                { nombre: 'Tipo', valor: puestos.tipo, onRemove: remove('tipo') },
                { nombre: 'Ubicación', valor: puestos.location, onRemove: remove('location') },
                { nombre: 'Lector', valor: puestos.reader, onRemove: remove('reader') },
              ]}
            />
          )
        }
        consulta={consulta}
        fichero={{
          pantalla: 'inventario_antiguo',
          nombre: 'Inventario',
          path: api.exportInventario.path,
          formatos: ['xlsx'],
          consultaOf,
          soloFichero: { ids: elegidos },
          vacio: total === 0,
        }}
        acciones={() =>
          cambia && (
            <Remove
              ids={ids}
              onEliminados={(hechos) => {
                const quedan = new Set(ids)
                for (const id of hechos) quedan.delete(String(id))
                setSeleccion({ vista, ids: quedan })
                void reread()
              }}
            />
          )
        }
        filtros={
          <BarraFiltros
            filtros={puestos}
            change={change}
            onReload={reload}
            mas={
              administra && (
                <Button
                  size="small"
                  color="inherit"
                  startIcon={<RestoreIcon />}
                  onClick={() => setPapelera(true)}
                  sx={{ minHeight: 36 }}
                >
                  Dispositivos eliminados
                </Button>
              )
            }
          />
        }
        columnas={COLUMNAS}
        filas={pasada ? undefined : data?.data}
        idOf={idOf}
        vista={vista}
        tamanos={TAMANOS}
        {...corteOf(busqueda, change, total)}
        seleccion={{ ids, onChange: (nuevos) => setSeleccion({ vista, ids: nuevos }) }}
        tonoOf={(d) => (isCaduco(d.updated, plazosOf(d.empresa).minutosPerdido, ahora) ? 'rojo' : undefined)}
        vacio={{
          texto: 'No se encontraron dispositivos con esos filtros',
          ayuda: filtrado
            ? 'Prueba con otra parte del nombre, o quita los filtros.'
            : 'Todavía no hay ninguno.',
          accion: !filtrado && <EnlaceAlta />,
        }}
        onClear={filtrado && (() => void change(SIN_FILTROS))}
      />
      {administra && (
        <Eliminados abierto={papelera} onClose={() => setPapelera(false)} onRestored={() => void reread()} />
      )}
    </>
  )
}
