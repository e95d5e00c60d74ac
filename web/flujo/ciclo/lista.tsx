import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { CuadroCiclo, FilaCiclo } from '#contract/flujo/ciclos/cuadro'
import { COLUMNAS_LISTA_CICLO, type ListaCiclo } from '#contract/flujo/ciclos/cuadro-values'
import { useColumnaEmpresa } from '../../dominio/columna-empresa'
import { withColumns } from '../../dominio/list-screen/columns'
import { VistasGuardadas } from '../../dominio/vistas/vistas-guardadas'
import { urlOf } from '../../lib/api/api'
import type { Change } from '../../lib/api/direccion'
import { api } from '../../lib/api/llamadas'
import { fechaHora } from '../../lib/formato'
import { corteOf, usePaginaPasada } from '../../lib/lista'
import { useEmpresa } from '../../lib/session/empresa'
import { useCambia } from '../../lib/session/sesion'
import { useZona } from '../../lib/time/zona'
import { BotonExportar } from '../../ui/exportar/boton-exportar'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { FILTROS } from '../../ui/filtros/barra'
import { camposOf } from '../../ui/filtros/campos'
import { SelectorFiltro } from '../../ui/filtros/selector'
import { Tabla } from '../../ui/tabla/tabla'
import { tono } from '../../ui/theme/tono'
import { type BusquedaCiclo, isViva, TAMANOS } from './busqueda'
import { COLUMNAS_CALLAN, COLUMNAS_CAMINOS, COLUMNAS_ESTANCIAS, COLUMNAS_VIVAS } from './columnas'
import { LoteAtascos } from './lote'
import { filtrosLista, listaQuery } from './queries'
import { TITULO_LISTA } from './textos'

const columnasOf = (que: ListaCiclo) =>
  isViva(que)
    ? COLUMNAS_VIVAS
    : que === 'callan'
      ? COLUMNAS_CALLAN
      : que === 'estancias'
        ? COLUMNAS_ESTANCIAS
        : COLUMNAS_CAMINOS

const EN_FICHERO: readonly string[] = COLUMNAS_LISTA_CICLO
const VIVAS = ['atascados', 'aparte', 'dentro'] as const
const NOMBRE_VIVA = { atascados: 'Atascados', aparte: 'Con motivo', dentro: 'Todos' } as const
const VACIO: Partial<Record<ListaCiclo, string>> = {
  atascados: 'No hay ningún contenedor atascado',
  aparte: 'Ninguno pasa de su tiempo con motivo',
}

type Props = { busqueda: BusquedaCiclo; change: Change<BusquedaCiclo>; ciclo: CuadroCiclo }

