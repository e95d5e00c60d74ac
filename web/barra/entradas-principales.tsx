import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { tono } from '../ui/theme/tono'
import { PRINCIPALES } from './entradas'

export const Entrada = styled(Link)({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  paddingInline: 'clamp(8px, 0.9vw, 12px)',
  fontSize: 14,
  fontWeight: 500,
  whiteSpace: 'nowrap',
  textDecoration: 'none',
  color: tono('muted'),
  '&:hover': { color: tono('ink') },
  '&:focus-visible': { outlineOffset: -4, borderRadius: 8 },
  '&[aria-current=page]': {
    color: tono('ink'),
    fontWeight: 600,
    '&::after': {
      content: '""',
      position: 'absolute',
      insetInline: 'clamp(8px, 0.9vw, 12px)',
      bottom: -1,
      height: 2,
      backgroundColor: tono('brand'),
    },
  },
})

export function EntradasPrincipales({ conHoy }: { conHoy: boolean }) {
  return PRINCIPALES.filter(({ to }) => conHoy || to !== '/hoy').map(({ to, texto }) => (
    <Entrada key={to} to={to} activeOptions={{ includeSearch: false, exact: true }}>
      {texto}
    </Entrada>
  ))
}
