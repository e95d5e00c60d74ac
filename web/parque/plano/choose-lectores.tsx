import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { LETRA_MONO } from '../../ui/theme/tokens'
import { tono } from '../../ui/theme/tono'
import { lectoresQuery } from './queries'

const Linea = styled('label')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 36,
  padding: '0 12px',
  fontSize: 13,
  cursor: 'pointer',
  '& + &': { borderTop: `1px solid ${tono('line')}` },
  '& .apodo': { fontFamily: LETRA_MONO, fontSize: 12 },
  '& .lugar': { marginLeft: 'auto', color: tono('muted'), fontSize: 12 },
  '@media (pointer: coarse)': { minHeight: 44 },
})

type Props = {
  empresa: number
  /** The location whose readers are chosen. */
  nombre: string
  elegidos: ReadonlySet<string>
  onChange: (elegidos: ReadonlySet<string>) => void
}

/** The readers of the company; those at this location are checked. */
export function ChooseLectores({ empresa, nombre, elegidos, onChange }: Props) {
  const { data, error } = useQuery(lectoresQuery(empresa))
  const change = (mac: string, puesto: boolean) => {
    const nuevos = new Set(elegidos)
    if (puesto) nuevos.add(mac)
    else nuevos.delete(mac)
    onChange(nuevos)
  }
  return (
    <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ p: 0, mb: 1.5, fontSize: 13, fontWeight: 600 }}>
        Lectores de esta ubicación
      </Box>
      {error ? (
        <Box role="alert" sx={{ fontSize: 13, color: tono('rojo') }}>
          {error.message}
        </Box>
      ) : data?.length === 0 ? (
        <Box sx={{ fontSize: 13, color: tono('muted') }}>La empresa no tiene lectores.</Box>
      ) : (
        <Box
          sx={{
            maxHeight: 224,
            minHeight: 74,
            overflow: 'auto',
            border: `1px solid ${tono('line')}`,
            borderRadius: 2,
          }}
        >
          {data?.map((l) => (
            <Linea key={l.Dispositivo}>
              <Checkbox
                size="small"
                checked={elegidos.has(l.Dispositivo)}
                onChange={(e) => change(l.Dispositivo, e.target.checked)}
                sx={{ p: 0 }}
              />
              <span className="apodo">{l.Apodo ?? l.Dispositivo}</span>
              {l.Ubicacion && l.Ubicacion !== nombre && <span className="lugar">en {l.Ubicacion}</span>}
            </Linea>
          ))}
        </Box>
      )}
    </Box>
  )
}
