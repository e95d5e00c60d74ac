import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Contado } from '#contract/resumen/hoy/hoy'
import { CIFRAS, CLAVES_CIFRA, type ClaveCifra } from '#contract/resumen/hoy/semana-values'
import { formatNumero } from '#contract/resumen/hoy/values'
import { EnlaceBoton } from '../../barra/enlaces'
import { useColumnaEmpresa } from '../../dominio/columna-empresa'
import { useDireccion } from '../../lib/api/direccion'
import { fechaHora } from '../../lib/formato'
import { paginacionOf } from '../../lib/lista'
import { useEmpresa } from '../../lib/session/empresa'
import { useZona } from '../../lib/time/zona'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { ChipsFiltros } from '../../ui/filtros/chips'
import { Momento } from '../../ui/momento'
import { Tabla } from '../../ui/tabla/tabla'
import type { Columna } from '../../ui/tabla/tipos'
import { tono } from '../../ui/theme/tono'
import { FILAS_INICIALES, TAMANOS, validateBusquedaCifra } from './busqueda'
import { cifraQuery } from './queries'

const SEGUNDA = { familia: 'Familia', lector: 'Lector' } as const

function columnasOf(clave: ClaveCifra): Columna<Contado>[] {
  const { segunda } = CIFRAS[clave]
  return [
    {
      id: 'que',
      titulo: segunda === 'lector' ? 'Avería' : 'Contenedor',
      fija: true,
      titular: true,
      ancho: 200,
      celda: (c) => <EnlaceContado contado={c} />,
    },
    { id: 'momento', titulo: 'Cuándo', ancho: 184, celda: (c) => <Momento iso={c.momento} /> },
    { id: 'lugar', titulo: 'Lugar', ancho: 200, celda: (c) => c.Lugar },
    { id: 'segunda', titulo: SEGUNDA[segunda], ancho: 160, celda: (c) => c.Segunda },
  ]
}

const idOf = (c: Contado) => `${c.momento} ${c.mac} ${c.incidencia} ${c.causa}`

/** The items behind a figure of the week. */
export function ListaCifraPage() {
  const { cifra } = useParams({ strict: false }) as { cifra: string }
  const clave = CLAVES_CIFRA.find((c) => c === cifra)
  const [busqueda] = useDireccion(validateBusquedaCifra)
  const { desde, hasta } = busqueda
  if (!clave || !desde || !hasta)
    return (
      <Box sx={{ flex: 1, display: 'grid', placeContent: 'center' }}>
        <Typography variant="h3" component="h1" sx={{ textAlign: 'center' }}>
          Esa lista no existe
        </Typography>
        <EstadoVacio
          texto="A la dirección le falta de qué semana es"
          accion={
            <EnlaceBoton to="/hoy" variant="outlined">
              Ir a Hoy
            </EnlaceBoton>
          }
        />
      </Box>
    )
  return <Lista clave={clave} desde={desde} hasta={hasta} />
}

function Lista({ clave, desde, hasta }: { clave: ClaveCifra; desde: string; hasta: string }) {
  const [busqueda, change] = useDireccion(validateBusquedaCifra)
  const { lugar, segunda, pagina = 1, filas = FILAS_INICIALES } = busqueda
  const empresa = useEmpresa()
  const zona = useZona()
  const consulta = useQuery(
    cifraQuery(clave, { desde, hasta, lugar, segunda, empresa, page: pagina, per_page: filas }),
  )
  const { data } = consulta
  const deEmpresa = useColumnaEmpresa<Contado>()
  const columnas = useMemo(() => [...columnasOf(clave), ...deEmpresa], [clave, deEmpresa])
  const d = CIFRAS[clave]
  return (
    <Box sx={{ flex: 1, minHeight: 0 }}>
      <Tabla
        etiqueta={d.nombre}
        clave={`hoy-${clave}`}
        titulo={
          <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 3, minWidth: 0 }}>
            <Typography variant="h3" component="h1" noWrap>
              {d.nombre}
            </Typography>
            <Typography role="status" noWrap sx={{ fontSize: 13, color: tono('muted') }}>
              {data && formatNumero(data.total)}
            </Typography>
          </Box>
        }
        filtros={
          <Box
            role="search"
            aria-label="Filtros de la cifra"
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 16px', px: 4, pb: 3 }}
          >
            <Link to="/hoy" style={{ color: tono('brand'), fontSize: 13 }}>
              Volver a Hoy
            </Link>
            <Typography sx={{ fontSize: 13, color: tono('muted') }}>
              {fechaHora(desde, zona)} – {fechaHora(hasta, zona)}
            </Typography>
            <ChipsFiltros
              conCampo
              filtros={[
                {
                  nombre: 'Lugar',
                  valor: lugar,
                  onRemove: () => void change({ lugar: undefined, pagina: undefined }),
                },
                {
                  nombre: SEGUNDA[d.segunda],
                  valor: segunda,
                  onRemove: () => void change({ segunda: undefined, pagina: undefined }),
                },
              ]}
            />
          </Box>
        }
        columnas={columnas}
        filas={data?.data}
        idOf={idOf}
        tamanos={TAMANOS}
        vista={JSON.stringify({ clave, desde, hasta, lugar, segunda })}
        paginacion={paginacionOf({ pagina, filas }, change, data?.total ?? 0)}
        actualizando={consulta.isPlaceholderData}
        error={consulta.error && !data ? consulta.error.message : undefined}
        onRetry={() => void consulta.refetch()}
        vacio={<EstadoVacio texto="Nada en ese tiempo" ayuda={d.ayuda} />}
      />
    </Box>
  )
}

const FUERTE = { color: tono('brand'), fontWeight: 550 } as const

/** Link to the source: the incident, the fault, or the file of the container in those days. */
function EnlaceContado({ contado: c }: { contado: Contado }) {
  const nombre = c.Apodo ?? c.mac ?? c.Segunda
  if (c.incidencia !== null)
    return (
      <Link to="/incidencias" search={{ incidencia: c.incidencia } as never} style={FUERTE}>
        {nombre}
      </Link>
    )
  if (c.causa !== null)
    return (
      <Link to="/causas/$id" params={{ id: String(c.causa) }} style={FUERTE}>
        {nombre}
      </Link>
    )
  const dia = c.momento.slice(0, 10)
  return (
    <Link
      to="/contenedor/$apodo"
      params={{ apodo: nombre }}
      search={{ desde: dia, hasta: dia } as never}
      style={FUERTE}
    >
      {nombre}
    </Link>
  )
}
