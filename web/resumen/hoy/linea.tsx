import CheckIcon from '@mui/icons-material/Check'
import ErrorOutlinedIcon from '@mui/icons-material/ErrorOutlineOutlined'
import InfoOutlinedIcon from '@mui/icons-material/InfoOutlined'
import UndoIcon from '@mui/icons-material/Undo'
import WarningAmberOutlinedIcon from '@mui/icons-material/WarningAmberOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link } from '@tanstack/react-router'
import type { Linea } from '#contract/resumen/hoy/hoy'
import {
  formatAyuda,
  formatLinea,
  formatNumero,
  formatParte,
  LINEAS,
  listaOf,
} from '#contract/resumen/hoy/values'
import { EnlaceBoton } from '../../barra/enlaces'
import { hora } from '../../lib/formato'
import { useCambia } from '../../lib/session/sesion'
import { useHoy } from '../../lib/time/hoy'
import { useZona } from '../../lib/time/zona'
import { SIN_PAPEL } from '../../ui/theme/papel'
import { tono } from '../../ui/theme/tono'

const SENAL = {
  3: { Icono: ErrorOutlinedIcon, token: 'rojo', nombre: 'Urgente' },
  2: { Icono: WarningAmberOutlinedIcon, token: 'amber', nombre: 'Pendiente' },
  1: { Icono: InfoOutlinedIcon, token: 'muted', nombre: 'Cuando se pueda' },
} as const

type Props = {
  linea: Linea
  ocupada: boolean
  onMark: () => void
  onRecover: () => void
}

/** A task: what, how many, why, and a link to the screen for it. */
export function LineaHoy({ linea, ocupada, onMark, onRecover }: Props) {
  const { clave, n, parte, momento, detras, hecha } = linea
  const d = LINEAS[clave]
  const { Icono, token, nombre } = SENAL[d.gravedad]
  const hoy = useHoy()
  const zona = useZona()
  const cambia = useCambia()
  const { ruta, busqueda } = listaOf(clave, hoy)
  const que = formatLinea(clave, n)
  const horaOf = (iso: string) => hora(Date.parse(iso), zona).slice(0, 5)
  return (
    <Box
      component="li"
      data-linea={clave}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '20px minmax(0, 1fr)', sm: '20px minmax(0, 1fr) auto' },
        gap: { xs: '8px 12px', sm: '8px 16px' },
        alignItems: 'center',
        p: { xs: '12px', sm: '12px 16px' },
        borderTop: `1px solid ${tono('line')}`,
        '&:first-of-type': { borderTop: 0 },
        breakInside: 'avoid',
      }}
    >
      <Icono titleAccess={nombre} sx={{ fontSize: 20, color: tono(token), alignSelf: 'start', mt: '3px' }} />
      <Box sx={{ minWidth: 0 }}>
        <Box component="p" sx={{ m: 0, fontSize: 15, lineHeight: '24px' }}>
          <Link
            to={ruta}
            search={busqueda as never}
            style={{ color: tono('ink'), textDecoration: 'none' }}
            aria-label={`${formatNumero(n)} ${que}: ver la lista`}
          >
            <Box
              component="b"
              sx={{
                fontSize: 20,
                fontWeight: 650,
                fontVariantNumeric: 'tabular-nums',
                textDecoration: 'underline',
                textDecorationColor: tono('line'),
                textUnderlineOffset: '4px',
              }}
            >
              {formatNumero(n)}
            </Box>{' '}
            <Box component="span" sx={{ fontWeight: 550 }}>
              {que}
            </Box>
          </Link>
        </Box>
        <Box component="p" sx={{ m: 0, mt: 0.5, fontSize: 13, lineHeight: '20px', color: tono('muted') }}>
          {hecha && `Hecha a las ${horaOf(hecha)}. `}
          {parte && (
            <>
              <Link
                to={ruta}
                search={listaOf(clave, hoy, parte.nombre).busqueda as never}
                style={{ color: tono('brand') }}
              >
                {formatParte(clave, parte, n)}
              </Link>
              {'. '}
            </>
          )}
          {formatAyuda(clave, detras)}
          {momento && (
            <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
              {' '}
              Contado a las {horaOf(momento)}.
            </Box>
          )}
        </Box>
      </Box>
      <Box
        className={SIN_PAPEL}
        sx={{ gridColumn: { xs: 2, sm: 'auto' }, display: 'flex', alignItems: 'center', gap: 1 }}
      >
        {hecha ? (
          <Button
            color="inherit"
            startIcon={<UndoIcon />}
            disabled={ocupada}
            onClick={onRecover}
            aria-label={`Recuperar: ${que}`}
          >
            Recuperar
          </Button>
        ) : (
          <>
            <EnlaceBoton
              to={ruta}
              search={busqueda as never}
              variant={d.gravedad === 3 ? 'contained' : 'outlined'}
              sx={{ minWidth: 148, whiteSpace: 'nowrap' }}
            >
              {(!cambia && d.botonMira) || d.boton}
            </EnlaceBoton>
            <Button
              color="inherit"
              startIcon={<CheckIcon />}
              disabled={ocupada}
              onClick={onMark}
              aria-label={`Hecho: ${que}`}
              sx={{ color: tono('muted') }}
            >
              Hecho
            </Button>
          </>
        )}
      </Box>
    </Box>
  )
}
