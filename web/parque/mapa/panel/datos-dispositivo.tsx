import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { Bateria } from '../../../dominio/bateria'
import { ChipPosibleEstado, ChipTipo } from '../../../dominio/chip-estado'
import { Lugar } from '../../../dominio/lugar'
import { NoSeSabe } from '../../../dominio/no-se-sabe'
import { UltimoRegistro } from '../../../dominio/ultimo-registro'
import { LETRA_MONO } from '../../../ui/theme/tokens'
import { tono } from '../../../ui/theme/tono'
import { Movimiento } from '../markers/movimiento'

const decimal = new Intl.NumberFormat('es', { maximumFractionDigits: 1 })
const grados = new Intl.NumberFormat('es', { minimumFractionDigits: 5, maximumFractionDigits: 5 })

/** Coordinates of a device without a location. */
function coordenadas(d: Dispositivo): string {
  return d.Lat == null || d.Lon == null
    ? 'Sin ubicación disponible'
    : `${grados.format(d.Lat)} · ${grados.format(d.Lon)}`
}

function Linea({ nombre, children }: { nombre: string; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '128px minmax(0, 1fr)', sm: '148px minmax(0, 1fr)' },
        alignItems: 'center',
        minHeight: 36,
        py: 1,
        '& + &': { borderTop: `1px solid ${tono('line')}` },
      }}
    >
      <Box component="dt" sx={{ color: tono('muted') }}>
        {nombre}
      </Box>
      <Box component="dd" sx={{ m: 0 }}>
        {children}
      </Box>
    </Box>
  )
}

/** Everything known about a device, one line each. */
export function DatosDispositivo({ d }: { d: Dispositivo }) {
  return (
    <Box component="dl" sx={{ m: 0, fontSize: 14, lineHeight: '20px' }}>
      <Linea nombre="Tipo de dispositivo">{d.TipoDispositivo && <ChipTipo tipo={d.TipoDispositivo} />}</Linea>
      <Linea nombre="Último registro">
        <UltimoRegistro iso={d.UltimoRegistro} empresa={d.empresa} conExacta />
      </Linea>
      <Linea nombre="Visto por">{d.ApodoLector ?? 'Sin datos'}</Linea>
      <Linea nombre="Posible Estado">
        {d.PosibleEstado ? <ChipPosibleEstado estado={d.PosibleEstado} /> : '—'}
      </Linea>
      <Linea nombre="Movimiento">
        <Movimiento estado={d.Estado} />
      </Linea>
      <Linea nombre="Batería">
        <Bateria porcentaje={d.Bateria} milivoltios={d.BateriaMv} />
      </Linea>
      <Linea nombre="Ubicación">
        <Lugar d={d} falta={coordenadas(d)} />
      </Linea>
      {d.Rssi != null && <Linea nombre="Señal">{decimal.format(Math.round(d.Rssi))} dBm</Linea>}
      {d.NoSeSabe && (
        <Linea nombre="Nota">
          <NoSeSabe d={d} />
        </Linea>
      )}
      {d.Temperatura != null && <Linea nombre="Temperatura">{decimal.format(d.Temperatura)} °C</Linea>}
      {d.Humedad != null && <Linea nombre="Humedad">{decimal.format(d.Humedad)} %</Linea>}
      <Linea nombre="MAC o serie">
        <Box component="span" sx={{ fontFamily: LETRA_MONO, fontSize: 13 }}>
          {d.Dispositivo}
        </Box>
      </Linea>
    </Box>
  )
}
