import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { createLink } from '@tanstack/react-router'
import { enG } from '#contract/values/medidas'
import { onTop } from '../../../lib/api/direccion'
import { fechaHora } from '../../../lib/formato'
import { useZona } from '../../../lib/time/zona'
import { tono } from '../../../ui/theme/tono'
import type { Detalle } from '../queries'
import { NOMBRE_CAMPO } from './campos'

const Enlace = createLink(
  styled('a')({
    display: 'grid',
    gridTemplateColumns: 'minmax(148px, auto) 60px minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: 12,
    minHeight: 36,
    padding: '0 12px',
    color: 'inherit',
    textDecoration: 'none',
    fontSize: 13,
    '@media (max-width: 479.95px)': {
      gridTemplateColumns: 'minmax(0, 1fr) auto auto',
      gap: '0 12px',
      padding: '6px 12px',
      '& .donde': { gridRow: 2, gridColumn: '1 / -1' },
      '& .donde:empty': { display: 'none' },
    },
    '& > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '&:hover': { background: tono('ground') },
    '&:hover time': { textDecoration: 'underline' },
    '&:focus-visible': { outline: `2px solid ${tono('brand')}`, outlineOffset: -2 },
    '@media (pointer: coarse)': { minHeight: 44 },
  }),
)

const n = (v: number) => v.toLocaleString('es')

function loQueFue(a: Detalle['anteriores'][number]): string {
  const fue = (['hubo_danio', 'hubo_golpe_real'] as const).find((c) => a[c])
  return fue ? NOMBRE_CAMPO[fue] : ''
}

type Props = { anteriores: Detalle['anteriores']; total: number }

/** Earlier incidents of the container, each with a link to its own details. */
export function Anteriores({ anteriores, total }: Props) {
  const zona = useZona()
  if (total === 0)
    return (
      <Box sx={{ fontSize: 13, color: tono('muted') }}>Es el primer impacto conocido de este contenedor.</Box>
    )
  return (
    <>
      <Box sx={{ mb: 2, fontSize: 13, color: tono('muted') }}>
        {total > anteriores.length
          ? `${n(total)} impactos anteriores; se muestran los ${n(anteriores.length)} últimos.`
          : total === 1
            ? '1 impacto anterior.'
            : `${n(total)} impactos anteriores.`}
      </Box>
      <Box
        component="ul"
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          border: `1px solid ${tono('line')}`,
          borderRadius: '8px',
          overflow: 'hidden',
          '& li + li': { borderTop: `1px solid ${tono('line')}` },
        }}
      >
        {anteriores.map((a) => (
          <li key={a.id}>
            <Enlace
              from="/incidencias"
              to="."
              search={(previa) => ({ ...previa, incidencia: a.id })}
              state={onTop}
              resetScroll={false}
            >
              <time dateTime={a.Time}>{fechaHora(a.Time, zona)}</time>
              <Box component="span" sx={{ textAlign: 'right', fontWeight: 550 }}>
                {enG(a.pico_g)}
              </Box>
              <Box component="span" className="donde" sx={{ color: tono('muted') }}>
                {[a.Ubicacion, loQueFue(a)].filter(Boolean).join(' · ')}
              </Box>
              <Box
                component="span"
                sx={{ color: tono(a.revisado ? 'muted' : 'amber'), fontWeight: a.revisado ? 400 : 550 }}
              >
                {a.revisado ? (a.mirado ? 'Cerrada' : 'Cerrada sin mirar') : 'Abierta'}
              </Box>
            </Enlace>
          </li>
        ))}
      </Box>
    </>
  )
}
