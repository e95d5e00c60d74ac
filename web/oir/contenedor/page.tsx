import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { normalizeMacSerie } from '#contract/values/comunes'
import { CorrectLugar } from '../../dominio/correct-lugar'
import { ChangeEtiqueta } from '../../dominio/etiqueta/change-etiqueta'
import { ErrorLlamada } from '../../lib/api/api'
import { useDireccion } from '../../lib/api/direccion'
import { fechaHora } from '../../lib/formato'
import { useEmpresa } from '../../lib/session/empresa'
import { diasAntes, useHoy } from '../../lib/time/hoy'
import { useZona } from '../../lib/time/zona'
import { Fallo } from '../../ui/feedback/fallo'
import { LETRA_MONO } from '../../ui/theme/tokens'
import { tono } from '../../ui/theme/tono'
import { validateBusquedaContenedor } from './busqueda'
import { Dias } from './dias'
import { QueHacer } from './que-hacer'
import { contenedorQuery, useContenedorVivo } from './queries'
import { Secciones } from './secciones'

const DIAS = 7
const ESTRECHA = '(max-width: 899.95px)'
const nombreOf = (d: Dispositivo) => d.Apodo ?? d.Dispositivo
const AL_REVES = 'La fecha de fin es anterior a la de inicio.'

export function ContenedorPage() {
  const { apodo } = useParams({ strict: false }) as { apodo: string }
  const [busqueda, change] = useDireccion(validateBusquedaContenedor)
  const [cambiando, setCambiando] = useState(false)
  const [corrigiendo, setCorrigiendo] = useState(false)
  const empresa = useEmpresa()
  const navigate = useNavigate()
  const estrecha = useMediaQuery(ESTRECHA, { noSsr: true })
  const hoy = useHoy()
  const zona = useZona()
  const hasta = busqueda.hasta ?? hoy
  const desde = busqueda.desde ?? diasAntes(hasta, DIAS - 1)
  const alReves = desde > hasta
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery({
    ...contenedorQuery(apodo, { desde, hasta, empresa }),
    enabled: !alReves,
  })
  useContenedorVivo(apodo, data?.dispositivo.Dispositivo)
  const estado = error instanceof ErrorLlamada ? error.status : undefined
  // The request itself is wrong, so no retry is offered.
  const reparo = alReves ? AL_REVES : estado === 400 || estado === 409 ? error?.message : undefined
  // If the address names a tag that was replaced, it is redirected to the new tag.
  const follow = (mac: string) => {
    if (data && normalizeMacSerie(apodo) === data.dispositivo.Dispositivo)
      void navigate({
        to: '/contenedor/$apodo',
        params: { apodo: mac },
        search: (previa) => previa,
        replace: true,
      })
  }

  if (error && (estado === 404 || !(data || reparo)))
    return (
      <Box sx={{ flex: 1, display: 'grid', placeContent: 'center' }}>
        <Typography variant="h2" component="h1" sx={{ textAlign: 'center', overflowWrap: 'anywhere' }}>
          {apodo}
        </Typography>
        <Fallo texto={error.message} onRetry={refetch} ocupado={isFetching} />
        {estado === 404 && (
          <Link
            to="/poc-status"
            search={{ apodo } as never}
            style={{ justifySelf: 'center', color: tono('brand') }}
          >
            Buscarlo en el inventario
          </Link>
        )}
      </Box>
    )
  const dias = (
    <Dias
      desde={desde}
      hasta={hasta}
      hoy={hoy}
      onChange={(cambio) => void change({ ...cambio, paso: undefined })}
    />
  )
  // The first sections do not depend on the days: on a phone the date fields come after them.
  const diasArriba = !estrecha || !data || reparo !== undefined
  return (
    <Box sx={{ p: { xs: 3, md: 5 }, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '12px 16px', alignItems: 'center' }}>
        <Box sx={{ flex: 1, minWidth: 200 }}>
          <Typography variant="caption" color="textSecondary" component="p">
            Contenedor
          </Typography>
          <Typography
            variant="h2"
            component="h1"
            sx={{ fontFamily: LETRA_MONO, letterSpacing: 0, overflowWrap: 'anywhere' }}
          >
            {data?.dispositivo.Apodo ?? apodo}
          </Typography>
        </Box>
        {data && (
          // Below the name, and on a desktop below the days.
          <Box sx={{ flexBasis: '100%', order: 1 }}>
            <QueHacer
              ficha={data}
              onChangeEtiqueta={() => setCambiando(true)}
              onCorrectLugar={() => setCorrigiendo(true)}
            />
          </Box>
        )}
        {diasArriba && dias}
        <Button
          variant="outlined"
          onClick={() =>
            void navigate({ to: '/NewData', search: { search: data?.dispositivo.Apodo ?? apodo } as never })
          }
        >
          Ver sus eventos
        </Button>
      </Box>
      {data?.eliminado && (
        <Alert severity="warning" variant="outlined">
          Eliminado el {fechaHora(data.eliminado, zona)}. Su historia se conserva.
        </Alert>
      )}
      {reparo ? (
        <Fallo texto={reparo} />
      ) : !data ? (
        <Skeleton variant="rounded" height={480} aria-label="Cargando la ficha" />
      ) : (
        <Box
          sx={{
            display: 'grid',
            gap: 4,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
          }}
        >
          <Secciones
            ficha={data}
            leida={dataUpdatedAt}
            empresa={empresa}
            apodo={apodo}
            busqueda={busqueda}
            change={change}
            dias={!diasArriba && dias}
            onCorrectLugar={() => setCorrigiendo(true)}
            onChangeEtiqueta={() => setCambiando(true)}
            onUndo={follow}
          />
        </Box>
      )}
      {corrigiendo && data && <CorrectLugar d={data.dispositivo} onClose={() => setCorrigiendo(false)} />}
      {cambiando && data && (
        <ChangeEtiqueta
          apodo={nombreOf(data.dispositivo)}
          mac={data.dispositivo.Dispositivo}
          empresa={data.dispositivo.empresa}
          onChange={({ data: con }) => follow(con.Dispositivo)}
          onClose={() => setCambiando(false)}
        />
      )}
    </Box>
  )
}
