import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FilaEstado } from '#contract/parque/ubicaciones/ubicaciones'
import { EnlaceAlta } from '../../barra/enlaces'
import { ListScreen } from '../../dominio/list-screen/list-screen'
import { api } from '../../lib/api/llamadas'
import { corteOf } from '../../lib/lista'
import { useEmpresa } from '../../lib/session/empresa'
import { useRecount } from '../../lib/use-recount'
import { useReload } from '../../ui/filtros/reload'
import { BarraFiltros } from './barra-filtros'
import { SIN_FILTROS, TAMANOS, useBusquedaEstados } from './busqueda'
import { columnasEstado } from './columnas'
import { CLAVE_CUENTAS, estadoQuery } from './queries'

const idOf = (f: FilaEstado) => JSON.stringify([f.ubicacion, f.lector])

const n = (v: number, uno: string, varios: string) => `${v.toLocaleString('es')} ${v === 1 ? uno : varios}`

/** Number of devices that each reader of each location hears. */
export function EstadosPage() {
  const [busqueda, change] = useBusquedaEstados()
  const empresa = useEmpresa()
  const { familia, ubicacion, orden, sentido } = busqueda
  const filtros = useMemo(() => ({ familia, ubicacion, empresa }), [familia, ubicacion, empresa])
  const consulta = useQuery(estadoQuery(filtros))
  useRecount(CLAVE_CUENTAS)
  const { data } = consulta
  const mayor = data?.data.reduce((n, f) => Math.max(n, f.n), 1) ?? 1
  const columnas = useMemo(() => columnasEstado(mayor, familia), [mayor, familia])

  const reload = useReload(consulta.refetch)

  const consultaOf = (visibles: string[]) => ({ ...filtros, orden, sentido, columnas: visibles.join() })
  const filtrado = Boolean(familia || ubicacion)
  return (
    <ListScreen
      etiqueta="Dispositivos por ubicación y lector"
      clave="estados"
      titulo="Estados"
      cuenta={
        data &&
        `${n(data.dispositivos, 'dispositivo', 'dispositivos')} · ${n(data.ubicaciones, 'ubicación', 'ubicaciones')}`
      }
      consulta={consulta}
      fichero={{
        pantalla: 'estados',
        nombre: 'estado',
        path: api.exportEstado.path,
        formatos: ['xlsx'],
        consultaOf,
        vacio: !data?.data.length,
      }}
      filtros={<BarraFiltros busqueda={busqueda} change={change} onReload={reload} />}
      columnas={columnas}
      filas={data?.data}
      idOf={idOf}
      vista={JSON.stringify(filtros)}
      tamanos={TAMANOS}
      {...corteOf(busqueda, change)}
      vacio={{
        texto: 'No se encontraron dispositivos con esos filtros',
        ayuda: filtrado
          ? 'Elige otra familia u otra ubicación, o quita los filtros.'
          : 'Todavía no hay ninguno.',
        accion: !filtrado && <EnlaceAlta />,
      }}
      onClear={filtrado && (() => void change(SIN_FILTROS))}
    />
  )
}
