import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { FilaExtracto, Extracto as Respuesta } from '#contract/cuentas/custodia/custodia'
import { COLUMNAS_EXTRACTO } from '#contract/cuentas/custodia/values'
import { withColumns } from '../../dominio/list-screen/columns'
import { ListScreen } from '../../dominio/list-screen/list-screen'
import { api } from '../../lib/api/llamadas'
import { entero } from '../../lib/formato'
import { paginacionOf, usePaginaPasada } from '../../lib/lista'
import { useCambia } from '../../lib/session/sesion'
import { CampoDia } from '../../ui/fecha/campo-dia'
import { CampoBuscar } from '../../ui/filtros/campo-buscar'
import { camposOf } from '../../ui/filtros/campos'
import { Clear } from '../../ui/filtros/clear'
import { FiltrosPlegados } from '../../ui/filtros/plegados'
import { SelectorFiltro } from '../../ui/filtros/selector'
import { TAMANOS } from './busqueda'
import { extractoOf } from './columnas'
import { DialogoMovimiento } from './dialogo-movimiento'
import { ImportAlbaranes } from './import-albaranes'
import { DialogoLinea } from './linea'
import { extractoQuery } from './queries'
import type { PropsVista } from './vista'

const EN_FICHERO: readonly string[] = COLUMNAS_EXTRACTO
const SIN_FILTROS = {
  familia: undefined,
  buscar: undefined,
  que: undefined,
  desde: undefined,
  hasta: undefined,
  pagina: undefined,
}

/** `Inicial 12 · +40 · −31 · final 21`. */
const formatCuenta = (e: Respuesta) =>
  `${e.tercero.nombre} · inicial ${entero(e.inicial)} · +${entero(e.entradas)} · −${entero(e.salidas)} · final ${entero(e.final)}`

/** The statement of a partner for a period; a line can be disputed, answered with its proof, and settled. */
export function Extracto({ cabecera, saldos, busqueda, change, deTercero }: PropsVista) {
  const { familia, buscar, que, desde, hasta } = busqueda
  const tercero = busqueda.tercero ?? saldos?.find((s) => s.tercero)?.tercero?.id
  // The address contains the statement, so that a link or a saved view keeps showing the same one.
  const sinDecir = tercero !== undefined && busqueda.tercero === undefined && !deTercero
  useEffect(() => {
    if (sinDecir) void change({ tercero }, true)
  }, [sinDecir, tercero, change])
  const cambia = useCambia()
  const [linea, setLinea] = useState<FilaExtracto>()
  const [nuevo, setNuevo] = useState(false)
  const [importa, setImporta] = useState(false)
  const columnas = useMemo(() => extractoOf(setLinea), [])
  const filtros = useMemo(
    () => ({ tercero, familia, search: buscar, que, desde, hasta }),
    [tercero, familia, buscar, que, desde, hasta],
  )
  const consulta = useQuery(extractoQuery(filtros, busqueda.pagina, busqueda.filas))
  const { data } = consulta
  const pasada = usePaginaPasada(busqueda, change, consulta.isPlaceholderData ? undefined : data?.total)
  const familias =
    saldos?.find((s) => s.tercero?.id === tercero)?.familias.flatMap((f) => f.familia || []) ?? []
  const filtrado = Boolean(familia || buscar || que || desde || hasta)
  const campo = camposOf({ familia, buscar, que, desde, hasta }, change)
  return (
    <>
      <ListScreen
        etiqueta="Extracto"
        clave="custodia-extracto"
        titulo="Custodia"
        cuenta={data && formatCuenta(data)}
        consulta={consulta}
        acciones={() =>
          cambia &&
          !deTercero && (
            <>
              <Button size="small" color="inherit" onClick={() => setImporta(true)}>
                Importar albaranes
              </Button>
              {tercero !== undefined && (
                <Button size="small" color="inherit" onClick={() => setNuevo(true)}>
                  Anotar
                </Button>
              )}
            </>
          )
        }
        fichero={{
          pantalla: deTercero ? undefined : 'extracto',
          nombre: 'extracto',
          path: api.exportExtracto.path,
          consultaOf: withColumns(filtros, EN_FICHERO),
          vacio: !data?.total,
        }}
        filtros={
          <>
            {cabecera}
            <FiltrosPlegados
              etiqueta="Filtros del extracto"
              enVigor={[familia, que, desde, hasta].filter(Boolean).length}
              primero={<CampoBuscar {...campo('buscar')} placeholder="Contenedor o documento" />}
            >
              <SelectorFiltro
                {...campo('familia')}
                nombre="Familia"
                opciones={familias}
                todas="Todas las familias"
              />
              <SelectorFiltro
                {...campo('que')}
                nombre="Estado"
                opciones={['disputa'] as const}
                tell={() => 'En disputa'}
                todas="Todas las líneas"
              />
              <div>
                <CampoDia
                  {...campo('desde')}
                  max={hasta}
                  etiqueta="Desde"
                  error={desde && hasta && desde > hasta ? 'Es posterior al fin.' : undefined}
                />
              </div>
              <div>
                <CampoDia {...campo('hasta')} min={desde} etiqueta="Hasta" />
              </div>
              <Clear filtrado={filtrado} onClear={() => void change(SIN_FILTROS)} />
            </FiltrosPlegados>
          </>
        }
        columnas={columnas}
        filas={pasada ? undefined : tercero === undefined && saldos ? [] : data?.data}
        idOf={(f) => String(f.id)}
        tamanos={TAMANOS}
        vista={JSON.stringify(filtros)}
        paginacion={paginacionOf(busqueda, change, data?.total ?? 0)}
        onOpen={setLinea}
        vacio={{
          texto: tercero === undefined ? 'Aún no hay terceros' : 'No hay movimientos en este periodo',
          ayuda:
            'Cada línea es un contenedor que llegó o se fue, o lo que alguien anotó. Ninguna se cambia nunca.',
        }}
        onClear={filtrado && (() => void change(SIN_FILTROS))}
      />
      {linea && tercero !== undefined && (
        <DialogoLinea
          linea={data?.data.find((f) => f.id === linea.id) ?? linea}
          tercero={tercero}
          deTercero={deTercero}
          onClose={() => setLinea(undefined)}
        />
      )}
      {importa && <ImportAlbaranes onClose={() => setImporta(false)} />}
      {nuevo && data && (
        <DialogoMovimiento tercero={data.tercero} familias={familias} onClose={() => setNuevo(false)} />
      )}
    </>
  )
}
