import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { Causa } from '#contract/avisos/causas/causas'
import { formatEvidencia, TITULOS_CAUSA, VUELVE_CAUSA } from '#contract/avisos/causas/values'
import { EnlaceContenedor } from '../../dominio/enlace-contenedor'
import { Datos } from '../../ui/datos'
import { Fallo } from '../../ui/feedback/fallo'
import { Momento } from '../../ui/momento'
import { Seccion } from '../../ui/seccion'
import { Tabla } from '../../ui/tabla/tabla'
import type { Columna } from '../../ui/tabla/tipos'
import { tono } from '../../ui/theme/tono'
import { COLUMNAS, EstadoCausa } from './columnas'
import { PersonaCausa } from './persona'
import { causaQuery } from './queries'
import { QUE_HACER, sujetoOf } from './textos'

type Contenedor = { mac: string; Apodo: string | null; Lugar: string | null; UltimoRegistro: string }

const CONTENEDORES: Columna<Contenedor>[] = [
  {
    id: 'apodo',
    titulo: 'Contenedor',
    titular: true,
    celda: (f) => <EnlaceContenedor apodo={f.Apodo ?? f.mac} />,
  },
  { id: 'lugar', titulo: 'Última vez en', celda: (f) => f.Lugar ?? 'Sin ubicación' },
  { id: 'ultimo', titulo: 'No se sabe desde', ancho: 180, celda: (f) => <Momento iso={f.UltimoRegistro} /> },
]
const BREVES = COLUMNAS.filter((c) => ['sujeto', 'clase', 'estado', 'desde', 'hasta'].includes(c.id))

function Otras({ titulo, causas }: { titulo: string; causas: Causa[] }) {
  const navigate = useNavigate()
  return (
    <Seccion titulo={titulo}>
      <Tabla
        etiqueta={`Averías: ${titulo.toLocaleLowerCase('es')}`}
        columnas={BREVES}
        filas={causas}
        idOf={(c) => String(c.id)}
        onOpen={(c) => void navigate({ to: '/causas/$id', params: { id: String(c.id) } })}
        vacio={<Typography color="textSecondary">Ninguna.</Typography>}
      />
    </Seccion>
  )
}

function Que({ c }: { c: Causa }) {
  const datos = [
    ['Estado', <EstadoCausa key="e" c={c} />],
    ['Desde', <Momento key="d" iso={c.desde} />],
    ...(c.hasta
      ? [['Hasta', <Momento key="h" iso={c.hasta} />] as const]
      : c.bien
        ? [[`${VUELVE_CAUSA[c.clase]} desde`, <Momento key="b" iso={c.bien} />] as const]
        : []),
    ['Ubicación', c.lector?.Ubicacion ?? '—'],
  ] as const
  return (
    <>
      <Typography sx={{ mb: 3 }}>{formatEvidencia(c.clase, c.evidencia)}</Typography>
      <Datos datos={datos} />
      {!c.hasta && !c.bien && (
        <Typography variant="body2" sx={{ mt: 3 }}>
          <b>Qué hacer:</b> {QUE_HACER[c.clase]}
        </Typography>
      )}
    </>
  )
}

/** One fault: what it blocks, its evidence, the person who works on it, and earlier faults of the same kind. */
export function CausaPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { data, error, isFetching, refetch } = useQuery(causaQuery(Number(id)))
  if (error && !data)
    return (
      <Box sx={{ flex: 1, display: 'grid', placeContent: 'center' }}>
        <Fallo texto={error.message} onRetry={refetch} ocupado={isFetching} />
        <Link to="/causas" style={{ justifySelf: 'center', color: tono('brand') }}>
          Ver todas las averías
        </Link>
      </Box>
    )
  if (!data)
    return (
      <Skeleton variant="rounded" height={480} sx={{ m: { xs: 3, md: 5 } }} aria-label="Cargando la avería" />
    )
  const cortados = data.afectados > data.contenedores.length
  return (
    <Box sx={{ p: { xs: 3, md: 5 }, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
      <Box>
        <Typography variant="caption" component="p">
          <Link to="/causas" style={{ color: tono('brand') }}>
            Averías
          </Link>
        </Typography>
        <Typography variant="h2" component="h1" sx={{ overflowWrap: 'anywhere' }}>
          {TITULOS_CAUSA[data.clase]}: {sujetoOf(data)}
        </Typography>
        {data.padre !== null && (
          <Typography variant="body2" sx={{ mt: 1 }}>
            Es parte de{' '}
            <Link to="/causas/$id" params={{ id: String(data.padre) }} style={{ color: tono('brand') }}>
              otra avería
            </Link>
            , que la explica.
          </Typography>
        )}
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
        }}
      >
        <Seccion titulo="Qué pasa">
          <Que c={data} />
        </Seccion>
        <Seccion titulo="Quién la mira">
          <PersonaCausa key={data.id} c={data} />
        </Seccion>
        {data.clase !== 'reloj' && (
          <Seccion
            titulo={
              data.hasta
                ? 'Contenedores sin noticia'
                : `Contenedores sin noticia: ${data.afectados.toLocaleString('es')}`
            }
          >
            {cortados && (
              <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
                Se muestran los {data.contenedores.length.toLocaleString('es')} primeros por apodo.
              </Typography>
            )}
            <Tabla
              etiqueta="Contenedores que esperan"
              columnas={CONTENEDORES}
              filas={data.contenedores}
              idOf={(f) => f.mac}
              {...(data.contenedores.length > 10 && { tamanos: [10, 50, 500] })}
              vacio={
                <Typography color="textSecondary">
                  {data.hasta
                    ? 'Acabó: ya se puede oír a los suyos.'
                    : 'Ninguno: otros lectores oyen a los suyos.'}
                </Typography>
              }
            />
          </Seccion>
        )}
        {data.partes.length > 0 && <Otras titulo="Lectores que calló" causas={data.partes} />}
        <Otras titulo="Antes" causas={data.anteriores} />
      </Box>
    </Box>
  )
}
