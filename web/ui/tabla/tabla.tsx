import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import type { RowData } from '@tanstack/react-table'
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { Fallo } from '../feedback/fallo'
import { SIN_PAPEL, useEnPapel } from '../theme/papel'
import { useEstrecha, useTactil } from './ancho'
import { Cabecera, conGrupos } from './cabecera'
import { CopyEnlace } from './copy-enlace'
import { Cuerpo } from './cuerpo'
import { Esqueleto, EsqueletoTarjetas } from './esqueleto'
import type { EstadoFila } from './fila'
import { Herramientas } from './herramientas'
import { Desplazable, Region, TablaHtml } from './marco'
import { useModelo } from './modelo'
import { Paginador } from './paginador'
import { Pie } from './pie'
import { usePreferencias, visiblesOf } from './preferencias'
import { Sort } from './sort'
import { Tarjetas } from './tarjetas'
import type { Columna, PropsTabla } from './tipos'

const ALTO = { compacta: 28, normal: 36, amplia: 44 }
const ALTO_TACTIL = 44
/** Below this width a table becomes cards, unless its columns fit. */
const ANCHO_TARJETAS = 440
const ANCHO_CASILLA = 48
const ANCHO_MINIMO = 136
const FILAS_ESQUELETO = 20

const anchoOf = <T,>(columnas: Columna<T>[]) =>
  columnas.reduce((suma, c) => suma + (c.ancho ?? ANCHO_MINIMO), 0)

/**
 * The one table of the product: sorting, paging and selection by the server or here; rows are drawn only where visible; cards on a narrow
 * screen. It fills its container; the pager stays at the bottom. In a container without a height of its own it is as tall as its rows.
 */
