import ClearIcon from '@mui/icons-material/Clear'
import QrCodeIcon from '@mui/icons-material/QrCode2'
import SummarizeOutlined from '@mui/icons-material/SummarizeOutlined'
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import type { Dispositivo } from '#contract/dispositivos'
import { COLUMNA_EMPRESA } from '#contract/valores/exportar'
import { COLUMNAS_POC } from '#contract/valores/inventario'
import { EnlaceAlta } from '../barra/enlaces'
import { useColumnaEmpresa } from '../dominio/columna-empresa'
import { usePlazos } from '../dominio/plazos'
import { VistasGuardadas } from '../dominio/vistas/vistas-guardadas'
import { ErrorLlamada, urlOf } from '../lib/api/api'
import { api } from '../lib/api/llamadas'
import { isCaduco } from '../lib/formato'
import { corteOf, usePaginaPasada } from '../lib/lista'
import { useEmpresa } from '../lib/session/empresa'
import { useAdministra, useCambia } from '../lib/session/sesion'
import { useAhora } from '../lib/time/ahora'
import { BotonExportar } from '../ui/exportar/boton-exportar'
import { useAviso } from '../ui/feedback/aviso'
import { EstadoVacio } from '../ui/feedback/estado-vacio'
import { useReload } from '../ui/filtros/reload'
import { SOLO_ICONO } from '../ui/solo-icono'
import { Tabla } from '../ui/tabla/tabla'
import { Adhesivos } from './adhesivos'
import { BarraFiltros } from './barra-filtros'
import { SIN_FILTROS, TAMANOS, useBusquedaInventario } from './busqueda'
import { ChipsInventario } from './chips-inventario'
import { columnasInventario } from './columnas'
import { DetalleDispositivo } from './detalle-dispositivo'
import { Lote } from './lote'
import { CLAVE, paginaQuery, reloadInventario } from './queries'
import { Resumen } from './resumen'
import { useEdiciones } from './use-ediciones'
import { useCambiosVivos, useFilas } from './use-filas'

const ImportAltas = lazy(() => import('../dominio/import-altas').then((m) => ({ default: m.ImportAltas })))

const idOf = (d: Dispositivo) => d.Dispositivo
const NINGUNO: ReadonlySet<string> = new Set()
const enFichero = (id: string) => id === COLUMNA_EMPRESA || (COLUMNAS_POC as readonly string[]).includes(id)

