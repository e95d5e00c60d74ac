import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import { lazy, type ReactNode, Suspense, useId } from 'react'
import { enG } from '#contract/values/medidas'
import { EnlaceBoton } from '../../../barra/enlaces'
import { tono } from '../../../ui/theme/tono'
import { GraficoImpacto } from '../impact/grafico-impacto'
import { enSegundos } from '../impact/medidas'
import type { Detalle } from '../queries'
import { Anteriores } from './anteriores'
import { apodoOf } from './controles'
import { Seguimiento } from './seguimiento'
import type { Review } from './use-revision'

const ALTO_MAPA = 220

const MapaImpacto = lazy(() =>
  import('../impact/mapa-impacto').then(
    (m) => ({ default: m.MapaImpacto }),
    () => ({ default: () => <Nota>No se ha podido cargar el mapa.</Nota> }),
  ),
)

const PlanoImpacto = lazy(() =>
  import('../impact/plano-impacto').then(
    (m) => ({ default: m.PlanoImpacto }),
    () => ({ default: () => <Nota>No se ha podido cargar el plano.</Nota> }),
  ),
)

const Nota = styled('p')({ margin: 0, fontSize: 13, lineHeight: '20px', color: tono('muted') })

function Seccion({ titulo, accion, children }: { titulo: string; accion?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ '& + &': { mt: 6 } }}>
      <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 28, mb: 2 }}>
        <Box component="h3" id={id} sx={{ m: 0, flex: 1, fontSize: 14, lineHeight: '20px', fontWeight: 600 }}>
          {titulo}
        </Box>
        {accion}
      </Box>
      {children}
    </Box>
  )
}

function Cifra({ nombre, valor, nota }: { nombre: string; valor: string; nota?: string }) {
  return (
    <Box sx={{ p: 3, minWidth: 0, '& + &': { borderLeft: `1px solid ${tono('line')}` } }}>
      <Box component="dt" sx={{ fontSize: 12, lineHeight: '16px', color: tono('muted') }}>
        {nombre}
      </Box>
      <Box component="dd" sx={{ m: 0, mt: 1, fontSize: 20, lineHeight: '28px', fontWeight: 600 }}>
        {valor}
      </Box>
      {nota && (
        <Box component="dd" sx={{ m: 0, fontSize: 12, lineHeight: '16px', color: tono('muted') }}>
          {nota}
        </Box>
      )}
    </Box>
  )
}

/** All data of an incident. */
export function FichaIncidencia({ i, onReview }: { i: Detalle; onReview: Review | undefined }) {
  const { Lat, Lon, nodo } = i
  const enMapa = Lat !== null && Lon !== null
  const situada = enMapa || nodo !== null
  return (
    <>
      <Seccion titulo="Gravedad">
        <Box
          component="dl"
          sx={{
            m: 0,
            display: 'grid',
            gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
            border: `1px solid ${tono('line')}`,
            borderRadius: '8px',
          }}
        >
          <Cifra nombre="Pico" valor={enG(i.pico_g)} nota={`umbral ${enG(i.umbral_g)}`} />
          <Cifra
            nombre="Impactos"
            valor={String(i.impactos)}
            nota={i.impactos > 1 ? 'en la ráfaga' : 'aislado'}
          />
          <Cifra
            nombre="Duración"
            valor={enSegundos(i.duracion_s)}
            nota={i.impactos > 1 ? 'del primero al último' : 'un solo impacto'}
          />
        </Box>
      </Seccion>
      <Seccion titulo="Aceleración alrededor del impacto">
        {i.muestras.length > 0 ? (
          <GraficoImpacto muestras={i.muestras} pico_g={i.pico_g} umbral={i.umbral_g} />
        ) : (
          <SinMuestras i={i} />
        )}
      </Seccion>
      <Seccion titulo="Dónde estaba">
        <Box component="dl" sx={{ m: 0, mb: 3, display: 'flex', flexWrap: 'wrap', gap: '8px 32px' }}>
          <Dato nombre="Ubicación" valor={i.Ubicacion ?? (situada ? '—' : 'Sin ubicación disponible')} />
          <Dato nombre="Lector" valor={i.ApodoLector ?? i.Lector ?? 'Sin datos'} />
        </Box>
        {situada ? (
          <Box
            sx={{
              height: ALTO_MAPA,
              border: `1px solid ${tono('line')}`,
              borderRadius: '8px',
              overflow: 'hidden',
            }}
          >
            <Suspense fallback={<Skeleton variant="rectangular" height={ALTO_MAPA} />}>
              {enMapa ? (
                <MapaImpacto lat={Lat} lon={Lon} apodo={apodoOf(i)} lugar={i.Ubicacion} />
              ) : (
                nodo && (
                  <PlanoImpacto nodo={nodo} empresa={i.empresa} apodo={apodoOf(i)} lugar={i.Ubicacion} />
                )
              )}
            </Suspense>
          </Box>
        ) : (
          i.Ubicacion && <Nota>Sin ubicación disponible</Nota>
        )}
      </Seccion>
      <Seccion titulo="Seguimiento">
        <Seguimiento i={i} onReview={onReview} />
      </Seccion>
      <Seccion
        titulo="Impactos anteriores"
        accion={
          i.ApodoDispositivo && (
            <EnlaceBoton
              to="/NewData"
              search={{ search: i.ApodoDispositivo, estado: 'Impacto' }}
              size="small"
            >
              Ver sus eventos
            </EnlaceBoton>
          )
        }
      >
        <Anteriores anteriores={i.anteriores} total={i.totalAnteriores} />
      </Seccion>
    </>
  )
}

function SinMuestras({ i }: { i: Detalle }) {
  const extremos = [
    ['X', i.accelxmin, i.accelxmax],
    ['Y', i.accelymin, i.accelymax],
    ['Z', i.accelzmin, i.accelzmax],
  ] as const
  if (extremos.every(([, min, max]) => min === null && max === null))
    return <Nota>El sensor no envió muestras de este impacto.</Nota>
  return (
    <>
      <Nota>El sensor no envió muestras de este impacto, solo los extremos de cada eje.</Nota>
      <Box component="dl" sx={{ m: 0, mt: 2, display: 'flex', flexWrap: 'wrap', gap: '8px 32px' }}>
        {extremos.map(([eje, min, max]) => (
          <Dato key={eje} nombre={`Eje ${eje}`} valor={`${enG(min)} … ${enG(max)}`} />
        ))}
      </Box>
    </>
  )
}

function Dato({ nombre, valor }: { nombre: string; valor: string }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box component="dt" sx={{ fontSize: 12, lineHeight: '16px', color: tono('muted') }}>
        {nombre}
      </Box>
      <Box component="dd" sx={{ m: 0, fontWeight: 550 }}>
        {valor}
      </Box>
    </Box>
  )
}
