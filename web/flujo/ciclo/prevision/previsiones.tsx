import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { VistasGuardadas } from '../../../dominio/vistas/vistas-guardadas'
import { urlOf } from '../../../lib/api/api'
import { type Change, useEncima } from '../../../lib/api/direccion'
import { api } from '../../../lib/api/llamadas'
import { useEmpresa } from '../../../lib/session/empresa'
import { BotonExportar } from '../../../ui/exportar/boton-exportar'
import { EstadoVacio } from '../../../ui/feedback/estado-vacio'
import { Fallo } from '../../../ui/feedback/fallo'
import { SelectorFiltro } from '../../../ui/filtros/selector'
import { CopyEnlace } from '../../../ui/tabla/copy-enlace'
import { tono } from '../../../ui/theme/tono'
import type { BusquedaCiclo } from '../busqueda'
import { DetalleSerie } from './detalle'
import { seriesQuery, VER, type Ver } from './queries'
import { TarjetaSerie } from './tarjeta'

const NOMBRES: Record<Ver, string> = { faltas: 'Van a faltar', todas: 'Todas las familias' }
/** Cards of the first render. */
const TROZO = 24

type Props = {
  ciclo: number | undefined
  familia: string | undefined
  ver: Ver | undefined
  /** The open series. */
  serie: number | undefined
  change: Change<BusquedaCiclo>
}

/** The forecast of each stage for the coming 24 open hours, and which ones run short. */
export function Previsiones({ ciclo, familia, ver, serie, change }: Props) {
  const detalle = useEncima(change, 'serie')
  const empresa = useEmpresa()
  const filtros = { ciclo, familia, ver, empresa }
  const { data, error, isFetching, refetch } = useQuery(seriesQuery(filtros))
  const [cuantas, setCuantas] = useState(TROZO)
  if (error && !data)
    return (
      <Fallo
        texto="No se ha podido cargar la previsión"
        detalle={error.message}
        onRetry={() => void refetch()}
        ocupado={isFetching}
      />
    )
  if (!data) return <Skeleton variant="rounded" height={320} aria-label="Cargando la previsión" />
  const abierta = data.data.find((s) => s.id === serie)
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <SelectorFiltro
          valor={ver}
          opciones={VER}
          onChange={(v) => void change({ ver: v })}
          nombre="Qué se ve"
          todas="Etapas enteras y familias con mínimo"
          tell={(v) => NOMBRES[v]}
        />
        <Typography role="status" sx={{ fontSize: 13, color: tono('muted') }}>
          {data.data.length === 1 ? '1 serie' : `${data.data.length.toLocaleString('es')} series`}
        </Typography>
        <Box sx={{ ml: 'auto', display: 'flex' }}>
          <CopyEnlace filas={data.data.length} />
          <BotonExportar
            nombre="previsiones"
            urlOf={(formato) => urlOf(api.exportPrevisiones.path, undefined, { ...filtros, formato })}
            vacio={!data.data.length}
          />
          <VistasGuardadas pantalla="prevision" consulta={filtros} />
        </Box>
      </Box>
      {data.data.length === 0 ? (
        <EstadoVacio
          texto={ver === 'faltas' ? 'No se espera que falte nada' : 'Todavía no hay previsión'}
          ayuda={
            ver === 'faltas'
              ? 'Ninguna etapa con mínimo bajará de él en las próximas 24 horas de trabajo.'
              : 'Se hace cada hora de trabajo, desde que un ciclo tiene etapas y por ellas pasan contenedores.'
          }
        />
      ) : (
        <Box
          sx={{
            display: 'grid',
            gap: 3,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(300px, 1fr))' },
          }}
        >
          {data.data.slice(0, cuantas).map((s) => (
            <TarjetaSerie key={s.id} s={s} onOpen={() => detalle.open(s.id)} />
          ))}
        </Box>
      )}
      {data.data.length > cuantas && (
        <Button sx={{ justifySelf: 'center' }} onClick={() => setCuantas(cuantas + 4 * TROZO)}>
          Ver más
        </Button>
      )}
      {abierta && <DetalleSerie s={abierta} onClose={detalle.close} />}
    </Box>
  )
}
