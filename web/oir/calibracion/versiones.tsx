import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Resumen, Version } from '#contract/oir/lecturas/calibracion'
import { CLAVE } from '../../dominio/administracion/queries'
import { useCambio } from '../../dominio/administracion/use-cambio'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { fechaHora } from '../../lib/formato'
import { useZona } from '../../lib/time/zona'
import { Button } from '../../ui/button'
import { useAviso } from '../../ui/feedback/aviso'
import { Confirm } from '../../ui/feedback/confirm'
import { tono } from '../../ui/theme/tono'
import { Lista } from './lista'
import { cuantos } from './textos'

const CLASE = {
  paseo: 'Paseo',
  confirmaciones: 'Correcciones de personas',
  solo: 'Aprendido solo',
  'vuelta atrás': 'Vuelta atrás',
}

/** The data that a version was made of, and what it changed. */
function efecto({ de, lugares, muestras, confirmaciones, antes, ahora }: Resumen): string {
  const origen =
    de === null
      ? `${cuantos(lugares, 'lugar', 'lugares')}, ${cuantos(muestras, 'muestra', 'muestras')}`
      : de === 0
        ? 'Como antes de calibrar'
        : `Como la versión ${de}`
  if (!confirmaciones) return origen
  return `${origen}. Acierta ${ahora} de ${cuantos(confirmaciones, 'confirmación', 'confirmaciones')}, antes ${antes}`
}

export function Versiones({ empresa, versiones }: { empresa: number; versiones: readonly Version[] }) {
  const zona = useZona()
  const [elegida, setElegida] = useState<number>()
  const volver = useCambio(
    (version: number) => call(api.restoreVersion, { params: { version }, body: { empresa } }),
    (version) => (version ? `Vuelta a la versión ${version}` : 'Vuelta a antes de calibrar'),
  )
  const cliente = useQueryClient()
  const aviso = useAviso()
  const learn = useMutation({
    mutationFn: () => call(api.learnNow, { body: { empresa } }),
    onError: (e) => aviso.error(e.message),
    onSettled: () => cliente.invalidateQueries({ queryKey: CLAVE }),
  })
  const hay = versiones.length > 0
  const conSinCalibrar = hay && !versiones.some((v) => v.activo && v.resumen.de === 0)
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
        <Typography variant="h3" component="h2" sx={{ flex: 1, minWidth: 160 }}>
          Versiones
        </Typography>
        <Button
          variant="outlined"
          loading={learn.isPending}
          onClick={() =>
            learn.mutate(undefined, {
              onSuccess: ({ version }) =>
                version === null
                  ? aviso.info('No hay nada nuevo que aprender')
                  : aviso.exito(`Versión ${version} probada`),
            })
          }
          sx={{ minHeight: 44, width: { xs: '100%', sm: 'auto' } }}
        >
          Aprender ahora
        </Button>
      </Box>
      <Typography variant="body2" color="textSecondary">
        Cada día Retorna aprende de las correcciones de las personas y de los contenedores que están sin duda
        en un lugar. Solo usa lo nuevo si nombra las últimas correcciones al menos igual de bien.
      </Typography>
      {!hay && (
        <Typography variant="body2" color="textSecondary">
          Todavía no se ha aprendido nada.
        </Typography>
      )}
      {hay && (
        <Lista nombre="Versiones">
          {versiones.map((v) => (
            <Box key={v.version} component="li" sx={{ flexWrap: 'wrap' }}>
              <Box sx={{ flex: 1, minWidth: 200 }}>
                <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', fontWeight: 550 }}>
                  Versión {v.version} · {CLASE[v.clase]}
                  {v.activo && <Chip size="small" color="success" variant="outlined" label="En uso" />}
                </Box>
                <Box sx={{ fontSize: 13, color: tono('muted') }}>{efecto(v.resumen)}</Box>
                {v.resumen.motivo && (
                  <Box sx={{ fontSize: 13, color: tono('amber') }}>No se usa. {v.resumen.motivo}</Box>
                )}
                <Box sx={{ fontSize: 13, color: tono('muted') }}>
                  {fechaHora(v.creado, zona)?.slice(0, 16)}
                  {v.autor && ` · ${v.autor}`}
                </Box>
              </Box>
              {!v.activo && v.resumen.motivo === null && (
                <Button size="small" onClick={() => setElegida(v.version)} sx={{ minHeight: 44 }}>
                  Volver a esta versión
                </Button>
              )}
            </Box>
          ))}
          {conSinCalibrar && (
            <Box component="li">
              <Box sx={{ flex: 1 }}>Sin calibrar</Box>
              <Button size="small" onClick={() => setElegida(0)} sx={{ minHeight: 44 }}>
                Volver a antes de calibrar
              </Button>
            </Box>
          )}
        </Lista>
      )}
      <Confirm
        abierto={elegida !== undefined}
        titulo={elegida ? `Volver a la versión ${elegida}` : 'Volver a antes de calibrar'}
        texto="Los lugares se dirán según ella desde ahora. Lo aprendido después se conserva: se puede volver también a ello."
        accion="Volver"
        ocupado={volver.isPending}
        onCancel={() => setElegida(undefined)}
        onConfirm={() =>
          elegida !== undefined && volver.mutate(elegida, { onSettled: () => setElegida(undefined) })
        }
      />
    </>
  )
}
