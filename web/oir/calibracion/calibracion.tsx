import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EnlaceBoton } from '../../barra/enlaces'
import { PanelEmpresa } from '../../dominio/administracion/panel-empresa'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { Fallo } from '../../ui/feedback/fallo'
import { tono } from '../../ui/theme/tono'

import { Lugares, primeroRepetir } from './lugares'
import { Modelos } from './modelos'
import { PaseoEnMarcha } from './paseo-en-marcha'
import { calibracionQuery, paseoQuery } from './queries'
import { StartPaseo } from './start-paseo'
import { Versiones } from './versiones'

function CalibracionDe({ empresa }: { empresa: number }) {
  const sabido = useQuery(calibracionQuery(empresa))
  const paseo = useQuery(paseoQuery(empresa))
  const [empezando, setEmpezando] = useState(false)
  const error = sabido.error ?? paseo.error
  const lugares = sabido.data && primeroRepetir(sabido.data.ubicaciones)
  const versiones = sabido.data?.versiones ?? []
  const modelos = versiones.find((v) => v.activo)?.resumen.modelos
  const repetir = lugares?.filter((u) => u.repetir).length ?? 0

  return (
    <Box sx={{ display: 'grid', gap: 6 }}>
      {error && (!lugares || paseo.data === undefined) ? (
        <Fallo
          texto="No se ha podido cargar la calibración"
          detalle={error.message}
          ocupado={sabido.isFetching || paseo.isFetching}
          onRetry={() => {
            void sabido.refetch()
            void paseo.refetch()
          }}
        />
      ) : !lugares || paseo.data === undefined ? (
        <Skeleton variant="rounded" height={480} aria-label="Cargando la calibración" />
      ) : lugares.length === 0 ? (
        <EstadoVacio
          texto="No hay ubicaciones que calibrar"
          ayuda="Primero se crean las ubicaciones de la planta en el plano."
          accion={
            <EnlaceBoton to="/special" variant="outlined">
              Ir al plano
            </EnlaceBoton>
          }
        />
      ) : paseo.data ? (
        <PaseoEnMarcha paseo={paseo.data} leido={paseo.dataUpdatedAt} lugares={lugares} />
      ) : (
        <>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
            <Typography variant="h3" component="h2" sx={{ flex: 1, minWidth: 160 }}>
              Lugares
            </Typography>
            <Button
              variant="contained"
              onClick={() => setEmpezando(true)}
              sx={{ minHeight: 44, width: { xs: '100%', sm: 'auto' } }}
            >
              Empezar paseo
            </Button>
          </Box>
          {repetir > 0 && (
            <Typography variant="body2" sx={{ color: tono('amber') }}>
              {repetir === 1
                ? 'Un lugar ya no se oye como cuando se recorrió. Conviene repetir su paseo.'
                : `${repetir} lugares ya no se oyen como cuando se recorrieron. Conviene repetir su paseo, empezando por el primero.`}
            </Typography>
          )}
          <Lugares lugares={lugares} />
          {modelos && <Modelos modelos={modelos} />}
          <Versiones empresa={empresa} versiones={versiones} />
        </>
      )}
      {empezando && <StartPaseo empresa={empresa} onClose={() => setEmpezando(false)} />}
    </Box>
  )
}

/** What Retorna has learned about a plant, and the walk that teaches it. */
export const Calibracion = () => (
  <PanelEmpresa
    ancho={880}
    ayuda="Un paseo enseña a Retorna cómo se oye una etiqueta en cada lugar: tres minutos en cada uno, con un dispositivo y el teléfono. Es lo que más mejora la ubicación, también donde no hay lector."
  >
    {(empresa) => <CalibracionDe empresa={empresa} />}
  </PanelEmpresa>
)