export function InventarioPage() {
  const [busqueda, change] = useBusquedaInventario()
  const empresa = useEmpresa()
  const plazosOf = usePlazos()
  const aviso = useAviso()
  const cliente = useQueryClient()
  const ahora = useAhora()
  const ancha = useMediaQuery('(min-width: 900px)', { noSsr: true })
  const [resumen, setResumen] = useState(false)
  const [imprimiendo, setImprimiendo] = useState(false)
  const [importando, setImportando] = useState(false)
  const administra = useAdministra()
  const cambia = useCambia()
  const { pagina, filas: porPagina, orden, sentido, filtros: puestos } = busqueda
  const filtros = useMemo(() => ({ ...puestos, empresa }), [puestos, empresa])
  const vista = JSON.stringify(filtros)
  const consulta = useQuery(paginaQuery(filtros, { page: pagina, per_page: porPagina, orden, sentido }))
  const { data, isPlaceholderData } = consulta
  const total = data?.total ?? 0
  const { filas, movidas, show } = useFilas(
    isPlaceholderData ? undefined : data?.data,
    [vista, pagina, porPagina, orden, sentido].join(),
  )
  useCambiosVivos()

  // A selection that cannot be seen any more is none.
  const [seleccion, setSeleccion] = useState({ vista, macs: NINGUNO })
  const macs = seleccion.vista === vista ? seleccion.macs : NINGUNO

  const reread = async () => {
    const r = await consulta.refetch()
    if (r.data) show(r.data.data)
    void cliente.invalidateQueries({ queryKey: CLAVE.resumen })
    return r
  }
  const { toggle, renombrar: rename } = useEdiciones(reread)
  const onDetalle = useCallback((d: Dispositivo) => void change({ detalle: d.Dispositivo }), [change])
  const columnaEmpresa = useColumnaEmpresa<Dispositivo>()
  const columnas = useMemo(
    () =>
      columnasInventario(
        { onDetalle, onToggle: cambia ? toggle : undefined, onRename: cambia ? rename : undefined },
        columnaEmpresa,
      ),
    [onDetalle, toggle, rename, cambia, columnaEmpresa],
  )

  const pasada = usePaginaPasada(busqueda, change, isPlaceholderData ? undefined : data?.total)

  /** It is a filter that is wrong. */
  const rehusada = consulta.error instanceof ErrorLlamada && consulta.error.campo !== undefined

  const reload = useReload(reread)
  const clear = () => {
    void change(SIN_FILTROS)
    aviso.exito('Filtros eliminados correctamente')
  }
  const filtrado = Object.keys(puestos).length > 0
  const consultaOf = (visibles: string[]) => ({
    ...filtros,
    orden,
    sentido,
    columnas: visibles.filter(enFichero).join(),
  })
  const chips = <ChipsInventario filtros={puestos} change={change} />
  const mostradas = filas ?? (isPlaceholderData ? data?.data : undefined)

  return (
    <Box sx={{ flex: 1, minHeight: 0 }}>
      <Tabla
        etiqueta="Inventario"
        clave="inventario"
        titulo={
          macs.size > 0 ? (
            <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 1, fontSize: 14 }}>
              <Typography variant="h3" component="h1" noWrap>
                {macs.size.toLocaleString('es')} {macs.size === 1 ? 'seleccionado' : 'seleccionados'}
              </Typography>
              <IconButton
                size="small"
                aria-label="Quitar selección"
                title="Quitar selección"
                onClick={() => setSeleccion({ vista, macs: NINGUNO })}
              >
                <ClearIcon sx={{ fontSize: 18 }} />
              </IconButton>
            </Box>
          ) : (
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, minWidth: 0 }}>
              <Typography variant="h3" component="h1" sx={{ flex: 'none' }}>
                Inventario
              </Typography>
              {movidas && (
                <Button size="small" onClick={() => show()} sx={{ flex: 'none' }}>
                  Hay cambios: actualizar
                </Button>
              )}
              {ancha && chips}
            </Box>
          )
        }
        acciones={(visibles) => (
          <>
            {macs.size > 0 && (
              <>
                <Button
                  size="small"
                  color="inherit"
                  aria-label="Etiquetas QR"
                  onClick={() => setImprimiendo(true)}
                  sx={{ minHeight: 36, minWidth: 44, flex: 'none' }}
                >
                  <QrCodeIcon sx={{ fontSize: 18, mr: ancha ? 2 : 0 }} />
                  {ancha && 'Etiquetas QR'}
                </Button>
                {cambia && <Lote macs={macs} onChanged={() => void reread()} />}
              </>
            )}
            <Button
              size="small"
              color="inherit"
              startIcon={<SummarizeOutlined />}
              onClick={() => setResumen(true)}
              sx={{ ...SOLO_ICONO, display: macs.size > 0 ? 'none' : undefined }}
            >
              Resumen
            </Button>
            {administra && macs.size === 0 && (
              <Button
                size="small"
                color="inherit"
                startIcon={<UploadFileOutlined />}
                onClick={() => setImportando(true)}
                sx={SOLO_ICONO}
              >
                Importar
              </Button>
            )}
            {(ancha || macs.size === 0) && (
              <BotonExportar
                nombre="status_poc"
                urlDe={(formato) =>
                  urlOf(api.exportPoc.path, undefined, { ...consultaOf(visibles), formato })
                }
                vacio={total === 0}
                mas={
                  total > 0
                    ? (close) => (
                        <MenuItem
                          sx={{ fontSize: 14 }}
                          onClick={() => {
                            close()
                            setImprimiendo(true)
                          }}
                        >
                          Etiquetas QR…
                        </MenuItem>
                      )
                    : undefined
                }
              />
            )}
          </>
        )}
        vistas={(visibles) => <VistasGuardadas pantalla="inventario" consulta={consultaOf(visibles)} />}
        filtros={
          <BarraFiltros
            filtros={puestos}
            change={change}
            onClear={clear}
            onReload={reload}
            chips={!ancha && filtrado && chips}
          />
        }
        columnas={columnas}
        filas={pasada ? undefined : mostradas}
        idDe={idOf}
        vista={vista}
        tamanos={TAMANOS}
        {...corteOf(busqueda, change, total)}
        seleccion={{ ids: macs, onChange: (ids) => setSeleccion({ vista, macs: ids }) }}
        elegida={(d) => d.Dispositivo === busqueda.detalle}
        tonoDe={(d) =>
          isCaduco(d.UltimoRegistro, plazosOf(d.empresa).minutosPerdido, ahora) ? 'rojo' : undefined
        }
        onOpen={onDetalle}
        actualizando={isPlaceholderData}
        error={consulta.error && !data ? consulta.error.message : undefined}
        // Asked again as it is, it would be refused again.
        onRetry={rehusada ? undefined : () => void consulta.refetch()}
        vacio={
          <EstadoVacio
            texto="No se encontraron dispositivos con esos filtros"
            ayuda={
              filtrado
                ? 'Prueba con otra parte del apodo, o quita los filtros.'
                : administra
                  ? 'Todavía no hay ninguno: da de alta el primero, o impórtalos todos de un Excel o un CSV.'
                  : cambia
                    ? 'Todavía no hay ninguno: da de alta el primero.'
                    : 'Todavía no hay ninguno.'
            }
            accion={
              filtrado ? (
                <Button variant="outlined" onClick={clear}>
                  Limpiar filtros
                </Button>
              ) : (
                <EnlaceAlta />
              )
            }
          />
        }
      />
      <DetalleDispositivo
        mac={busqueda.detalle}
        conocido={filas?.find((d) => d.Dispositivo === busqueda.detalle)}
        onClose={() => void change({ detalle: undefined })}
      />
      {imprimiendo && (
        <Adhesivos
          macs={macs}
          lista={{ ...filtros, orden, sentido }}
          total={total}
          onClose={() => setImprimiendo(false)}
        />
      )}
      {importando && (
        <Suspense>
          <ImportAltas
            onClose={() => setImportando(false)}
            onImported={(texto) => {
              setImportando(false)
              aviso.exito(texto)
              reloadInventario(cliente)
              void reread()
            }}
          />
        </Suspense>
      )}
      <Resumen
        abierto={resumen}
        filtros={filtros}
        filtrado={filtrado}
        onFilter={(filtro) => {
          setResumen(false)
          void change({ ...filtro, pagina: undefined })
        }}
        onClose={() => setResumen(false)}
      />
    </Box>
  )
}
