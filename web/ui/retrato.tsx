import Avatar from '@mui/material/Avatar'
import { tono } from './theme/tono'

type Props = { nombre: string; foto: string | null | undefined; tam?: number; onError?: () => void }

/** The photo of a person, or the initials. */
export function Retrato({ nombre, foto, tam = 28, onError }: Props) {
  const iniciales = nombre
    .split(/\s+/)
    .slice(0, 2)
    .map((p) => p.charAt(0).toUpperCase())
    .join('')
  return (
    <Avatar
      src={foto ?? undefined}
      alt=""
      slotProps={{ img: { onError } }}
      sx={{
        width: tam,
        height: tam,
        fontSize: tam > 48 ? 28 : 12,
        fontWeight: 600,
        bgcolor: tono('brand'),
        color: tono('paper'),
      }}
    >
      {iniciales || '?'}
    </Avatar>
  )
}
