import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import type { Dispositivo } from '#contract/dispositivos'
import { ChipEstado, ChipPosibleEstado, ChipTipo } from '../dominio/chip-estado'
import { CorrectLugar } from '../dominio/correct-lugar'
import { Lugar } from '../dominio/lugar'
import { UltimoRegistro } from '../dominio/ultimo-registro'
import { ErrorLlamada } from '../lib/api'
import { useDireccion } from '../lib/direccion'
import { useEmpresa } from '../lib/empresa'
import { fechaHora } from '../lib/formato'
import { diasAntes, useHoy } from '../lib/hoy'
import { useSesion } from '../lib/sesion'
import { useZona } from '../lib/zona'
import { Fallo } from '../ui/fallo'
import { CampoDia } from '../ui/fecha/campo-dia'
import { LETRA_MONO } from '../ui/tokens'
import { tono } from '../ui/tono'
import { validateBusquedaContenedor } from './busqueda'
import { ChangeEtiqueta } from './change-etiqueta'
import { Curvas } from './curvas'
import { Estancias, Etiquetas, Impactos } from './listas'
import { PorQue } from './por-que'
import { contenedorQuery } from './queries'
import { Recorrido } from './recorrido'
import { Seccion } from './seccion'

const DIAS = 7
const AL_REVES = 'La fecha de fin es anterior a la de inicio.'

export function ContenedorPage() {
  const { apodo } = useParams({ strict: false }) as { apodo: string }
  const [busqueda, change] = useDireccion(validateBusquedaContenedor)
  const [cambiando, setCambiando] = useState(false)
  const [corrigiendo, setCorrigiendo] = useState(false)
  const empresa = useEmpresa()
  const sesion = useSesion()
  const navigate = useNavigate()
  const hoy = useHoy()
  const zona = useZona()
  const hasta = busqueda.hasta ?? hoy
  const desde = busqueda.desde ?? diasAntes(hasta, DIAS - 1)
  const alReves = desde > hasta
  const { data, error, isFetching, refetch } = useQuery({
    ...contenedorQuery(apodo, { desde, hasta, empresa }),
    enabled: !alReves,
  })
  const estado = error instanceof ErrorLlamada ? error.status : undefined
  // What was asked for has to be put right: to ask again would not help.
  const reparo = alReves ? AL_REVES : estado === 400 || estado === 409 ? error?.message : undefined
  const deAntiguaANueva = useMemo(() => data?.estancias.toReversed(), [data])
  const onPaso = useCallback((paso: number) => void change({ paso }, true), [change])

  if (error && (estado === 404 || !(data || reparo)))
    return (
      <Box sx={{ flex: 1, display: 'grid', placeContent: 'center' }}>
        <Fallo texto={error.message} onRetry={refetch} ocupado={isFetching} />
      </Box>
    )
  return (
    <Box sx={{ p: { xs: 3, md: 5 }, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '12px 16px', alignItems: 'center' }}>
        <Box sx={{ flex: 1, minWidth: 240 }}>
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
        <Box sx={{ width: 208 }}>
          <CampoDia
            etiqueta="Desde"
            valor={desde}
            max={hoy}
            onChange={(d) => void change({ desde: d, paso: undefined })}
            error={desde > hasta ? 'Es posterior al fin.' : undefined}
          />
        </Box>
        <Box sx={{ width: 208 }}>
          <CampoDia
            etiqueta="Hasta"
            valor={hasta}
            max={hoy}
            onChange={(d) => void change({ hasta: d, paso: undefined })}
          />
        </Box>
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
      ) : !data || !deAntiguaANueva ? (
        <Skeleton variant="rounded" height={480} aria-label="Cargando la ficha" />
      ) : (
        <Box
          sx={{
            display: 'grid',
            gap: 4,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
          }}
        >
          <Seccion
            titulo="Ahora"
            acciones={
              !data.eliminado &&
              data.dispositivo.ApodoLector !== null && (
                <Button size="small" onClick={() => setCorrigiendo(true)}>
                  No está aquí
                </Button>
              )
            }
          >
            <Ahora
              d={data.dispositivo}
              eliminado={data.eliminado !== null}
              mideImpactos={data.mide_impactos}
            />
          </Seccion>
          <Seccion
            titulo="Etiqueta"
            acciones={
              sesion?.is_admin &&
              !data.eliminado && (
                <Button size="small" onClick={() => setCambiando(true)}>
                  Cambiar etiqueta
                </Button>
              )
            }
          >
            <Etiquetas etiquetas={data.etiquetas} mac={data.dispositivo.Dispositivo} />
          </Seccion>
          <Seccion titulo="Recorrido">
            <Recorrido
              estancias={deAntiguaANueva}
              paso={busqueda.paso}
              onPaso={onPaso}
              empresa={data.dispositivo.empresa}
              enPlano={busqueda.sobre === 'plano'}
              onEnPlano={(si) => void change({ sobre: si ? 'plano' : undefined }, true)}
            />
          </Seccion>
          <Seccion titulo="Estancias">
            <Estancias estancias={data.estancias} cortadas={data.estancias_cortadas} />
          </Seccion>
          <Seccion titulo="¿Por qué está aquí?">
            <PorQue apodo={apodo} empresa={empresa} />
          </Seccion>
          <Seccion titulo="Batería y temperatura">
            <Curvas curvas={data.curvas} />
          </Seccion>
          <Seccion titulo="Impactos">
            <Impactos impactos={data.impactos} />
          </Seccion>
        </Box>
      )}
      {corrigiendo && data && <CorrectLugar d={data.dispositivo} onClose={() => setCorrigiendo(false)} />}
      {cambiando && data && (
        <ChangeEtiqueta
          apodo={data.dispositivo.Apodo ?? data.dispositivo.Dispositivo}
          mac={data.dispositivo.Dispositivo}
          empresa={data.dispositivo.empresa}
          onClose={() => setCambiando(false)}
        />
      )}
    </Box>
  )
}

/** What its tag can tell of blows, in words. */
function impactosDe(mide: boolean | null): string {
  if (mide === null) return 'Sin datos'
  return mide ? 'Los mide' : 'No mide impactos: solo envía muestras sueltas'
}

type Estado = { d: Dispositivo; eliminado: boolean; mideImpactos: boolean | null }
function Ahora({ d, eliminado, mideImpactos }: Estado) {
  const datos = [
    ['Tipo', <ChipTipo key="t" tipo={d.TipoDispositivo} />],
    ...(eliminado
      ? []
      : [['Posible estado', <ChipPosibleEstado key="p" estado={d.PosibleEstado} />] as const]),
    ['Movimiento', d.Estado ? <ChipEstado key="e" estado={d.Estado} /> : '—'],
    ['Ubicación', <Lugar key="l" d={d} falta="Sin ubicación disponible" />],
    ['Visto por', d.ApodoLector ?? 'Sin datos'],
    ['Último registro', <UltimoRegistro key="u" iso={d.UltimoRegistro} empresa={d.empresa} />],
    ['Batería', d.Bateria === null ? 'Sin datos' : `${d.Bateria.toLocaleString('es')} %`],
    ['Energía', d.Activado],
    ['Impactos', impactosDe(mideImpactos)],
  ] as const
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gap: '12px 16px',
        gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))',
      }}
    >
      {datos.map(([nombre, valor]) => (
        <Box key={nombre}>
          <Box component="dt" sx={{ fontSize: 12, color: tono('muted') }}>
            {nombre}
          </Box>
          <Box component="dd" sx={{ m: 0, mt: 1 }}>
            {valor}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