export function Tabla<T extends RowData>(p: PropsTabla<T>) {
  const region = useRef<HTMLElement>(null)
  const caja = useRef<HTMLDivElement>(null)
  const tactil = useTactil()
  const [preferencias, changePreferencias] = usePreferencias(p.clave)
  const { filas, orden, ordenar: sort, ordenable, paginacion } = useModelo(p)
  const elegidas = useMemo(() => visiblesOf(p.columnas, preferencias), [p.columnas, preferencias])
  const angosta = useEstrecha(region, Math.min(ANCHO_TARJETAS, anchoOf(elegidas)))
  const enPapel = useEnPapel()
  const estrecha = angosta && !p.sinTarjetas && !enPapel
  const columnas = useMemo(
    () => (angosta && p.sinTarjetas && !enPapel ? elegidas.filter((c) => !c.soloAncha) : elegidas),
    [angosta, p.sinTarjetas, enPapel, elegidas],
  )
  const alto = tactil ? Math.max(ALTO_TACTIL, ALTO[preferencias.densidad]) : ALTO[preferencias.densidad]
  const cabeceras = conGrupos(columnas) ? 2 : 1
  const { seleccion } = p
  const conHerramientas = p.clave !== undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page starts at its top.
  useLayoutEffect(() => {
    caja.current?.scrollTo(0, 0)
  }, [paginacion.pagina, paginacion.filas, orden?.columna, orden?.sentido, p.vista])

  const ids = seleccion?.ids
  const onChange = seleccion?.onChange
  const mark = useCallback(
    (id: string, marcada: boolean) => {
      const nuevos = new Set(ids)
      if (marcada) nuevos.add(id)
      else nuevos.delete(id)
      onChange?.(nuevos)
    },
    [ids, onChange],
  )
  const markTodas = (todas: boolean) => {
    const nuevos = new Set(ids)
    for (const { id } of filas) todas ? nuevos.add(id) : nuevos.delete(id)
    onChange?.(nuevos)
  }
  const marcadas = ids ? filas.filter((f) => ids.has(f.id)).length : 0

  const estadoOf = (id: string, fila: T): EstadoFila => ({
    resaltada: p.resaltada?.(fila) ?? false,
    elegida: p.elegida?.(fila) ?? false,
    reciente: p.recientes?.has(id) ?? false,
    tono: p.tonoOf?.(fila),
    marcada: ids?.has(id),
  })
  const cargando = p.filas === undefined && !p.error
  const ordenarTarjetas = estrecha && (
    <Sort columnas={columnas.filter(ordenable)} orden={orden} sort={sort} conTitulo={conHerramientas} />
  )
  const comunes = { filas, columnas, caja, estadoOf, onMark: seleccion && mark }

  return (
    <Region ref={region} aria-label={p.etiqueta}>
      {(p.titulo || p.acciones || conHerramientas) && (
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'flex-end',
            // The title and its buttons wrap if they do not fit on one line.
            flexWrap: { xs: 'wrap', md: 'nowrap' },
            gap: 2,
            minHeight: { xs: 56, md: 48 },
            py: { xs: 2, md: 0 },
            pl: 4,
            pr: 2,
            flex: 'none',
          }}
        >
          <Box sx={{ flex: { xs: '1 0 auto', md: 1 }, minWidth: 0, maxWidth: '100%' }}>{p.titulo}</Box>
          <Box className={SIN_PAPEL} sx={{ display: 'contents' }}>
            {p.acciones?.(columnas.map((c) => c.id))}
            {p.vistas?.(columnas.map((c) => c.id))}
            {conHerramientas && <CopyEnlace filas={p.tamanos && paginacion.filas} />}
            {conHerramientas && (
              <Herramientas columnas={p.columnas} preferencias={preferencias} onChange={changePreferencias}>
                <CopyEnlace filas={p.tamanos && paginacion.filas} conNombre />
                {ordenarTarjetas}
              </Herramientas>
            )}
          </Box>
        </Box>
      )}
      {!conHerramientas && filas.length > 1 && ordenarTarjetas}
      {p.filtros}
      <Box sx={{ position: 'relative', flex: 'none', height: 0, zIndex: 3 }}>
        {p.actualizando && <LinearProgress aria-label="Actualizando" sx={{ height: 2 }} />}
      </Box>
      <Desplazable
        ref={caja}
        aria-busy={cargando || p.actualizando}
        // Cards may contain nothing focusable: their scroll container is focusable itself.
        {...(estrecha && { tabIndex: 0, role: 'group', 'aria-label': p.etiqueta })}
        style={{ ['--alto-fila' as string]: `${alto}px` }}
      >
        {p.error ? (
          <Fallo texto={p.error} onRetry={p.onRetry} />
        ) : !cargando && filas.length === 0 ? (
          p.vacio
        ) : estrecha && cargando ? (
          <EsqueletoTarjetas columnas={columnas} tarjetas={FILAS_ESQUELETO / 2} />
        ) : estrecha ? (
          <Tarjetas etiqueta={p.etiqueta} {...comunes} />
        ) : (
          <TablaHtml
            style={{ minWidth: anchoOf(columnas) + (seleccion ? ANCHO_CASILLA : 0) }}
            role="grid"
            aria-label={p.etiqueta}
            aria-rowcount={paginacion.total + cabeceras + (p.pie ? 1 : 0)}
          >
            <colgroup>
              {seleccion && <col style={{ width: ANCHO_CASILLA }} />}
              {columnas.map((c) => (
                <col key={c.id} style={{ width: c.ancho }} />
              ))}
            </colgroup>
            <Cabecera
              columnas={columnas}
              orden={orden}
              sort={sort}
              ordenable={ordenable}
              marca={marcadas === 0 ? 'ninguna' : marcadas === filas.length ? 'todas' : 'algunas'}
              onMark={seleccion && markTodas}
            />
            {cargando ? (
              <Esqueleto columnas={columnas} filas={FILAS_ESQUELETO} marcas={Boolean(seleccion)} />
            ) : (
              <Cuerpo
                {...comunes}
                alto={alto}
                primera={(paginacion.pagina - 1) * paginacion.filas + cabeceras - 1}
                onOpen={p.onOpen}
                onHover={p.onHover}
              />
            )}
            {p.pie && !cargando && (
              <Pie
                columnas={columnas}
                pie={p.pie}
                marcas={Boolean(seleccion)}
                numero={paginacion.total + cabeceras + 1}
              />
            )}
          </TablaHtml>
        )}
      </Desplazable>
      {p.tamanos && (
        <Paginador {...paginacion} tamanos={p.tamanos} estrecha={estrecha} incierto={p.filas === undefined} />
      )}
    </Region>
  )
}
