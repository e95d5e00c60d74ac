import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Causa } from '#contract/avisos/causas/causas'
import { CLASES_CAUSA, TITULOS_CAUSA } from '#contract/avisos/causas/values'
import { useColumnaEmpresa } from '../../dominio/columna-empresa'
import { ListScreen } from '../../dominio/list-screen/list-screen'
import { paginacionOf, usePaginaPasada } from '../../lib/lista'
import { useEmpresa } from '../../lib/session/empresa'
import { FILTROS } from '../../ui/filtros/barra'
import { CampoBuscar } from '../../ui/filtros/campo-buscar'
import { camposOf } from '../../ui/filtros/campos'
import { Clear } from '../../ui/filtros/clear'
import { SelectorFiltro } from '../../ui/filtros/selector'
import { SIN_FILTROS, TAMANOS, useBusquedaCausas } from './busqueda'
import { COLUMNAS } from './columnas'
import { causasQuery } from './queries'

const idOf = (c: Causa) => String(c.id)
const ESTADOS = ['abiertas', 'acabadas'] as const
const NOMBRES = { abiertas: 'Abiertas', acabadas: 'Acabadas' } as const

/** Open and past faults: each one once, with what it blocks. */
export function CausasPage() {
  const [busqueda, change] = useBusquedaCausas()
  const { estado, clase, buscar, pagina, filas } = busqueda
  const empresa = useEmpresa()
  const navigate = useNavigate()
  const filtros = useMemo(
    () => ({ estado, clase, search: buscar, empresa }),
    [estado, clase, buscar, empresa],
  )
  const consulta = useQuery(causasQuery(filtros, pagina, filas))
  const { data } = consulta
  const pasada = usePaginaPasada(busqueda, change, consulta.isPlaceholderData ? undefined : data?.total)
  const deEmpresa = useColumnaEmpresa<Causa>()
  const columnas = useMemo(() => [...COLUMNAS, ...deEmpresa], [deEmpresa])
  const filtrado = Boolean(estado || clase || buscar)
  const campo = camposOf({ estado, clase, buscar }, change)
  return (
    <ListScreen
      etiqueta="Averías"
      clave="causas"
      titulo="Averías"
      cuenta={data && `${data.total.toLocaleString('es')} ${data.total === 1 ? 'avería' : 'averías'}`}
      consulta={consulta}
      filtros={
        <Box role="search" aria-label="Filtros de averías" sx={FILTROS}>
          <CampoBuscar {...campo('buscar')} placeholder="Lector o ubicación" />
          <SelectorFiltro
            {...campo('estado')}
            nombre="Estado"
            opciones={ESTADOS}
            todas="Abiertas y acabadas"
            tell={(e) => NOMBRES[e]}
          />
          <SelectorFiltro
            {...campo('clase')}
            nombre="Qué"
            opciones={CLASES_CAUSA}
            todas="Todas las averías"
            tell={(c) => TITULOS_CAUSA[c]}
          />
          <Clear filtrado={filtrado} onClear={() => void change(SIN_FILTROS)} />
        </Box>
      }
      columnas={columnas}
      filas={pasada ? undefined : data?.data}
      idOf={idOf}
      tamanos={TAMANOS}
      vista={JSON.stringify(filtros)}
      paginacion={paginacionOf(busqueda, change, data?.total ?? 0)}
      onOpen={(c) => void navigate({ to: '/causas/$id', params: { id: String(c.id) } })}
      tonoOf={(c) => (c.hasta || c.bien ? undefined : 'amber')}
      vacio={{
        texto: filtrado ? 'No hay averías con esos filtros' : 'No hay ninguna avería',
        ayuda:
          'Aquí se dice qué lector, red o servidor falló, desde cuándo y a cuántos contenedores deja sin noticia.',
      }}
      onClear={filtrado && (() => void change(SIN_FILTROS))}
    />
  )
}
