import HistoryIcon from '@mui/icons-material/HistoryOutlined'
import InventoryIcon from '@mui/icons-material/Inventory2Outlined'
import SensorsIcon from '@mui/icons-material/Sensors'
import Box from '@mui/material/Box'
import type { ComponentType } from 'react'
import { ChipPosibleEstado } from '../dominio/chip-estado'
import { LETRA_MONO } from '../ui/theme/tokens'
import { tono } from '../ui/theme/tono'
import { nombreOf, type Opcion } from './opciones'

function iconoOf(o: Opcion): ComponentType {
  if (o.tipo === 'accion') return o.Icono
  if (o.tipo === 'dispositivo') return o.elegido.lector ? SensorsIcon : InventoryIcon
  // Only the old screens have no icon.
  return 'Icono' in o.entrada ? o.entrada.Icono : HistoryIcon
}

/** Label of an option: a screen or an action by its name, a device also by its mac, place and state. */
export function FilaOpcion({ opcion }: { opcion: Opcion }) {
  const Icono = iconoOf(opcion)
  return (
    <>
      <Box component="span" sx={{ display: 'flex', color: tono('muted'), '& svg': { fontSize: 20 } }}>
        <Icono />
      </Box>
      {opcion.tipo === 'dispositivo' ? (
        <DatosDispositivo opcion={opcion} />
      ) : (
        <>
          <span>{opcion.tipo === 'pantalla' ? opcion.entrada.texto : opcion.texto}</span>
          {opcion.tipo === 'pantalla' && 'en' in opcion.entrada && (
            <Box component="span" sx={{ fontSize: 12, color: tono('muted') }}>
              {opcion.entrada.en}
            </Box>
          )}
        </>
      )}
    </>
  )
}

function DatosDispositivo({ opcion: { elegido, d } }: { opcion: Opcion & { tipo: 'dispositivo' } }) {
  const detalle = [elegido.apodo && elegido.mac, d?.Lugar].filter(Boolean).join(' · ')
  return (
    <>
      <Box component="span" sx={{ flex: 'none', fontFamily: LETRA_MONO, fontSize: 13 }}>
        {nombreOf(elegido)}
      </Box>
      <Box
        component="span"
        sx={{
          flex: 1,
          minWidth: 0,
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
          fontSize: 12,
          color: tono('muted'),
        }}
      >
        {detalle}
      </Box>
      {d && <ChipPosibleEstado estado={d.PosibleEstado} />}
    </>
  )
}
