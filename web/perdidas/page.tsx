import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { FilaPerdida, Perdidas } from '#contract/dispositivos/perdidas'
import { COLUMNAS_PERDIDA } from '#contract/valores/dispositivos/perdidas'
import { COLUMNA_EMPRESA } from '#contract/valores/exportar'
import { useColumnaEmpresa } from '../dominio/columna-empresa'
import { ListScreen } from '../dominio/list-screen/list-screen'
import { urlOf } from '../lib/api/api'
import { api } from '../lib/api/llamadas'
import { entero } from '../lib/formato'
import { corteOf, usePaginaPasada } from '../lib/lista'
import { useEmpresa } from '../lib/session/empresa'
import { useAdministra, useCambia, useSesion } from '../lib/session/sesion'
import { BotonExportar } from '../ui/exportar/boton-exportar'
import { FILTROS } from '../ui/filtros/barra'
import { CampoBuscar } from '../ui/filtros/campo-buscar'
import { camposOf } from '../ui/filtros/campos'
import { Clear } from '../ui/filtros/clear'
import { SelectorFiltro } from '../ui/filtros/selector'
import { SIN_FILTROS, TAMANOS, useBusquedaPerdidas } from './busqueda'
import { COLUMNAS } from './columnas'
import { LotePerdidas } from './lote'
import { Peldanos } from './peldanos'
import { Precios } from './precios'
import { listaQuery, resumenQuery } from './queries'
import { tellEuros } from './textos'

const EN_FICHERO: readonly string[] = [...COLUMNAS_PERDIDA, COLUMNA_EMPRESA]

/** `12 · 1.204,50 €`, and how many of all are seen. */
const tellCuenta = (total: number, centimos: number, perdidas: Perdidas | undefined) => {
  const vistos = perdidas?.peldanos.find((p) => p.peldano === 'visto')?.n
  return [entero(total), tellEuros(centimos), vistos !== undefined && `${entero(vistos)} vistos`]
    .filter(Boolean)
    .join(' · ')
}

/** The containers that are not seen any more, from silence to write-off, and what they are worth. */
export function PerdidasPage() {
  const [busqueda, change] = useBusquedaPerdidas()
  const { peldano, familia, buscar, orden, sentido } = busqueda
  const empresa = useEmpresa()
  const sesion = useSesion()
  const cambia = useCambia()
  const administra = useAdministra()
  const navigate = useNavigate()
  const [marcadas, setMarcadas] = useState<ReadonlySet<string>>(new Set())
  const [precios, setPrecios] = useState(false)
  const filtros = useMemo(
    () => ({ peldano, familia, search: buscar, empresa, orden, sentido }),
    [peldano, familia, buscar, empresa, orden, sentido],
  )
  const consulta = useQuery(listaQuery(filtros, busqueda.pagina, busqueda.filas))
  const { data } = consulta
  const resumen = useQuery(resumenQuery({ familia, empresa })).data
  const pasada = usePaginaPasada(busqueda, change, consulta.isPlaceholderData ? undefined : data?.total)
  const deEmpresa = useColumnaEmpresa<FilaPerdida>(true)
  const columnas = useMemo(() => [...COLUMNAS, ...deEmpresa], [deEmpresa])
  const filtrado = Boolean(peldano || familia || buscar)
  const campo = camposOf({ peldano, familia, buscar }, change)
  const elegidas = data?.data.filter((f) => marcadas.has(f.mac)) ?? []
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0, height: '100%' }}>
      <ListScreen
        etiqueta="Pérdidas"
        clave="perdidas"
        titulo="Pérdidas"
        cuenta={data && tellCuenta(data.total, data.centimos, resumen)}
        consulta={consulta}
        acciones={(visibles) => (
          <>
            {administra && (
              <Button size="small" color="inherit" onClick={() => setPrecios(true)}>
                Precios
              </Button>
            )}
            <BotonExportar
              nombre="perdidas"
              urlDe={(formato) =>
                urlOf(api.exportPerdidas.path, undefined, {
                  ...filtros,
                  columnas: visibles.filter((c) => EN_FICHERO.includes(c)).join(),
                  formato,
                })
              }
              vacio={!data?.total}
            />
          </>
        )}
        filtros={
          <>
            <Peldanos perdidas={resumen} elegido={peldano} onChange={campo('peldano').onChange} />
            <Box role="search" aria-label="Filtros de pérdidas" sx={FILTROS}>
              <CampoBuscar {...campo('buscar')} placeholder="Contenedor" />
              <SelectorFiltro
                {...campo('familia')}
                nombre="Familia"
                opciones={resumen?.familias ?? []}
                todas="Todas las familias"
              />
              <Clear filtrado={filtrado} onClear={() => void change(SIN_FILTROS)} />
            </Box>
          </>
        }
        columnas={columnas}
        filas={pasada ? undefined : data?.data}
        idDe={(f) => f.mac}
        tamanos={TAMANOS}
        vista={JSON.stringify(filtros)}
        {...corteOf(busqueda, change, data?.total ?? 0)}
        {...(cambia && { seleccion: { ids: marcadas, onChange: setMarcadas } })}
        onOpen={(f) => void navigate({ to: '/contenedor/$apodo', params: { apodo: f.Apodo ?? f.mac } })}
        vacio={{
          texto: filtrado ? 'No hay contenedores con esos filtros' : 'Se ven todos los contenedores',
          ayuda:
            'Aquí están los que ningún lector oye, desde unas horas sin verlos hasta que se dan de baja.',
        }}
        onClear={filtrado && (() => void change(SIN_FILTROS))}
      />
      {elegidas.length > 0 && <LotePerdidas elegidas={elegidas} onClear={() => setMarcadas(new Set())} />}
      {precios && (
        <Precios
          empresa={empresa ?? sesion?.empresa}
          familias={resumen?.familias ?? []}
          onClose={() => setPrecios(false)}
        />
      )}
    </Box>
  )
}
