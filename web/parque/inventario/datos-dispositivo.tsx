import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { Bateria } from '../../dominio/bateria'
import { ChipEstado, ChipPosibleEstado, ChipTipo } from '../../dominio/chip-estado'
import { Lugar } from '../../dominio/lugar'
import { NoSeSabe } from '../../dominio/no-se-sabe'
import { UltimoRegistro } from '../../dominio/ultimo-registro'
import { LETRA_MONO } from '../../ui/theme/tokens'
import { tono } from '../../ui/theme/tono'
import { Fecha } from './fecha'

const Lista = styled('dl')({
  margin: 0,
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(280px, 1fr))',
  columnGap: 24,
  fontSize: 14,
  lineHeight: '20px',
  '& > div': {
    display: 'grid',
    gridTemplateColumns: '116px minmax(0, 1fr)',
    alignItems: 'center',
    minHeight: 36,
    padding: '4px 0',
    borderBottom: `1px solid ${tono('line')}`,
  },
  '& dt': { color: tono('muted') },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
})

const decimal = new Intl.NumberFormat('es', { maximumFractionDigits: 1 })

function Dato({ nombre, children }: { nombre: string; children: ReactNode }) {
  return (
    <div>
      <dt>{nombre}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** All data of a device. */
export function DatosDispositivo({ d }: { d: Dispositivo }) {
  return (
    <Lista>
      <Dato nombre="Tipo">
        <ChipTipo tipo={d.TipoDispositivo} />
      </Dato>
      <Dato nombre="Activado">{d.Activado}</Dato>
      <Dato nombre="Último registro">
        <UltimoRegistro iso={d.UltimoRegistro} empresa={d.empresa} conExacta />
      </Dato>
      <Dato nombre="Visto por">{d.ApodoLector ?? 'Sin datos'}</Dato>
      <Dato nombre="Posible estado">
        <ChipPosibleEstado estado={d.PosibleEstado} />
      </Dato>
      <Dato nombre="Estado">{d.Estado ? <ChipEstado estado={d.Estado} /> : '—'}</Dato>
      <Dato nombre="Batería">
        <Bateria porcentaje={d.Bateria} milivoltios={d.BateriaMv} />
      </Dato>
      <Dato nombre="Ubicación">
        <Lugar d={d} falta="Sin ubicación" />
      </Dato>
      <Dato nombre="Etiqueta">{d.Etiqueta ?? '—'}</Dato>
      <Dato nombre="Registrado">
        <Fecha iso={d.FechaRegistro} />
      </Dato>
      <Dato nombre="MAC o serie">
        <span style={{ fontFamily: LETRA_MONO, fontSize: 13 }}>{d.Dispositivo}</span>
      </Dato>
      {d.NoSeSabe && (
        <Dato nombre="Nota">
          <NoSeSabe d={d} />
        </Dato>
      )}
      {d.Temperatura != null && <Dato nombre="Temperatura">{decimal.format(d.Temperatura)} °C</Dato>}
      {d.Humedad != null && <Dato nombre="Humedad">{decimal.format(d.Humedad)} %</Dato>}
      {d.Roll != null && d.Pitch != null && (
        <Dato nombre="Inclinación">
          {decimal.format(d.Roll)}° · {decimal.format(d.Pitch)}°
        </Dato>
      )}
      {d.Rssi != null && <Dato nombre="Señal">{d.Rssi} dBm</Dato>}
    </Lista>
  )
}
