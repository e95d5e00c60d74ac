import CheckIcon from '@mui/icons-material/CheckOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useRef, useState } from 'react'
import type { Calibracion, Paseo } from '#contract/oir/lecturas/calibracion'
import { MIN_MUESTRAS, PARADA_S } from '#contract/oir/lecturas/calibracion-values'
import { useCambio } from '../../dominio/administracion/use-cambio'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/feedback/confirm'
import { LETRA_MONO } from '../../ui/theme/tokens'
import { tono } from '../../ui/theme/tono'
import { Lista } from './lista'
import { ParadaAbierta } from './parada'
import { cuantos, reloj } from './textos'

/** Result of a finished stop. */
function hechoOf({ segundos, anuncios, lectores, muestras }: Paseo['paradas'][number]): string {
  if (muestras < MIN_MUESTRAS) return `${reloj(segundos)} · se ha oído poco: repítelo`
  return `${reloj(segundos)} · ${cuantos(anuncios, 'anuncio', 'anuncios')} · ${cuantos(lectores, 'lector', 'lectores')}`
}

type Props = {
  paseo: Paseo
  /** When the answer arrived, in ms. */
  leido: number
  lugares: Calibracion['ubicaciones']
}

/** Guides the user through the plant, place after place. */
export function PaseoEnMarcha({ paseo, leido, lugares }: Props) {
  const { empresa } = paseo
  const [saltados, setSaltados] = useState<readonly number[]>([])
  const [fin, setFin] = useState<'aprender' | 'descartar'>()
  const ir = useCambio(
    (u: { id: number; nombre: string }) => call(api.startParada, { body: { empresa, ubicacion: u.id } }),
    (u) => `Empieza ${u.nombre}`,
  )
  const dejar = useCambio(
    (descartar: boolean) => call(api.endParada, { body: { empresa, descartar } }),
    (descartar) => (descartar ? 'Lugar descartado' : 'Lugar recorrido'),
  )
  const terminar = useCambio(
    (descartar: boolean) => call(api.endPaseo, { body: { empresa, descartar } }),
    (descartar) => (descartar ? 'Paseo descartado' : 'Paseo aprendido: ya se ubica con él'),
  )
  const ahora = useRef<HTMLElement>(null)
  // A user who chose the place far down the list on a phone must see how long to stay.
  const go = (u: { id: number; nombre: string }) =>
    ir.mutate(u, { onSuccess: () => ahora.current?.scrollIntoView({ block: 'center' }) })
  const abierta = paseo.paradas.find((p) => p.hasta === null)
  const hechas = new Map(paseo.paradas.filter((p) => p.hasta !== null).map((p) => [p.ubicacion, p]))
  const utiles = [...hechas.values()].filter((p) => p.muestras >= MIN_MUESTRAS).length
  const pendientes = lugares.filter((u) => !hechas.has(u.id) && u.id !== abierta?.ubicacion)
  const ultimo = (id: number) => saltados.lastIndexOf(id)
  const siguiente = pendientes.toSorted((a, b) => ultimo(a.id) - ultimo(b.id))[0]
  const ocupado = ir.isPending || dejar.isPending

  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
        <Typography variant="h3" component="h2" sx={{ flex: 1, minWidth: 200 }}>
          Paseo con{' '}
          <Box component="span" sx={{ fontFamily: LETRA_MONO }}>
            {paseo.dispositivo.apodo ?? paseo.dispositivo.mac}
          </Box>
        </Typography>
        <Box sx={{ fontSize: 14, color: tono('muted') }}>
          {hechas.size} de {lugares.length} lugares
        </Box>
      </Box>
      <Box
        ref={ahora}
        component="section"
        aria-label="Lugar de ahora"
        sx={{
          display: 'grid',
          gap: 2,
          alignContent: 'start',
          minHeight: 320,
          p: 4,
          borderRadius: 2,
          border: `1px solid ${tono('line')}`,
        }}
      >
        {abierta ? (
          <ParadaAbierta parada={abierta} leido={leido} ocupado={ocupado} onEnd={(d) => dejar.mutate(d)} />
        ) : siguiente ? (
          <>
            <Typography sx={{ fontSize: 14, color: tono('muted') }}>Ponte con el dispositivo en</Typography>
            <Typography variant="h2" component="h3" sx={{ overflowWrap: 'anywhere' }}>
              {siguiente.nombre}
            </Typography>
            <Typography sx={{ fontSize: 14, color: tono('muted') }}>
              Recorre despacio el lugar durante tres minutos, con el dispositivo a la altura de un contenedor,
              y ve girándolo: los contenedores miran hacia cualquier lado.
            </Typography>
            <Box
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                gap: 2,
                '& button': { minHeight: 48, flex: '1 1 140px' },
              }}
            >
              <Button variant="contained" loading={ocupado} onClick={() => go(siguiente)}>
                Empezar {reloj(PARADA_S)}
              </Button>
              <Button
                color="inherit"
                disabled={ocupado || pendientes.length < 2}
                onClick={() => setSaltados((s) => [...s, siguiente.id])}
              >
                Saltar
              </Button>
            </Box>
          </>
        ) : (
          <>
            <Typography variant="h2" component="h3">
              Todo recorrido
            </Typography>
            <Typography sx={{ fontSize: 14, color: tono('muted') }}>
              Termina el paseo para que se ubique con él, o repite un lugar.
            </Typography>
          </>
        )}
      </Box>
      <Lista nombre="Lugares del paseo">
        {lugares.map((u) => {
          const hecha = hechas.get(u.id)
          const esAhora = abierta?.ubicacion === u.id
          return (
            <Box key={u.id} component="li">
              <Box sx={{ width: 20, flex: 'none', display: 'flex', color: tono('verde') }}>
                {hecha && hecha.muestras >= MIN_MUESTRAS && <CheckIcon fontSize="small" aria-hidden />}
              </Box>
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Box sx={{ fontWeight: esAhora ? 650 : 500, overflowWrap: 'anywhere' }}>{u.nombre}</Box>
                <Box
                  sx={{
                    fontSize: 13,
                    color: tono(hecha && hecha.muestras < MIN_MUESTRAS ? 'amber' : 'muted'),
                  }}
                >
                  {esAhora ? 'Ahora' : hecha ? hechoOf(hecha) : 'Pendiente'}
                </Box>
              </Box>
              {!esAhora && (
                <Button
                  size="small"
                  disabled={ocupado || abierta !== undefined}
                  aria-label={`${hecha ? 'Repetir' : 'Ir a'} ${u.nombre}`}
                  onClick={() => go(u)}
                  sx={{ minHeight: 44 }}
                >
                  {hecha ? 'Repetir' : 'Ir aquí'}
                </Button>
              )}
            </Box>
          )
        })}
      </Lista>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, '& button': { minHeight: 48, flex: '1 1 180px' } }}
      >
        <Button
          variant={siguiente || abierta ? 'outlined' : 'contained'}
          disabled={utiles === 0 || abierta !== undefined}
          onClick={() => setFin('aprender')}
        >
          Terminar paseo
        </Button>
        <Button color="error" onClick={() => setFin('descartar')}>
          Descartar paseo
        </Button>
      </Box>
      <Confirm
        abierto={fin !== undefined}
        titulo={fin === 'descartar' ? 'Descartar paseo' : 'Terminar paseo'}
        texto={
          fin === 'descartar'
            ? 'No se aprende nada de este paseo.'
            : `Se aprende de ${cuantos(utiles, 'lugar', 'lugares')}. Lo que se sabía de otros se conserva.`
        }
        accion={fin === 'descartar' ? 'Descartar' : 'Terminar'}
        peligro={fin === 'descartar'}
        ocupado={terminar.isPending}
        onCancel={() => setFin(undefined)}
        onConfirm={() => terminar.mutate(fin === 'descartar', { onSettled: () => setFin(undefined) })}
      />
    </>
  )
}
