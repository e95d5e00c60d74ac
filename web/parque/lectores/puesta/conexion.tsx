import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { recuerdo } from '../../../lib/recuerdo'
import { Fallo } from '../../../ui/feedback/fallo'
import { Secreto } from '../../../ui/secreto'
import { conexionQuery } from '../queries'
import { BrokerAjeno } from './broker-ajeno'

const CLAVE_FABRICANTE = 'retorna.fabricante'
const HUECO = '<lector>'
const SIN_CLAVE = 'CLAVE'

export type Clave = { usuario: string; clave: string }

/** Settings to enter on the device, by vendor, each with a copy button; includes the credential once it is issued. */
export function Conexion({
  mac,
  puente,
  clave,
  usuario,
}: {
  mac: string
  /** Whether its credential also speaks for other readers. */
  puente: boolean
  clave: Clave | undefined
  usuario: string
}) {
  const { data, error, refetch } = useQuery(conexionQuery)
  // The vendor is remembered: readers are set up one after another, and usually are of the same make.
  const [formato, setFormato] = useState(() => recuerdo.get(CLAVE_FABRICANTE) ?? 'minew')
  if (error) return <Fallo texto={error.message} onRetry={() => void refetch()} />
  if (!data) return <Box aria-busy="true" sx={{ height: 240 }} />
  const elegido = data.fabricantes.find((f) => f.formato === formato) ?? data.fabricantes[0]
  if (!elegido) return null
  const url = `${data.http}/${elegido.formato}`
  const quien = `${clave?.usuario ?? usuario}:${clave?.clave ?? SIN_CLAVE}`
  const conMac = (s: string) => s.replaceAll(HUECO, mac)
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <TextField
        select
        label="Fabricante"
        size="small"
        value={elegido.formato}
        onChange={(e) => {
          recuerdo.set(CLAVE_FABRICANTE, e.target.value)
          setFormato(e.target.value)
        }}
      >
        {data.fabricantes.map((f) => (
          <MenuItem key={f.formato} value={f.formato}>
            {f.nombre}
          </MenuItem>
        ))}
      </TextField>
      {elegido.ajustes.length > 0 && (
        <Box component="ul" sx={{ m: 0, pl: 5, fontSize: 13 }}>
          {elegido.ajustes.map((a) => (
            <li key={a}>{conMac(a)}</li>
          ))}
        </Box>
      )}
      {data.mqtt && elegido.topic && (
        <>
          <Secreto nombre="Broker MQTT" valor={`${data.mqtt.equipo}:${data.mqtt.puerto}`} />
          <Secreto nombre="Topic" valor={conMac(elegido.topic)} />
        </>
      )}
      <Secreto nombre="Dirección HTTP" valor={url} />
      {clave ? (
        <>
          <Alert severity="info" variant="outlined">
            Cópiala ahora: la clave no se vuelve a mostrar.
          </Alert>
          <Secreto nombre="Usuario" valor={clave.usuario} />
          <Secreto nombre="Clave" valor={clave.clave} />
        </>
      ) : (
        <Box sx={{ fontSize: 13 }}>
          Usuario <b>{usuario}</b>; la clave se enseña una sola vez, al emitir la credencial.
        </Box>
      )}
      {data.mqtt?.ajeno && elegido.topic && (
        <BrokerAjeno
          ajeno={data.mqtt.ajeno}
          usuario={clave?.usuario ?? usuario}
          clave={clave?.clave ?? SIN_CLAVE}
          // A bridge publishes for readers whose MACs nobody knows here.
          topic={elegido.topic.replaceAll(HUECO, puente ? '+' : mac).replaceAll('<dispositivo>', '+')}
        />
      )}
      <Secreto
        nombre="Prueba con curl"
        valor={`curl -u '${quien}' -H 'content-type: application/json' -d '{"lector":"${mac}"}' ${data.http}/retorna`}
      />
    </Box>
  )
}
