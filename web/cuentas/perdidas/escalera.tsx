import EuroIcon from '@mui/icons-material/EuroOutlined'
import PersonSearchIcon from '@mui/icons-material/PersonSearchOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import type { FilaPerdida, Perdidas } from '#contract/cuentas/perdidas/perdidas'
import { COLUMNAS_PERDIDA, LLEVA_PERDIDA, SIN_RESPONSABLE } from '#contract/cuentas/perdidas/values'
import { COLUMNA_EMPRESA } from '#contract/values/exportar'
import { useColumnaEmpresa } from '../../dominio/columna-empresa'
import { ParaEmpresa } from '../../dominio/empresa/para-empresa'
import { withColumns } from '../../dominio/list-screen/columns'
import { FiltrosContenedor } from '../../dominio/list-screen/filtros-contenedor'
import { ListScreen } from '../../dominio/list-screen/list-screen'
import { api } from '../../lib/api/llamadas'
import { entero, formatEuros } from '../../lib/formato'
import { corteOf, usePaginaPasada } from '../../lib/lista'
import { useEmpresa } from '../../lib/session/empresa'
import { useAdministra, useCambia } from '../../lib/session/sesion'
import { camposOf } from '../../ui/filtros/campos'
import { SelectorFiltro } from '../../ui/filtros/selector'
import { SOLO_ICONO } from '../../ui/solo-icono'
import { SIN_FILTROS, TAMANOS, useBusquedaPerdidas } from './busqueda'
import { COLUMNAS } from './columnas'
import { DialogoQuien } from './dialogo-quien'
import { ImportPrecios } from './import-precios'
import { LotePerdidas } from './lote'
import { NotaVuelve } from './nota-vuelve'
import { Peldanos } from './peldanos'
import { Precios } from './precios'
import { listaQuery, resumenQuery } from './queries'

const EN_FICHERO: readonly string[] = [...COLUMNAS_PERDIDA, COLUMNA_EMPRESA]

/** Of the dialogs about one company. */
const TITULO = { quien: 'Quién busca', precios: 'Precios', importar: 'Importar precios' }

/** Columns that do not fit beside the buttons on a phone. */
const Holgado = ({ children }: { children: ReactNode }) => (
  <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
    {children}
  </Box>
)

type PropsCuenta = { total: number; centimos: number; perdidas: Perdidas | undefined }

/** `12 contenedores · 1.204,50 €`, and how many of all are selected; on a phone `12 · 1.204,50 €`. */
function Cuenta({ total, centimos, perdidas }: PropsCuenta) {
  const vistos = perdidas?.peldanos.find((p) => p.peldano === 'visto')?.n
  return (
    <>
      {entero(total)}
      <Holgado>{total === 1 ? ' contenedor' : ' contenedores'}</Holgado> · {formatEuros(centimos)}
      {vistos !== undefined && <Holgado> · {entero(vistos)} se ven</Holgado>}
    </>
  )
}