/** The containers behind a figure, exactly as many as it says; lists of present containers have batch actions. */
export function ListaCicloTabla({ busqueda, change, ciclo }: Props) {
  const empresa = useEmpresa()
  const cambia = useCambia()
  const navigate = useNavigate()
  const zona = useZona()
  const [marcadas, setMarcadas] = useState<ReadonlySet<string>>(new Set())
  const que = busqueda.que ?? 'atascados'
  const filtros = useMemo(
    () => filtrosLista({ ...busqueda, que }, busqueda.todos ? undefined : ciclo.id, empresa),
    [busqueda, que, ciclo.id, empresa],
  )
  const consulta = useQuery(listaQuery(filtros, busqueda.pagina, busqueda.filas))
  const { data } = consulta
  const pasada = usePaginaPasada(busqueda, change, consulta.isPlaceholderData ? undefined : data?.total)
  const deEmpresa = useColumnaEmpresa<FilaCiclo>(true)
  const columnas = useMemo(() => [...columnasOf(que), ...deEmpresa], [que, deEmpresa])
  const campo = camposOf(busqueda, change)
  const nombreOf = (id: string | number | undefined) =>
    ciclo.etapas.find((e) => String(e.id) === String(id))?.nombre ?? ''
  const titulo = [
    TITULO_LISTA[que],
    que === 'pasos' ? `${nombreOf(busqueda.etapa)} → ${nombreOf(busqueda.a)}` : nombreOf(busqueda.etapa),
    busqueda.familia,
  ].filter(Boolean)
  const viva = isViva(que)
  const dia = (iso: string | null | undefined) => fechaHora(iso, zona)?.slice(0, 10)
  const [desde, hasta] = [dia(busqueda.desde ?? ciclo.desde), dia(busqueda.hasta ?? ciclo.medido)]
  const consultaOf = withColumns(filtros, EN_FICHERO)
  const elegidas = viva ? (data?.data.filter((f) => marcadas.has(f.mac)) ?? []) : []
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}>
      <Box
        sx={{
          flex: 1,
          minHeight: 320,
          bgcolor: tono('paper'),
          border: { md: `1px solid ${tono('line')}` },
          borderRadius: { md: '8px' },
          overflow: 'hidden',
        }}
      >
        <Tabla
          etiqueta={TITULO_LISTA[que]}
          clave={viva ? 'ciclo-vivas' : `ciclo-${que}`}
          titulo={
            <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 3, minWidth: 0 }}>
              <Typography variant="h3" component="h2" noWrap>
                {titulo.join(' · ')}
              </Typography>
              <Typography role="status" noWrap sx={{ fontSize: 13, color: tono('muted') }}>
                {data?.total.toLocaleString('es', { useGrouping: 'always' })}
              </Typography>
            </Box>
          }
          filtros={
            viva ? (
              <Box role="search" aria-label="Filtros del ciclo" sx={FILTROS}>
                <SelectorFiltro
                  nombre="Cuáles"
                  valor={que as (typeof VIVAS)[number]}
                  opciones={VIVAS}
                  todas="Atascados"
                  tell={(v) => NOMBRE_VIVA[v]}
                  onChange={(v) => void change({ que: v ?? 'atascados', pagina: undefined })}
                />
                <SelectorFiltro
                  valor={busqueda.etapa === undefined ? undefined : String(busqueda.etapa)}
                  onChange={(v) => campo('etapa').onChange(v === undefined ? undefined : Number(v))}
                  nombre="Etapa"
                  opciones={ciclo.etapas.map((e) => String(e.id))}
                  todas="Todas las etapas"
                  tell={nombreOf}
                />
                <SelectorFiltro
                  {...campo('mios')}
                  nombre="Quién los lleva"
                  opciones={['true'] as const}
                  todas="Cualquiera"
                  tell={() => 'Los llevo yo'}
                />
              </Box>
            ) : (
              <Box sx={{ px: 4, pb: 3, fontSize: 13 }}>
                <Link
                  to="/ciclo"
                  search={{ ciclo: ciclo.id, familia: busqueda.familia } as never}
                  style={{ color: tono('brand') }}
                >
                  Volver al ciclo
                </Link>
                {que !== 'callan' && desde && ` · Del ${desde} al ${hasta}`}
              </Box>
            )
          }
          acciones={(visibles) => (
            <BotonExportar
              nombre="contenedores_ciclo"
              urlOf={(formato) =>
                urlOf(api.exportListaCiclo.path, undefined, { ...consultaOf(visibles), formato })
              }
              vacio={!data?.total}
            />
          )}
          vistas={(visibles) => (
            <VistasGuardadas pantalla="ciclo_contenedores" consulta={consultaOf(visibles)} />
          )}
          columnas={columnas}
          filas={pasada ? undefined : data?.data}
          idOf={(f) => (viva ? f.mac : `${f.mac} ${f.hasta}`)}
          tamanos={TAMANOS}
          vista={JSON.stringify(filtros)}
          {...corteOf(busqueda, change, data?.total ?? 0)}
          {...(viva && cambia && { seleccion: { ids: marcadas, onChange: setMarcadas } })}
          onOpen={(f) => void navigate({ to: '/contenedor/$apodo', params: { apodo: f.Apodo ?? f.mac } })}
          tonoOf={(f) => (f.exceso_h !== null && f.motivo === null ? 'amber' : undefined)}
          actualizando={consulta.isPlaceholderData}
          error={consulta.error && !data ? consulta.error.message : undefined}
          onRetry={() => void consulta.refetch()}
          vacio={
            <EstadoVacio
              texto={VACIO[que] ?? 'No hay nada en esta lista'}
              ayuda={
                que === 'atascados'
                  ? 'Está atascado el que pasa del plazo de su etapa o, con 30 estancias, de lo que tarda el 95 %, en horas abiertas.'
                  : undefined
              }
              accion={
                que === 'atascados' && (
                  <Button
                    variant="outlined"
                    onClick={() => void change({ que: 'dentro', pagina: undefined })}
                  >
                    Ver todos
                  </Button>
                )
              }
            />
          }
        />
      </Box>
      {elegidas.length > 0 && <LoteAtascos elegidas={elegidas} onClear={() => setMarcadas(new Set())} />}
    </Box>
  )
}
