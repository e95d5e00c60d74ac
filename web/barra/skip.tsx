import Link from '@mui/material/Link'
import { SIN_PAPEL } from '../ui/theme/papel'
import { tono } from '../ui/theme/tono'

/** Skip link: the first tab stop, past the bar to the screen itself. */
export function SkipToContenido() {
  return (
    <Link
      href="#contenido"
      className={SIN_PAPEL}
      onClick={(e) => {
        e.preventDefault()
        document.getElementById('contenido')?.focus()
      }}
      sx={{
        position: 'fixed',
        top: 8,
        left: 8,
        zIndex: 1300,
        px: 3,
        py: 2,
        borderRadius: 1,
        bgcolor: tono('paper'),
        border: `1px solid ${tono('line')}`,
        '&:not(:focus)': { transform: 'translateY(-64px)' },
      }}
    >
      Saltar al contenido
    </Link>
  )
}