/** The containers that are missing, from silence to write-off, with their value. */
export function Escalera({ cabecera }: { cabecera: ReactNode }) {
  const [busqueda, change] = useBusquedaPerdidas()
  const { peldano, familia, buscar, lugar, lleva, orden, sentido } = busqueda
  const empresa = useEmpresa()
  const cambia = useCambia()
  const administra = useAdministra()
  const navigate = useNavigate()
  const [marcadas, setMarcadas] = useState<ReadonlySet<string>>(new Set())
  const [abierto, setAbierto] = useState<'precios' | 'importar' | 'quien'>()
  const filtros = useMemo(
    () => ({ peldano, familia, search: buscar, lugar, lleva, empresa, orden, sentido }),
    [peldano, familia, buscar, lugar, lleva, empresa, orden, sentido],
  )
  const resumen = useQuery(resumenQuery({ familia, empresa })).data
  const contando = resumen?.contado === false
  const consulta = useQuery(listaQuery(filtros, busqueda.pagina, busqueda.filas, resumen?.contado))
  const { data } = consulta
  const pasada = usePaginaPasada(busqueda, change, consulta.isPlaceholderData ? undefined : data?.total)
  const deEmpresa = useColumnaEmpresa<FilaPerdida>(true)
  const columnas = useMemo(() => [...COLUMNAS, ...deEmpresa], [deEmpresa])
  const filtrado = Boolean(peldano || familia || buscar || lugar || lleva)
  const campo = camposOf({ peldano, familia, buscar, lugar, lleva }, change)
  const elegidas = data?.data.filter((f) => marcadas.has(f.mac)) ?? []
  return (
    <>
      <ListScreen
        etiqueta="Pérdidas"
        clave="perdidas"
        titulo="Pérdidas"
        cuenta={
          data && !contando && <Cuenta total={data.total} centimos={data.centimos} perdidas={resumen} />
        }
        consulta={consulta}
        acciones={() =>
          administra && (
            <>
              <Button
                size="small"
                color="inherit"
                startIcon={<PersonSearchIcon />}
                sx={SOLO_ICONO}
                onClick={() => setAbierto('quien')}
              >
                Quién busca
              </Button>
              <Button
                size="small"
                color="inherit"
                startIcon={<EuroIcon />}
                sx={SOLO_ICONO}
                onClick={() => setAbierto('precios')}
              >
                Precios
              </Button>
            </>
          )
        }
        fichero={{
          pantalla: 'perdidas',
          nombre: 'perdidas',
          path: api.exportPerdidas.path,
          consultaOf: withColumns(filtros, EN_FICHERO),
          vacio: !data?.total,
        }}
        filtros={
          <>
            {cabecera}
            <Peldanos
              perdidas={contando ? undefined : resumen}
              elegido={peldano}
              onChange={campo('peldano').onChange}
            />
            <NotaVuelve totales={data} nuncaOidos={resumen?.nunca_oidos} familia={familia} />
            <FiltrosContenedor
              etiqueta="Filtros de pérdidas"
              buscar={campo('buscar')}
              familia={campo('familia')}
              familias={resumen?.familias}
              mas={{
                enVigor: (lugar ? 1 : 0) + (lleva ? 1 : 0),
                filtros: (
                  <>
                    <SelectorFiltro
                      {...campo('lleva')}
                      nombre="Quién busca"
                      opciones={LLEVA_PERDIDA}
                      todas="Todos"
                      tell={(l) => (l === 'yo' ? 'Los busco yo' : SIN_RESPONSABLE)}
                    />
                    <SelectorFiltro
                      {...campo('lugar')}
                      nombre="Último lugar"
                      opciones={resumen?.lugares ?? []}
                      todas="Todos los lugares"
                    />
                  </>
                ),
              }}
              filtrado={filtrado}
              onClear={() => void change(SIN_FILTROS)}
            />
          </>
        }
        columnas={columnas}
        filas={pasada ? undefined : data?.data}
        idOf={(f) => f.mac}
        tamanos={TAMANOS}
        vista={JSON.stringify(filtros)}
        {...corteOf(busqueda, change, data?.total ?? 0)}
        {...(cambia && { seleccion: { ids: marcadas, onChange: setMarcadas } })}
        onOpen={(f) => void navigate({ to: '/contenedor/$apodo', params: { apodo: f.Apodo ?? f.mac } })}
        vacio={{
          texto: contando
            ? 'Los contenedores se están contando'
            : filtrado
              ? 'No hay contenedores con esos filtros'
              : 'Se ven todos los contenedores',
          ayuda: contando
            ? 'Estarán dentro de un minuto.'
            : 'Aquí están los que ningún lector oye, desde unas horas sin verlos hasta que se dan de baja.',
        }}
        onClear={filtrado && (() => void change(SIN_FILTROS))}
      />
      {elegidas.length > 0 && <LotePerdidas elegidas={elegidas} onClear={() => setMarcadas(new Set())} />}
      {abierto && (
        <ParaEmpresa titulo={TITULO[abierto]} onClose={() => setAbierto(undefined)}>
          {(suya) =>
            abierto === 'quien' ? (
              <DialogoQuien empresa={suya} onClose={() => setAbierto(undefined)} />
            ) : abierto === 'precios' ? (
              <Precios
                empresa={suya}
                familias={resumen?.familias ?? []}
                onImport={() => setAbierto('importar')}
                onClose={() => setAbierto(undefined)}
              />
            ) : (
              <ImportPrecios empresa={suya} onClose={() => setAbierto('precios')} />
            )
          }
        </ParaEmpresa>
      )}
    </>
  )
}
