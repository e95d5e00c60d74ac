import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import type { FilaMerma } from '#contract/cuentas/perdidas/merma'
import {
  COLUMNAS_MERMA,
  NOMBRE_QUE_MERMA,
  type QueMerma,
  SIN_CLAVE,
  SIN_POR_MERMA,
} from '#contract/cuentas/perdidas/merma-values'
import { COLUMNA_EMPRESA } from '#contract/values/exportar'
import { useColumnaEmpresa } from '../../dominio/columna-empresa'
import { EnlaceContenedor } from '../../dominio/enlace-contenedor'
import { withColumns } from '../../dominio/list-screen/columns'
import { ListScreen } from '../../dominio/list-screen/list-screen'
import { api } from '../../lib/api/llamadas'
import { entero, formatEuros } from '../../lib/formato'
import { paginacionOf, usePaginaPasada } from '../../lib/lista'
import { useEmpresa } from '../../lib/session/empresa'
import { Momento } from '../../ui/momento'
import type { Columna } from '../../ui/tabla/tipos'
import { TAMANOS, useBusquedaPerdidas } from './busqueda'
import { mermaListaQuery } from './queries'

const EN_FICHERO: readonly string[] = [...COLUMNAS_MERMA, COLUMNA_EMPRESA]
const COLUMNAS: Columna<FilaMerma>[] = [
  {
    id: 'apodo',
    titulo: 'Contenedor',
    titular: true,
    fija: true,
    ancho: 150,
    celda: (f) => <EnlaceContenedor apodo={f.Apodo ?? f.mac} />,
  },
  { id: 'familia', titulo: 'Familia', ancho: 96, celda: (f) => f.Familia ?? '—' },
  { id: 'declarado', titulo: 'Declarado', ancho: 168, celda: (f) => <Momento iso={f.declarado} /> },
  { id: 'persona', titulo: 'Lo declaró', ancho: 150, celda: (f) => f.persona?.nombre ?? '—' },
  { id: 'visto', titulo: 'Visto por última vez', ancho: 168, celda: (f) => <Momento iso={f.visto} /> },
  { id: 'lugar', titulo: 'Último lugar', ancho: 168, celda: (f) => f.Ubicacion ?? '—' },
  { id: 'etapa', titulo: 'Etapa', ancho: 120, celda: (f) => f.etapa ?? '—' },
  { id: 'tercero', titulo: 'Tercero', ancho: 150, celda: (f) => f.tercero ?? '—' },
  {
    id: 'euros',
    titulo: 'Precio',
    numerica: true,
    ancho: 110,
    celda: (f) => (f.centimos === null ? 'Sin precio' : formatEuros(f.centimos)),
  },
  { id: 'recuperado', titulo: 'Recuperado', ancho: 168, celda: (f) => <Momento iso={f.recuperado} /> },
]

/** The containers behind a number of the table. */
export function MermaLista({ que, cabecera }: { que: QueMerma; cabecera: ReactNode }) {
  const [busqueda, change] = useBusquedaPerdidas()
  const { anio, por = 'familia', clave } = busqueda
  const empresa = useEmpresa()
  const navigate = useNavigate()
  const filtros = useMemo(() => ({ anio, por, clave, que, empresa }), [anio, por, clave, que, empresa])
  const consulta = useQuery(mermaListaQuery(filtros, busqueda.pagina, busqueda.filas))
  const { data } = consulta
  const pasada = usePaginaPasada(busqueda, change, consulta.isPlaceholderData ? undefined : data?.total)
  const deEmpresa = useColumnaEmpresa<FilaMerma>(true)
  const columnas = useMemo(() => [...COLUMNAS, ...deEmpresa], [deEmpresa])
  const formatCuenta = (total: number) => {
    const ano = anio === undefined ? '' : ` en ${anio}`
    const deFamilia = clave === SIN_CLAVE ? null : clave
    const fila = por === 'familia' ? deFamilia : data?.data[0]?.[por]
    const de = clave === undefined ? '' : ` · ${fila || SIN_POR_MERMA[por]}`
    return `${NOMBRE_QUE_MERMA[que].toLowerCase()}${ano}: ${entero(total)}${de}`
  }
  return (
    <ListScreen
      etiqueta="Contenedores de la merma"
      clave="perdidas-merma-lista"
      titulo="Pérdidas"
      cuenta={data && formatCuenta(data.total)}
      consulta={consulta}
      acciones={() => (
        <Button
          size="small"
          color="inherit"
          onClick={() => void change({ que: undefined, clave: undefined, pagina: undefined })}
        >
          Volver a la tabla
        </Button>
      )}
      fichero={{
        pantalla: 'merma_contenedores',
        nombre: 'merma_contenedores',
        path: api.exportMermaLista.path,
        consultaOf: withColumns(filtros, EN_FICHERO),
        vacio: !data?.total,
      }}
      filtros={cabecera}
      columnas={columnas}
      filas={pasada ? undefined : data?.data}
      idOf={(f) => `${f.mac} ${f.declarado}`}
      tamanos={TAMANOS}
      vista={JSON.stringify(filtros)}
      paginacion={paginacionOf(busqueda, change, data?.total ?? 0)}
      onOpen={(f) => void navigate({ to: '/contenedor/$apodo', params: { apodo: f.Apodo ?? f.mac } })}
      vacio={{ texto: 'Ya no hay ninguno' }}
    />
  )
}
