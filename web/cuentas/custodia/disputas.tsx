import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { FilaDisputa } from '#contract/cuentas/custodia/disputas'
import { COLUMNAS_DISPUTA } from '#contract/cuentas/custodia/values'
import { withColumns } from '../../dominio/list-screen/columns'
import { ListScreen } from '../../dominio/list-screen/list-screen'
import { api } from '../../lib/api/llamadas'
import { entero } from '../../lib/formato'
import { paginacionOf, usePaginaPasada } from '../../lib/lista'
import { useEmpresa } from '../../lib/session/empresa'
import { TAMANOS } from './busqueda'
import { disputasOf } from './columnas'
import { FiltroTercero, nombreOf } from './filtro-tercero'
import { DialogoLinea } from './linea'
import { disputasQuery } from './queries'
import type { PropsVista } from './vista'

const EN_FICHERO: readonly string[] = COLUMNAS_DISPUTA
const idOf = (f: FilaDisputa) => `${f.id} ${f.tercero.id}`

/** Lines of all statements that wait for an answer or a settlement; each is answered and settled here. */
export function Disputas({ cabecera, saldos, busqueda, change }: PropsVista) {
  const { tercero } = busqueda
  const empresa = useEmpresa()
  const de = nombreOf(saldos, tercero)
  const [linea, setLinea] = useState<FilaDisputa>()
  const columnas = useMemo(() => disputasOf(setLinea), [])
  const filtros = useMemo(() => ({ tercero, empresa }), [tercero, empresa])
  const consulta = useQuery(disputasQuery(filtros, busqueda.pagina, busqueda.filas))
  const { data } = consulta
  const pasada = usePaginaPasada(busqueda, change, consulta.isPlaceholderData ? undefined : data?.total)
  return (
    <>
      <ListScreen
        etiqueta="Líneas en disputa"
        clave="custodia-disputas"
        titulo="Custodia"
        cuenta={data && `${entero(data.total)} ${data.total === 1 ? 'línea' : 'líneas'} en disputa`}
        tras={<FiltroTercero saldos={saldos} tercero={tercero} change={change} />}
        consulta={consulta}
        fichero={{
          pantalla: 'disputas',
          nombre: 'disputas',
          path: api.exportDisputas.path,
          consultaOf: withColumns(filtros, EN_FICHERO),
          vacio: !data?.total,
        }}
        filtros={cabecera}
        columnas={columnas}
        filas={pasada ? undefined : data?.data}
        idOf={idOf}
        tamanos={TAMANOS}
        vista={JSON.stringify(filtros)}
        paginacion={paginacionOf(busqueda, change, data?.total ?? 0)}
        onOpen={setLinea}
        onClear={de !== undefined && (() => void change({ tercero: undefined, pagina: undefined }))}
        vacio={{
          texto: de ? `Ninguna línea de ${de} en disputa` : 'Ninguna línea en disputa',
          ayuda:
            'Aquí salen las líneas de extractos con las que un tercero no está de acuerdo, hasta que se acuerdan.',
        }}
      />
      {linea && (
        <DialogoLinea
          linea={data?.data.find((f) => idOf(f) === idOf(linea)) ?? linea}
          tercero={linea.tercero.id}
          deTercero={false}
          onClose={() => setLinea(undefined)}
        />
      )}
    </>
  )
}
