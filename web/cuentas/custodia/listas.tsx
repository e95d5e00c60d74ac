import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { COLUMNAS_DIFERENCIA, COLUMNAS_EN_CUENTA, PARQUE_PROPIO } from '#contract/cuentas/custodia/values'
import { withColumns } from '../../dominio/list-screen/columns'
import { ListScreen } from '../../dominio/list-screen/list-screen'
import { api } from '../../lib/api/llamadas'
import { entero } from '../../lib/formato'
import { paginacionOf, usePaginaPasada } from '../../lib/lista'
import { useEmpresa } from '../../lib/session/empresa'
import { FILTROS } from '../../ui/filtros/barra'
import { camposOf } from '../../ui/filtros/campos'
import { SelectorFiltro } from '../../ui/filtros/selector'
import { TAMANOS } from './busqueda'
import { DIFERENCIAS, enCuentaOf } from './columnas'
import { FiltroTercero, nombreOf } from './filtro-tercero'
import { diferenciasQuery, enCuentaQuery } from './queries'
import type { PropsVista } from './vista'

/** The containers of an account by name. */
export function EnCuenta({ cabecera, saldos, busqueda, change, deTercero }: PropsVista) {
  const { tercero, familia } = busqueda
  const empresa = useEmpresa()
  const filtros = useMemo(() => ({ tercero, familia, empresa }), [tercero, familia, empresa])
  const consulta = useQuery(enCuentaQuery(filtros, busqueda.pagina, busqueda.filas))
  const { data } = consulta
  const pasada = usePaginaPasada(busqueda, change, consulta.isPlaceholderData ? undefined : data?.total)
  const columnas = useMemo(() => enCuentaOf(deTercero), [deTercero])
  const suyo = saldos?.find((s) => s.tercero?.id === tercero) ?? (deTercero ? saldos?.[0] : undefined)
  const de = suyo?.tercero?.nombre ?? PARQUE_PROPIO
  const sin = data?.sin_nombre ?? 0
  return (
    <ListScreen
      etiqueta="Contenedores de la cuenta"
      clave="custodia-contenedores"
      titulo="Custodia"
      cuenta={
        data && `${de} · ${entero(data.total)} con nombre${sin === 0 ? '' : ` · ${entero(sin)} sin nombre`}`
      }
      consulta={consulta}
      fichero={{
        pantalla: deTercero ? undefined : 'custodia_contenedores',
        nombre: 'contenedores_cuenta',
        path: api.exportEnCuenta.path,
        consultaOf: withColumns(filtros, COLUMNAS_EN_CUENTA),
        vacio: !data?.total,
      }}
      filtros={
        <>
          {cabecera}
          <Box role="search" aria-label="Filtros de contenedores" sx={FILTROS}>
            <SelectorFiltro
              {...camposOf({ familia }, change)('familia')}
              nombre="Familia"
              opciones={suyo?.familias.flatMap((f) => f.familia || []) ?? []}
              todas="Todas las familias"
            />
          </Box>
        </>
      }
      columnas={columnas}
      filas={pasada ? undefined : data?.data}
      idOf={(f) => f.mac}
      tamanos={TAMANOS}
      vista={JSON.stringify(filtros)}
      paginacion={paginacionOf(busqueda, change, data?.total ?? 0)}
      vacio={{
        texto: 'Ningún contenedor con nombre en esta cuenta',
        ayuda: 'Lo que se anota sin nombrar los contenedores solo se cuenta.',
      }}
    />
  )
}

/** Containers that are in one account by the book and were last heard at a place of another account. */
export function Diferencias({ cabecera, saldos, busqueda, change }: PropsVista) {
  const { tercero } = busqueda
  const empresa = useEmpresa()
  const de = nombreOf(saldos, tercero)
  const filtros = useMemo(() => ({ tercero, empresa }), [tercero, empresa])
  const consulta = useQuery(diferenciasQuery(filtros, busqueda.pagina, busqueda.filas))
  const { data } = consulta
  const pasada = usePaginaPasada(busqueda, change, consulta.isPlaceholderData ? undefined : data?.total)
  return (
    <ListScreen
      etiqueta="Diferencias entre libro y lugar"
      clave="custodia-diferencias"
      titulo="Custodia"
      cuenta={data && `${entero(data.total)} ${data.total === 1 ? 'diferencia' : 'diferencias'}`}
      tras={<FiltroTercero saldos={saldos} tercero={tercero} change={change} />}
      consulta={consulta}
      fichero={{
        pantalla: 'diferencias',
        nombre: 'diferencias',
        path: api.exportDiferencias.path,
        consultaOf: withColumns(filtros, COLUMNAS_DIFERENCIA),
        vacio: !data?.total,
      }}
      filtros={cabecera}
      columnas={DIFERENCIAS}
      filas={pasada ? undefined : data?.data}
      idOf={(f) => f.mac}
      tamanos={TAMANOS}
      vista={JSON.stringify(filtros)}
      paginacion={paginacionOf(busqueda, change, data?.total ?? 0)}
      onClear={de !== undefined && (() => void change({ tercero: undefined, pagina: undefined }))}
      vacio={{
        texto: `El libro y los lugares dicen lo mismo${de ? ` de ${de}` : ''}`,
        ayuda:
          'Aquí salen los contenedores que el libro tiene en una cuenta y se oyeron por última vez en casa de otro.',
      }}
    />
  )
}
