import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import type { FichaContenedor } from '#contract/contenedores'
import type { Dispositivo } from '#contract/dispositivos'
import { normalizeMacSerie } from '#contract/valores/comunes'
import { ChipEstado, ChipPosibleEstado, ChipTipo } from '../dominio/chip-estado'
import { CorrectLugar } from '../dominio/correct-lugar'
import { ChangeEtiqueta } from '../dominio/etiqueta/change-etiqueta'
import { UndoEtiqueta } from '../dominio/etiqueta/undo-etiqueta'
import { Lugar } from '../dominio/lugar'
import { UltimoRegistro } from '../dominio/ultimo-registro'
import { ErrorLlamada } from '../lib/api/api'
import { useDireccion } from '../lib/api/direccion'
import { entero, fechaHora } from '../lib/formato'
import { useEmpresa } from '../lib/session/empresa'
import { useCambia } from '../lib/session/sesion'
import { diasAntes, useHoy } from '../lib/time/hoy'
import { useZona } from '../lib/time/zona'
import { Datos } from '../ui/datos'
import { CampoDia } from '../ui/fecha/campo-dia'
import { Fallo } from '../ui/feedback/fallo'
import { Seccion } from '../ui/seccion'
import { LETRA_MONO } from '../ui/theme/tokens'
import { tono } from '../ui/theme/tono'
import { validateBusquedaContenedor } from './busqueda'
import { Curvas } from './curvas'
import { Estancias, Etiquetas, Impactos } from './listas'
import { PorQue } from './por-que'
import { QueHacer } from './que-hacer'
import { contenedorQuery, useContenedorVivo } from './queries'
import { Razones } from './razones'
import { Recorrido } from './recorrido'

const DIAS = 7
const ESTRECHA = '(max-width: 899.95px)'
const nombreOf = (d: Dispositivo) => d.Apodo ?? d.Dispositivo
const AL_REVES = 'La fecha de fin es anterior a la de inicio.'

export function ContenedorPage() {
  const { apodo } = useParams({ strict: false }) as { apodo: string }
  const [busqueda, change] = useDireccion(validateBusquedaContenedor)
  const cambia = useCambia()
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
  // What was asked for has to be put right: to ask again would not help.
  const reparo = alReves ? AL_REVES : estado === 400 || estado === 409 ? error?.message : undefined
  const deAntiguaANueva = useMemo(() => data?.estancias.toReversed(), [data])
  // An address that names the tag names the new one from then on.
  const follow = (mac: string) => {
    if (data && normalizeMacSerie(apodo) === data.dispositivo.Dispositivo)
      void navigate({
        to: '/contenedor/$apodo',
        params: { apodo: mac },
        search: (previa) => previa,
        replace: true,
      })
  }
  const onPaso = useCallback((paso: number) => void change({ paso }, true), [change])

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
    <>
      <Box sx={{ flex: { xs: '1 1 200px', md: 'none' }, width: { md: 208 } }}>
        <CampoDia
          etiqueta="Desde"
          valor={desde}
          max={hoy}
          onChange={(d) => void change({ desde: d, paso: undefined })}
          error={desde > hasta ? 'Es posterior al fin.' : undefined}
        />
      </Box>
      <Box sx={{ flex: { xs: '1 1 200px', md: 'none' }, width: { md: 208 } }}>
        <CampoDia
          etiqueta="Hasta"
          valor={hasta}
          max={hoy}
          onChange={(d) => void change({ hasta: d, paso: undefined })}
        />
      </Box>
    </>
  )
  // Of the facts the first do not depend on the days: on a phone those come after them.
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
          // Below the name, and at a desk below the days.
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
              cambia &&
              !data.eliminado &&
              data.dispositivo.ApodoLector !== null && (
                <Button size="small" onClick={() => setCorrigiendo(true)}>
                  No está aquí
                </Button>
              )
            }
          >
            <Ahora d={data.dispositivo} eliminado={data.eliminado !== null} impactos={impactosOf(data)} />
          </Seccion>
          {!diasArriba && <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>{dias}</Box>}
          <Seccion
            titulo="Etiqueta"
            acciones={
              cambia &&
              !data.eliminado && (
                <Button size="small" onClick={() => setCambiando(true)}>
                  Cambiar etiqueta
                </Button>
              )
            }
          >
            {cambia && data.deshacer_s > 0 && (
              <UndoEtiqueta
                apodo={nombreOf(data.dispositivo)}
                empresa={data.dispositivo.empresa}
                segundos={data.deshacer_s}
                desde={dataUpdatedAt}
                onUndo={follow}
              />
            )}
            <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
              La etiqueta Bluetooth que lleva ahora y las que llevó antes, por su MAC.
            </Typography>
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
            <Razones d={data.dispositivo} empresa={empresa} />
            <PorQue apodo={apodo} empresa={empresa} />
          </Seccion>
          <Seccion titulo="Batería y temperatura">
            <Curvas curvas={data.curvas} />
          </Seccion>
          <Seccion titulo="Impactos">
            <Impactos impactos={data.impactos} mide={data.mide_impactos} total={data.impactos_total} />
          </Seccion>
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

/** What its tag can tell of blows, in words. */
export function impactosOf({
  mide_impactos: mide,
  impactos_total: n,
}: Pick<FichaContenedor, 'mide_impactos' | 'impactos_total'>): string {
  if (mide === null) return 'Sin datos'
  if (mide) return 'Los mide'
  if (n === 0) return 'No mide impactos: envía muestras sueltas, que rara vez coinciden con uno'
  return `Nota algunos: envía muestras sueltas, y ${entero(n)} ${n === 1 ? 'coincidió' : 'coincidieron'} con uno`
}

function Ahora({ d, eliminado, impactos }: { d: Dispositivo; eliminado: boolean; impactos: string }) {
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
    ['Activación', d.Activado],
    ['Impactos', impactos],
  ] as const
  return <Datos datos={datos} />
}
